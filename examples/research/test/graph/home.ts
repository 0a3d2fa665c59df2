import { MemorySaver } from "@langchain/langgraph";
import { memoryLocks } from "tidemark/checkpoint";
import { openSession } from "tidemark";
import { fixedClock } from "tidemark/testing";
import { type ConversationEvent, openConversation, type TurnResult } from "../../src/conversation.ts";
import { type ResearchGraphOptions, researchGraph } from "../../src/graph.ts";
import { type Library, openLibrary } from "../../src/library/library.ts";
import type { ResearchServices } from "../../src/services.ts";
import { type ResearchValue } from "../../src/state.ts";
import { sampleLibrary } from "../place.ts";

/** Saturday, 21 November 2026. */
const clock = fixedClock("2026-11-21T09:00:00Z");

const opened: Promise<Library> = openLibrary({ folder: sampleLibrary, indexFile: null });

/** A research assistant over the sample library, and one conversation with it. */
export async function home(
  services: Partial<ResearchServices> = {},
  parts: Omit<ResearchGraphOptions, "checkpointer"> = {},
) {
  const all: ResearchServices = {
    library: await opened,
    model: null,
    allowedHosts: [],
    maxClarifications: 2,
    maxHistory: 10,
    clock,
    ...services,
  };
  const graph = researchGraph(all, { checkpointer: new MemorySaver(), ...parts });
  const conversation = openConversation(graph, { thread: "desk", locks: memoryLocks(), clock });
  return {
    conversation,
    library: all.library,
    /** The values of the thread as they are stored. */
    values: async (): Promise<ResearchValue> => {
      const state = await openSession({ graph, threadId: "desk" }).state();
      if (state === null) throw new Error("Nothing is stored on this thread.");
      return state;
    },
    ask: async (question: string, signal?: AbortSignal): Promise<TurnResult> => {
      const events = await collect(conversation.ask(question, signal));
      const last = events.at(-1);
      if (last?.type !== "result") throw new Error("A turn ended without a result.");
      return last;
    },
  };
}

export async function collect(turn: AsyncIterable<ConversationEvent>): Promise<readonly ConversationEvent[]> {
  const events: ConversationEvent[] = [];
  for await (const event of turn) events.push(event);
  return events;
}
