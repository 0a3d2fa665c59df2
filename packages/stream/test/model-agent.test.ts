import { MemorySaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import { AgentState, extendState, fieldGroups } from "@tidemark/core-state";
import { openSession } from "@tidemark/state-manager/langgraph";
import { streamRun, streamTurn } from "@tidemark/stream/langgraph";
import type { RunEvent } from "@tidemark/stream";
import { expect, test } from "vitest";
import { z } from "zod";

const Desk = extendState(AgentState, { version: 1, fields: fieldGroups.calls });

function desk(visible = true) {
  const model = scriptedModel([
    { toolCalls: [{ name: "find_invoice", args: { id: "a" }, id: "c1" }] },
    "You were charged 120.",
  ]);
  const billing = defineAgent(Desk, {
    name: "billing",
    description: "Answers questions about invoices.",
    reads: ["messages"],
    visible,
    tools: {
      find_invoice: {
        description: "Finds an invoice.",
        inputs: z.object({ id: z.string() }),
        run: ({ id }) => ({ id, amount: 120 }),
      },
    },
  });
  return createAgentGraph({ state: Desk, model, agents: [billing], checkpointer: new MemorySaver() });
}

function summaryOf(event: RunEvent): readonly string[] {
  if (event.type === "tool_call_started") return [`call ${event.name}`];
  if (event.type === "tool_call_finished") return ["call ends"];
  if (event.type === "tool_result") return [`result ${event.content}`];
  if (event.type === "text_delta") return event.role === "assistant" ? ["text"] : [];
  if (event.type === "text_finished") return ["text ends"];
  return event.type === "messages_snapshot" ? [`snapshot of ${event.messages.length}`] : [];
}

/** Neighbors that are alike are one. */
const shortened = (list: readonly string[]): readonly string[] =>
  list.filter((each, index) => each !== list[index - 1]);

const inOrder = [
  "snapshot of 1",
  "call find_invoice",
  "call ends",
  'result {"id":"a","amount":120}',
  "text",
  "text ends",
];

test("the calls of an agent's model, their results and its words are streamed in the order in which they happen", async () => {
  const events: RunEvent[] = [];
  const input = { messages: [{ role: "user", content: "Hi" }] };
  for await (const event of streamRun(desk(), input, { threadId: "ann", tools: ["find_invoice"] })) events.push(event);
  const texts = events.flatMap((event) =>
    event.type === "text_delta" && event.role === "assistant" ? [event.delta] : [],
  );
  expect(texts.join("")).toBe("You were charged 120.");
  expect(shortened(events.flatMap(summaryOf))).toEqual(inOrder);
  expect(
    events.filter((event) => event.type === "node_started").map((event) => event.type === "node_started" && event.node),
  ).not.toContain("model_request");
});

test("and so they are behind a session", async () => {
  const events: RunEvent[] = [];
  const turn = streamTurn(openSession({ graph: desk(), threadId: "ann" }), "Hi", { tools: ["find_invoice"] });
  for await (const event of turn) events.push(event);
  expect(shortened(events.flatMap(summaryOf))).toEqual(inOrder);
});

test("the words of an agent that does not speak are not streamed", async () => {
  const events: RunEvent[] = [];
  for await (const event of streamTurn(openSession({ graph: desk(false), threadId: "ann" }), "Hi")) events.push(event);
  expect(JSON.stringify(events)).not.toContain("charged 120");
});
