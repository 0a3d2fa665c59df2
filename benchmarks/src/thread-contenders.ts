import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { openSaver } from "./savers.ts";
import type { Conversation } from "./conversation.ts";
import { keptIn } from "./kept-turns.ts";
import { workedByAiSdk } from "./tool-turns-ai.ts";
import { workedByHand, workedByTidemark } from "./tool-turns-graphs.ts";
import { mastraIsInstalled, workedByMastra } from "./tool-turns-mastra.ts";
import { workedBySupervisor, workedBySwarm } from "./tool-turns-peers.ts";
import type { MakeTurnGraph } from "./turn-graphs.ts";

/** Ours: everything stored in SQLite, the history whole. */
export const OURS = "tidemark, sqliteSaver";

type Make = (file: string) => Promise<Conversation>;

const makers: Readonly<Record<string, Make>> = {
  [OURS]: onSaver(workedByTidemark, "tidemark"),
  "by hand, sqliteSaver": onSaver(workedByHand, "tidemark"),
  "by hand, stock memory": onSaver(workedByHand, "memory"),
  "by hand, stock SQLite": onSaver(workedByHand, "sqlite"),
  "langgraph-supervisor, stock memory": onSaver(workedBySupervisor, "memory"),
  "langgraph-swarm, stock memory": onSaver(workedBySwarm, "memory"),
  "Mastra, the last ten messages": (file) => workedByMastra(file),
  "Mastra, all messages": (file) => workedByMastra(file, Number.MAX_SAFE_INTEGER),
  "AI SDK, in memory": () => Promise.resolve(workedByAiSdk()),
};

/** Who takes part: Mastra where it is installed. */
export const contenders = (): readonly string[] =>
  Object.keys(makers).filter((name) => !name.startsWith("Mastra") || mastraIsInstalled());

/** Opens a conversation with this contender, stored in a file if it stores anything. */
export function openConversation(name: string, file: string): Promise<Conversation> {
  const make = makers[name];
  if (make === undefined) throw new Error(`Nothing is called ${name}.`);
  return make(file);
}

/** A conversation of a graph, whose checkpoints a saver holds. */
function onSaver(make: MakeTurnGraph, kind: string): Make {
  return async (file) => {
    const { saver, close } = await openSaver(kind, file);
    const { model, turn } = make(saver);
    return {
      asked: () => model.asked,
      turn: async (threadId) => (await turn(threadId)).at(-1)?.text ?? "",
      stored: async (threadId) => `${await checkpointsOf(saver, threadId)} checkpoints`,
      kept: async (threadId) => {
        // Another saver has nothing in its memory; of the stock one in memory there is no other, and it reads bytes.
        const reader = kind === "memory" ? { saver, close: () => {} } : await openSaver(kind, file);
        const tuple = await reader.saver.getTuple({ configurable: { thread_id: threadId } });
        await reader.close();
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all graphs here have this channel
        return keptIn((tuple?.checkpoint.channel_values["messages"] ?? []) as Parameters<typeof keptIn>[0]);
      },
      close,
    };
  };
}

/** How many checkpoints a thread has, those of graphs within the graph included. */
async function checkpointsOf(saver: BaseCheckpointSaver, threadId: string): Promise<number> {
  let count = 0;
  for await (const { config } of saver.list({ configurable: { thread_id: threadId } }))
    count += config === undefined ? 0 : 1;
  return count;
}
