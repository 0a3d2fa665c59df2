import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import type { EvaluationParts } from "@tidemark/agents/testing";
import { AgentState, extendState, field, fieldGroups, fields } from "@tidemark/core-state";
import { z } from "zod";

/** A state with fields that calls, failures and an application need. */
export const Desk = extendState(AgentState, {
  version: 1,
  fields: [
    fieldGroups.calls,
    fieldGroups.report,
    fields("desk", {
      topic: field({
        description: "What the conversation is about; null until it is known.",
        schema: z.enum(["billing", "shipping"]).nullable(),
        default: () => null,
        lifetime: "thread",
        owner: "root",
      }),
      refund: field({
        description: "The refund that was paid; null for none.",
        schema: z.object({ id: z.string(), amount: z.number() }).nullable(),
        default: () => null,
        lifetime: "thread",
        owner: "billing",
      }),
    }),
  ],
});

const billing = defineAgent(Desk, {
  name: "billing",
  description: "Answers questions about invoices, and refunds them.",
  instructions: "Look the invoice up before you pay.",
  reads: ["messages"],
  writes: ["desk_refund"],
  proposes: ["desk_topic"],
  tools: {
    find_invoice: {
      description: "Finds an invoice.",
      inputs: z.object({ id: z.string() }),
      run: ({ id }, { propose }) => {
        propose({ desk_topic: "billing" }, "An invoice was asked for.");
        return { id, amount: 180 };
      },
    },
    refund: {
      description: "Refunds an invoice.",
      inputs: z.object({ id: z.string(), amount: z.number() }),
      run: (refund, { update }) => {
        update({ desk_refund: refund });
        return { paid: refund.amount };
      },
    },
    wait: {
      description: "Waits forever, whatever its signal says.",
      inputs: z.object({}),
      run: () => new Promise(() => {}),
    },
  },
  approvals: { refund: ({ inputs }) => inputs.amount > 100 },
});

/** A support desk of one agent, for the models of cases. */
export const makeDesk = ({ model, clock, ids }: Partial<EvaluationParts>) =>
  createAgentGraph({
    state: Desk,
    agents: [billing],
    ...(model !== undefined && { model }),
    ...(clock !== undefined && { clock }),
    ...(ids !== undefined && { ids }),
    prices: { unknown: { input: 1, output: 1 } },
    checks: { enabled: false },
  });

export const finds = { toolCalls: [{ name: "find_invoice", args: { id: "a" } }] };
export const pays = (amount: number) => ({ toolCalls: [{ name: "refund", args: { id: "a", amount } }] });
