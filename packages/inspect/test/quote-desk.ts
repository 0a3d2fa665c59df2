import { setTimeout as sleep } from "node:timers/promises";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { AgentState, extendState, field, fields } from "@tidemark/core-state";
import { openSession } from "@tidemark/state-manager/langgraph";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { inspector, threadReader } from "../src/index.ts";

const text = (owner: string) =>
  field({ description: "Text.", schema: z.string(), default: () => "", lifetime: "thread", owner });

const Quote = extendState(AgentState, {
  version: 1,
  fields: fields("quote", {
    price: text("pricing"),
    term: text("shipping"),
    discount: field({
      description: "Discount.",
      schema: z.number(),
      default: () => 0,
      lifetime: "thread",
      owner: "root",
    }),
  }),
});

/** Milliseconds that the slower one of two agents goes on after the other one. */
export const LONGER = 120;

/** Two agents that run side by side and propose different discounts. */
export function quoteDesk() {
  const saver = sqliteSaver();
  onTestFinished(() => saver.close());
  const { promise: isPriced, resolve: priced } = Promise.withResolvers<void>();
  const graph = createAgentGraph({
    state: Quote,
    maxConcurrency: 2,
    checkpointer: saver,
    agents: [
      defineAgent(Quote, {
        name: "pricing",
        description: "Computes prices.",
        reads: [],
        writes: ["quote_price"],
        proposes: ["quote_discount"],
        run: (_, { propose }) => {
          propose({ quote_discount: 25 }, "A good customer.");
          priced();
          return { quote_price: "240" };
        },
      }),
      defineAgent(Quote, {
        name: "shipping",
        description: "Asks carriers.",
        reads: [],
        writes: ["quote_term"],
        proposes: ["quote_discount"],
        run: async (_, { propose }) => {
          propose({ quote_discount: 40 }, "They asked for it.");
          await isPriced;
          await sleep(LONGER);
          return { quote_term: "2 days" };
        },
      }),
    ],
    planner: () =>
      Promise.resolve({
        steps: [
          { capability: "pricing", taskObjective: "Compute the price", contextKey: "price" },
          { capability: "shipping", taskObjective: "Ask the carrier", contextKey: "term" },
        ],
      }),
  });
  const session = openSession({ graph, threadId: "ann", userId: "user-of-ann" });
  return {
    session,
    reader: threadReader({ saver, state: Quote }),
    app: inspector({ saver, state: Quote, token: "token" }),
  };
}
