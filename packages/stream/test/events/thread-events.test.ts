import { interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { SeedState, extendState, field, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import { expect, test } from "vitest";
import { z } from "zod";
import { threadEvents } from "../../src/events/thread-events.graph.ts";
import type { RunEvent } from "../../src/events/run-events.ts";

const clock = fixedClock("2026-01-08T20:30:00Z");

const text = { description: "Text.", schema: z.string(), default: () => "", lifetime: "thread" } as const;

const Desk = extendState(SeedState, {
  version: 1,
  fields: fields("desk", { shown: field({ ...text, ui: true }), secret: field(text) }),
});

test("a thread is reported with its values, messages and questions, without other fields", async () => {
  const graph = new StateGraph(toStateSchema(Desk))
    .addNode("turn_start", turnStart(Desk, { clock }))
    .addNode("write", () => ({ desk_shown: "Bergen", desk_secret: "12 %" }))
    .addNode("ask", () => ({ desk_shown: String(interrupt("Book it?")) }))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "write")
    .addEdge("write", "ask")
    .compile({ checkpointer: new MemorySaver() });
  const session = openSession({ graph, state: Desk, threadId: "ann", clock });
  await session.send({ messages: [{ role: "user", content: "Hi", id: "m-1" }] });
  const events: RunEvent[] = [];
  for await (const event of threadEvents(session, { runId: "run-1", state: Desk, clock })) events.push(event);
  const [question] = await session.pending();
  expect(events).toMatchObject([
    { type: "run_started", threadId: "ann", runId: "run-1", sequence: 0, turnId: "turn_1" },
    { type: "state_snapshot", values: { desk_shown: "Bergen" } },
    { type: "messages_snapshot", messages: [{ messageId: "m-1", role: "user", content: "Hi" }] },
    { type: "run_finished", outcome: "interrupted", interrupts: [{ interruptId: question?.id, value: "Book it?" }] },
  ]);
  expect(JSON.stringify(events)).not.toContain("12 %");
});

test("a thread without a turn is reported as empty", async () => {
  const graph = new StateGraph(toStateSchema(Desk))
    .addNode("write", () => ({ desk_shown: "Bergen" }))
    .addEdge(START, "write")
    .compile({ checkpointer: new MemorySaver() });
  const session = openSession({ graph, state: Desk, threadId: "nobody", clock });
  const events: RunEvent[] = [];
  for await (const event of threadEvents(session, { runId: "run-1", state: Desk, clock })) events.push(event);
  expect(events).toMatchObject([
    { type: "run_started", turnId: "turn_0" },
    { type: "state_snapshot", values: {} },
    { type: "run_finished", outcome: "finished", interrupts: [] },
  ]);
});
