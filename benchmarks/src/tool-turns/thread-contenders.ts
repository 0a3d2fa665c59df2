import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { openSaver } from "../savers/savers.ts";
import type { Conversation } from "./conversation.ts";
import { turnsIn } from "./stored-turns.ts";
import { aiSdkToolTurns } from "./ai.ts";
import { plainToolTurns, tidemarkToolTurns } from "./graphs.ts";
import { mastraIsInstalled, mastraToolTurns } from "./mastra.ts";
import { entryTurns, modelAgentTurns } from "./model.ts";
import { openAIFileToolTurns, openAIToolTurns } from "./openai.ts";
import { supervisorToolTurns, swarmToolTurns } from "./peers.ts";
import type { MakeTurnGraph } from "../turns/graphs.ts";

/** Tidemark with the whole history in SQLite. */
export const OURS = "tidemark, sqliteSaver";

type Make = (file: string) => Promise<Conversation>;

const makers: Readonly<Record<string, Make>> = {
  [OURS]: onSaver(tidemarkToolTurns, "tidemark"),
  "tidemark, sqliteSaver, agents with a model": onSaver(modelAgentTurns, "tidemark"),
  "tidemark, sqliteSaver, agents with a model and an entry": onSaver(entryTurns, "tidemark"),
  "plain LangGraph, sqliteSaver": onSaver(plainToolTurns, "tidemark"),
  "plain LangGraph, stock memory": onSaver(plainToolTurns, "memory"),
  "plain LangGraph, stock SQLite": onSaver(plainToolTurns, "sqlite"),
  "langgraph-supervisor, stock memory": onSaver(supervisorToolTurns, "memory"),
  "langgraph-swarm, stock memory": onSaver(swarmToolTurns, "memory"),
  "Mastra, the last ten messages": (file) => mastraToolTurns(file),
  "Mastra, all messages": (file) => mastraToolTurns(file, Number.MAX_SAFE_INTEGER),
  "OpenAI Agents SDK, in memory": () => Promise.resolve(openAIToolTurns()),
  "OpenAI Agents SDK, in a file": (file) => Promise.resolve(openAIFileToolTurns(file)),
  "AI SDK, in memory": () => Promise.resolve(aiSdkToolTurns()),
};

/** Names of the contenders, with Mastra only where it is installed. */
export const contenders = (): readonly string[] =>
  Object.keys(makers).filter((name) => !name.startsWith("Mastra") || mastraIsInstalled());

/** Opens a conversation with a contender. Those that store something use the file. */
export function openConversation(name: string, file: string): Promise<Conversation> {
  const make = makers[name];
  if (make === undefined) throw new Error(`Unknown contender "${name}".`);
  return make(file);
}

/** A conversation with a graph on a saver. */
function onSaver(make: MakeTurnGraph, kind: string): Make {
  return async (file) => {
    const { saver, close } = await openSaver(kind, file);
    const { model, turn } = make(saver);
    return {
      modelCalls: () => model.calls,
      turn: async (threadId) => (await turn(threadId)).at(-1)?.text ?? "",
      stored: async (threadId) => `${await checkpointsOf(saver, threadId)} checkpoints`,
      read: async (threadId) => {
        // A new saver has an empty cache. The stock saver in memory has no cache: it reads bytes.
        const reader = kind === "memory" ? { saver, close: () => {} } : await openSaver(kind, file);
        const tuple = await reader.saver.getTuple({ configurable: { thread_id: threadId } });
        await reader.close();
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all graphs here have this channel
        return turnsIn((tuple?.checkpoint.channel_values["messages"] ?? []) as Parameters<typeof turnsIn>[0]);
      },
      close,
    };
  };
}

/** Number of checkpoints of a thread, including those of subgraphs. */
async function checkpointsOf(saver: BaseCheckpointSaver, threadId: string): Promise<number> {
  let count = 0;
  for await (const { config } of saver.list({ configurable: { thread_id: threadId } }))
    count += config === undefined ? 0 : 1;
  return count;
}
