import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { Annotation, Command, END, interrupt, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { z } from "zod";
import { CountingModel } from "../writing/desks.ts";

/** A graph without anything of Tidemark, in one of its versions. */
export interface FareVersion {
  readonly limit?: number;
  readonly rebate?: number;
  readonly destination?: string;
  readonly saver?: BaseCheckpointSaver;
}

/** Calls of tools that reached the world. */
export const bookings: string[] = [];

const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  price: Annotation<number>,
  answer: Annotation<string>,
  ticket: Annotation<string>,
});

const call = (name: string, to: string): BaseMessage =>
  new AIMessage({ content: "", tool_calls: [{ id: `call_${name}`, name, args: { to }, type: "tool_call" }] });

const fares = tool(
  ({ to }) => {
    bookings.push(`fare to ${to}`);
    return JSON.stringify({ to, price: 480 });
  },
  { name: "fares", description: "Finds a fare.", schema: z.object({ to: z.string() }) },
);

/** A tool that writes a field of the state itself. */
const book = tool(
  ({ to }, config) => {
    bookings.push(`booked ${to}`);
    const id: unknown = Reflect.get(Object(Reflect.get(config, "toolCall")), "id");
    return new Command({
      update: { ticket: `T-${to}`, messages: [new ToolMessage({ content: "Booked.", tool_call_id: String(id) })] },
    });
  },
  { name: "book", description: "Books.", schema: z.object({ to: z.string() }) },
);

/** Searches a fare with a tool, asks above a limit, and books with a tool. */
export function fareGraph({ limit = 100, rebate = 0, destination = "Bergen", saver }: FareVersion = {}) {
  const model = new CountingModel(() => "You go to Bergen.");
  return new StateGraph(State)
    .addNode("plan", () => ({ messages: [call("fares", "Bergen")] }))
    .addNode("search", new ToolNode([fares]))
    .addNode("read", ({ messages }) => ({
      price: Number(/"price":(\d+)/.exec(messages.at(-1)?.text ?? "")?.[1]) - rebate,
    }))
    .addNode("ask", ({ price }) => ({ answer: `${String(interrupt({ question: `Pay ${price}?` }))} to ${price}` }))
    .addNode("order", () => ({ messages: [call("book", destination)] }))
    .addNode("book", new ToolNode([book]))
    .addNode("say", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
    .addEdge(START, "plan")
    .addEdge("plan", "search")
    .addEdge("search", "read")
    .addConditionalEdges("read", ({ price }) => (price > limit ? "ask" : "order"), ["ask", "order"])
    .addConditionalEdges("ask", ({ answer }) => (answer.startsWith("yes") ? "order" : END), ["order", END])
    .addEdge("order", "book")
    .addEdge("book", "say")
    .addEdge("say", END)
    .compile({ ...(saver !== undefined && { checkpointer: saver }) });
}

/** Asks for a fare, and answers the question. */
export async function askFare(saver: BaseCheckpointSaver, threadId: string, answer = "yes"): Promise<void> {
  const graph = fareGraph({ saver });
  const config = { configurable: { thread_id: threadId } };
  await graph.invoke({ messages: [{ role: "user", content: "To Bergen" }] }, config);
  await graph.invoke(new Command({ resume: answer }), config);
  bookings.length = 0;
}

export const same = (): object => fareGraph();
export const changedRoute = (): object => fareGraph({ limit: 1_000 });
export const changedNode = (): object => fareGraph({ rebate: 80 });
export const otherDestination = (): object => fareGraph({ destination: "Oslo" });
