import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { ChatResult } from "@langchain/core/outputs";
import { Annotation, END, interrupt, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { AgentState, extendState, field, fields } from "@tidemark/core-state";
import { z } from "zod";

/** A model that answers by its prompt, and counts its calls. */
export class CountingModel extends BaseChatModel {
  calls = 0;
  readonly #answer: (prompt: string) => string;
  readonly #ready: Promise<void>;

  constructor(answer: (prompt: string) => string, ready = Promise.resolve()) {
    super({});
    this.#answer = answer;
    this.#ready = ready;
  }

  override _llmType(): string {
    return "counting";
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    this.calls += 1;
    await this.#ready;
    const text = this.#answer(messages.map((each) => each.text).join(" | "));
    return { generations: [{ text, message: new AIMessage(text) }] };
  }
}

const FareState = Annotation.Root({
  ...MessagesAnnotation.spec,
  price: Annotation<number>,
  route: Annotation<string>,
  notes: Annotation<readonly string[]>({ reducer: (current, update) => [...current, ...update], default: () => [] }),
});

/** A graph without anything of Tidemark. A fare above 500 leads to a question, and a cheaper one to the booking. */
export const fareGraph = (checkpointer: BaseCheckpointSaver, model: BaseChatModel) =>
  new StateGraph(FareState)
    .addNode("search", async ({ messages }) => {
      const answer = await model.invoke(messages);
      return { price: Number(/\d+/.exec(answer.text)?.[0] ?? 0), messages: [answer], notes: ["searched"] };
    })
    .addNode("ask", () => ({ route: `asked: ${String(interrupt({ question: "Is it too dear?" }))}` }))
    .addNode("book", async ({ messages, price }) => ({
      route: "booked",
      messages: [await model.invoke([...messages, { role: "user", content: `Confirm ${price}` }])],
    }))
    .addEdge(START, "search")
    .addConditionalEdges("search", ({ price }) => (price > 500 ? "ask" : "book"), ["ask", "book"])
    .addEdge("ask", END)
    .addEdge("book", END)
    .compile({ checkpointer });

const Trip = extendState(AgentState, {
  version: 1,
  fields: fields("trip", {
    city: field({
      description: "Destination.",
      schema: z.string().min(2).nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "root",
    }),
    ticket: field({
      description: "Ticket that was booked.",
      schema: z.object({ to: z.string(), price: z.number() }).nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "booker",
    }),
  }),
});

/** A graph of agents in which a person approves the booking. */
export const tripGraph = (checkpointer: BaseCheckpointSaver) =>
  createAgentGraph({
    state: Trip,
    agents: [
      defineAgent(Trip, {
        name: "booker",
        description: "Books trains.",
        reads: ["trip_city", "task_user_input"],
        writes: ["trip_ticket", "messages"],
        run: ({ trip_city: city, task_user_input: text }) => {
          const to = city ?? /to (\w+)/.exec(text ?? "")?.[1] ?? "Bergen";
          return { trip_ticket: { to, price: 480 }, messages: [{ role: "assistant", content: `Booked to ${to}.` }] };
        },
      }),
    ],
    planner: () => Promise.resolve({ steps: [{ capability: "booker", taskObjective: "Book the train" }] }),
    approvals: { booker: "always" },
    checkpointer,
  });
