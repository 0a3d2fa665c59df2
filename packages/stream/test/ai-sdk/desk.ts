import { AIMessageChunk } from "@langchain/core/messages";
import { FakeStreamingChatModel } from "@langchain/core/utils/testing";
import { END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import { AgentState, extendState, field, fieldGroups, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { z } from "zod";
import { PlayingModel } from "./playing-model.ts";

export const Desk = extendState(AgentState, {
  version: 1,
  fields: [
    fieldGroups.calls,
    fields("desk", {
      city: field({ description: "City.", schema: z.string(), default: () => "", lifetime: "thread", ui: true }),
      count: field({ description: "Steps.", schema: z.int(), default: () => 0, lifetime: "turn", ui: true }),
      margin: field({ description: "Margin.", schema: z.int(), default: () => 0, lifetime: "thread" }),
    }),
  ],
});

/** Tools of the graphs below. */
export const deskTools = ["find", "refund"];

/** Text of a model that thinks, cites a page, and speaks in pieces. */
const pieces = [
  new AIMessageChunk({ content: [{ type: "reasoning", reasoning: "A city " }] }),
  new AIMessageChunk({ content: [{ type: "reasoning", reasoning: "in the south." }] }),
  new AIMessageChunk({ content: [{ type: "text", text: "Lisbon " }] }),
  new AIMessageChunk({
    content: [
      {
        type: "text",
        text: "is lovely.",
        annotations: [{ type: "citation", url: "https://lisbon.example/", title: "Lisbon" }],
      },
    ],
  }),
];

/** Graph whose turns depend on the message: `slow` waits, `fail` fails, `ask` asks, `count` makes 60 steps. */
export function desk(slow: Promise<unknown> = Promise.resolve()) {
  const graph = new StateGraph(toStateSchema(Desk))
    .addNode("turn_start", turnStart(Desk))
    .addNode("work", async (values, config) => {
      switch (values.task_user_input) {
        case "fail":
          throw new Error("connect ECONNREFUSED postgres://app:hunter2@10.0.0.5");
        case "slow":
          await Promise.race([
            slow,
            new Promise((_, reject) => config.signal?.addEventListener("abort", () => reject(new Error("aborted")))),
          ]);
          return { desk_count: 100, messages: [{ role: "assistant", content: "It took a while." }] };
        case "ask": {
          const answer: unknown = interrupt({ question: "Which city?" });
          return {
            desk_count: 100,
            desk_city: String(answer),
            messages: [{ role: "assistant", content: `Noted: ${String(answer)}.` }],
          };
        }
        case "count":
          return { desk_count: values.desk_count + 1 };
        case null:
        default: {
          const model = new FakeStreamingChatModel({ chunks: pieces, sleep: 0 });
          const answer = await model.invoke("Where to?", config);
          return { desk_count: 100, desk_city: "Lisbon", desk_margin: 12, messages: [answer] };
        }
      }
    })
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "work")
    .addConditionalEdges("work", (values) => (values.desk_count < 60 ? "work" : END), ["work", END])
    .compile({ checkpointer: new MemorySaver() });
  return (threadId: string) => openSession({ graph, threadId });
}

/** Graph whose plan needs an approval. An edit must be an address. */
export function mailDesk(sent: unknown[], wait: Promise<unknown> = Promise.resolve()) {
  const mail = defineAgent(AgentState, {
    name: "mail",
    description: "Sends email.",
    reads: [],
    run: async (_, { step }) => {
      await wait;
      sent.push(step?.parameters);
      return {};
    },
  });
  const graph = createAgentGraph({
    state: AgentState,
    agents: [mail],
    planner: () =>
      Promise.resolve({
        steps: [{ capability: "mail", taskObjective: "Send the offer", parameters: { to: "ben@example.org" } }],
      }),
    approvals: { mail: "always" },
    approvalQuestions: { editable: { mail: z.looseObject({ parameters: z.object({ to: z.email() }) }) } },
    checkpointer: new MemorySaver(),
  });
  return (threadId: string) => openSession({ graph, threadId, userId: "eve" });
}

/** Graph of an agent with a model that calls a tool; with `approves`, each call needs an approval. */
export function toolDesk(refunded: unknown[], approves = true) {
  const model = scriptedModel([
    { toolCalls: [{ name: "refund", args: { order: "A-17" }, id: "call-1" }] },
    "It is refunded.",
  ]);
  const billing = defineAgent(Desk, {
    name: "billing",
    description: "Refunds orders.",
    reads: ["messages"],
    tools: {
      refund: {
        description: "Refunds an order.",
        inputs: z.object({ order: z.string() }),
        run: ({ order }) => {
          refunded.push(order);
          return { order, refunded: true };
        },
      },
    },
    ...(approves && { approvals: { refund: "always" } }),
  });
  const graph = createAgentGraph({ state: Desk, model, agents: [billing], checkpointer: new MemorySaver() });
  return (threadId: string) => openSession({ graph, threadId, userId: "eve" });
}

const call = (index: number, name: string) => ({
  call: { id: `call-${index}`, name, args: { order: "A-17" }, index },
});

/**
 * Graph of an agent that thinks, and calls two tools at once: one finishes. The other one needs an approval; with `work`, it needs none and
 * waits for it.
 */
export function parallelDesk(work?: Promise<unknown>) {
  const model = new PlayingModel();
  model.answers = [
    [{ content: [{ type: "reasoning", reasoning: "Both." }] }, call(0, "find"), call(1, "refund")],
    [{ content: [{ type: "text", text: "Done." }] }],
  ];
  const inputs = z.object({ order: z.string() });
  const clerk = defineAgent(Desk, {
    name: "clerk",
    description: "Refunds orders.",
    reads: ["messages"],
    tools: {
      find: { description: "Finds an order.", inputs, run: ({ order }) => `${order} is paid.` },
      refund: {
        description: "Refunds an order.",
        inputs,
        async run({ order }) {
          await work;
          return `${order} is refunded.`;
        },
      },
    },
    approvals: work === undefined ? { refund: "always" } : {},
  });
  const graph = createAgentGraph({ state: Desk, model, agents: [clerk], checkpointer: new MemorySaver() });
  return (threadId: string) => openSession({ graph, threadId, userId: "eve" });
}
