import { Annotation, END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { AgentState, extendState, field, fields } from "@tidemark/core-state";
import { z } from "zod";

/** Work of the second node, in which the process may end. */
export type Booking = () => Promise<string>;

const PlainState = Annotation.Root({
  ...MessagesAnnotation.spec,
  price: Annotation<number>,
  ticket: Annotation<string>,
});

/** Two nodes, one after the other, without anything of Tidemark. */
export const plainGraph = (checkpointer: BaseCheckpointSaver, book: Booking) =>
  new StateGraph(PlainState)
    .addNode("search", () => ({ price: 480 }))
    .addNode("book", async () => ({ ticket: await book() }))
    .addEdge(START, "search")
    .addEdge("search", "book")
    .addEdge("book", END)
    .compile({ checkpointer });

const Trip = extendState(AgentState, {
  version: 1,
  fields: fields("trip", {
    ticket: field({
      description: "Ticket that was booked.",
      schema: z.string().nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "book",
    }),
  }),
});

/** The same with an agent of Tidemark. */
export const agentGraph = (checkpointer: BaseCheckpointSaver, book: Booking) =>
  createAgentGraph({
    state: Trip,
    agents: [
      defineAgent(Trip, {
        name: "book",
        description: "Books trains.",
        reads: ["task_user_input"],
        writes: ["trip_ticket"],
        run: async () => ({ trip_ticket: await book() }),
      }),
    ],
    planner: () => Promise.resolve({ steps: [{ capability: "book", taskObjective: "Book the train" }] }),
    checkpointer,
  });
