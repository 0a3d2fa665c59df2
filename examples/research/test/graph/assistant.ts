import { MemorySaver } from "@langchain/langgraph";
import { openConversation, type Result, resultOf } from "@tidemark/terminal";
import { fixedClock } from "tidemark/testing";
import { type Found, researchApplication } from "../../src/application.ts";
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
  const application = researchApplication(graph, researchServices, "desk");
  const conversation = openConversation(application);
  return {
    conversation,
    library: researchServices.library,
    source: application.source,
    /** Returns the stored values of the thread. */
    values: async (): Promise<ResearchValue> => {
      const state = await application.session("desk").state();
      if (state === null) throw new Error("The thread has no stored state.");
      return state;
    },
    ask: (question: string, signal?: AbortSignal): Promise<Result<Found>> =>
      resultOf(conversation.send(question, signal)),
  };
}
