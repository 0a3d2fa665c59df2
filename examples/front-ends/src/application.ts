import { interrupt, MemorySaver } from "@langchain/langgraph";
import { AgentState, extendState, field, fieldGroups, fields, openSession } from "tidemark";
import { createAgentGraph, defineAgent } from "tidemark/agents";
import { z } from "zod";
import { ExampleModel } from "./example-model.ts";

export const Desk = extendState(AgentState, {
  version: 1,
  fields: [
    fieldGroups.calls,
    fields("desk", {
      refunded: field({
        description: "Orders that were refunded.",
        schema: z.array(z.string()),
        default: () => [],
        lifetime: "thread",
        ui: true,
      }),
    }),
  ],
});

/** Creates the application that all pages talk to: an agent that refunds orders after an approval, and asks for the order. */
export function deskApplication(goOn?: () => Promise<void>, pay: () => Promise<void> = () => Promise.resolve()) {
  const refunds: string[] = [];
  const paid = new Set<string>();
  const desk = defineAgent(Desk, {
    name: "desk",
    description: "Refunds orders.",
    reads: ["messages", "desk_refunded"],
    writes: ["desk_refunded"],
    tools: {
      refund: {
        description: "Refunds an order.",
        inputs: z.object({ order: z.string().min(1) }),
        run: async ({ order }, { key, values, update }) => {
          await pay();
          // A call that runs again, because its turn was stopped in the middle, has the same key. A bank would refuse it.
          if (!paid.has(key)) refunds.push(order);
          paid.add(key);
          update({ desk_refunded: [...values.desk_refunded, order] });
          return `${order} is refunded.`;
        },
      },
      ask: {
        description: "Asks the customer.",
        inputs: z.object({ question: z.string() }),
        run: ({ question }) => String(interrupt({ question })),
      },
    },
    approvals: { refund: "always" },
  });
  const graph = createAgentGraph({
    state: Desk,
    model: new ExampleModel(goOn),
    agents: [desk],
    checkpointer: new MemorySaver(),
  });
  return { refunds, session: (threadId: string) => openSession({ graph, threadId }) };
}
