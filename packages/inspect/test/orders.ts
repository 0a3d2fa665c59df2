import { defineNode, openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { AgentState, extendState, field, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { z } from "zod";
import { askPlain, at } from "./threads.ts";

/** State of an application in which agents write the parts of an order. */
export const Order = extendState(AgentState, {
  version: 1,
  fields: fields("order", {
    total: field({
      description: "Sum.",
      schema: z.number(),
      default: () => 0,
      lifetime: "thread",
      owner: ["billing", "root"],
    }),
    discount: field({
      description: "Discount.",
      schema: z.number().nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "pricing",
    }),
    term: field({ description: "Term.", schema: z.string(), default: () => "", lifetime: "turn", owner: "shipping" }),
  }),
});

/** Agents that run side by side, of which one writes its field again with the same value. */
const orderGraph = (saver: BaseCheckpointSaver) =>
  new StateGraph(toStateSchema(Order))
    .addNode("turn_start", turnStart(Order))
    .addNode("billing", defineNode(Order, { agent: "billing", run: () => ({ order_total: 240 }) }))
    .addNode("shipping", defineNode(Order, { agent: "shipping", run: () => ({ order_term: "2 days" }) }))
    .addNode("again", defineNode(Order, { agent: "billing", run: () => ({ order_total: 240 }) }))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "billing")
    .addEdge("turn_start", "shipping")
    .addEdge(["billing", "shipping"], "again")
    .addEdge("again", END)
    .compile({ checkpointer: saver });

/** Nodes of a plain graph that run side by side, and one that writes a value again. */
const plainOrder = (saver: BaseCheckpointSaver) =>
  new StateGraph(Annotation.Root({ total: Annotation<number>, term: Annotation<string>, note: Annotation<string> }))
    .addNode("billing", () => ({ total: 240 }))
    .addNode("shipping", () => ({ term: "2 days" }))
    .addNode("pricing", ({ total }) => ({ total }))
    .addEdge(START, "billing")
    .addEdge(START, "shipping")
    .addEdge(["billing", "shipping"], "pricing")
    .addEdge("pricing", END)
    .compile({ checkpointer: saver });

/** Threads with parallel steps, values that are written again, defaults, new turns, edits and questions. */
export const threads: Readonly<Record<string, (saver: BaseCheckpointSaver) => Promise<void>>> = {
  "agents of a state": async (saver) => {
    const session = openSession({ graph: orderGraph(saver), threadId: "ann", userId: "user-of-ann" });
    await session.send("To Bergen");
    await session.update({ order_total: 200 }, { author: "user:ben", reason: "A discount." });
    await session.send("To Oslo");
  },
  "a plain graph": async (saver) => {
    await plainOrder(saver).invoke({ note: "first" }, at("ann"));
    await plainOrder(saver).updateState(at("ann"), { total: 200 });
    await plainOrder(saver).invoke({ note: "second" }, at("ann"));
  },
  "a plain graph that asks": (saver) => askPlain(saver, "ann"),
};
