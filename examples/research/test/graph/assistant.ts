import { MemorySaver } from "@langchain/langgraph";
import { openSession } from "tidemark";
import { fixedClock } from "tidemark/testing";
import { type ConversationEvent, openConversation, type TurnResult } from "../../src/conversation.ts";
import { type ResearchGraphOptions, researchGraph } from "../../src/graph.ts";
import { type Library, openLibrary } from "../../src/library/library.ts";
import type { ResearchServices } from "../../src/services.ts";
import { type ResearchValue } from "../../src/state.ts";
import { sampleLibrary } from "../workspace.ts";

/** Saturday, 21 November 2026. */
const clock = fixedClock("2026-11-21T09:00:00Z");

const opened: Promise<Library> = openLibrary({ folder: sampleLibrary });

/** Opens a research assistant with the sample library and a conversation. */
export async function openAssistant(
  services: Partial<ResearchServices> = {},
  parts: Omit<ResearchGraphOptions, "checkpointer"> = {},
) {
  const researchServices: ResearchServices = {
    library: await opened,
    model: null,
    maxClarifications: 2,
    maxHistory: 10,
    clock,
    ...services,
  };
  const graph = researchGraph(researchServices, { checkpointer: new MemorySaver(), ...parts });
  const conversation = openConversation(graph, { thread: "desk", clock });
  return {
    conversation,
    library: researchServices.library,
    /** Returns the stored values of the thread. */
    values: async (): Promise<ResearchValue> => {
      const state = await openSession({ graph, threadId: "desk" }).state();
      if (state === null) throw new Error("The thread has no stored state.");
      return state;
    },
    ask: async (question: string, signal?: AbortSignal): Promise<TurnResult> => {
      const events = await collect(conversation.ask(question, signal));
      const last = events.at(-1);
      if (last?.type !== "result") throw new Error("The turn ended without a result.");
      return last;
    },
  };
}

export async function collect(turn: AsyncIterable<ConversationEvent>): Promise<readonly ConversationEvent[]> {
  const events: ConversationEvent[] = [];
  for await (const event of turn) events.push(event);
  return events;
}
