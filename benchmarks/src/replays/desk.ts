import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import { AgentState, extendState, fieldGroups } from "@tidemark/core-state";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { z } from "zod";

/** Number of turns of the thread. */
export const TURNS = 2;

const Desk = extendState(AgentState, { version: 1, fields: [fieldGroups.calls] });

const billing = defineAgent(Desk, {
  name: "billing",
  description: "Answers questions about invoices.",
  instructions: "Look the invoice up.",
  reads: ["messages"],
  writes: ["messages"],
  tools: {
    find_invoice: {
      description: "Finds an invoice.",
      inputs: z.object({ month: z.string() }),
      run: ({ month }) => ({ month, total: 180 }),
    },
  },
});

/** An agent that calls a model twice and a tool once in each turn. */
export default function desk(checkpointer?: BaseCheckpointSaver) {
  const turn = [{ toolCalls: [{ name: "find_invoice", args: { month: "May" } }] }, "You were charged 180."];
  return createAgentGraph({
    state: Desk,
    agents: [billing],
    model: scriptedModel(Array.from({ length: TURNS }, () => turn).flat()),
    ...(checkpointer !== undefined && { checkpointer }),
  });
}
