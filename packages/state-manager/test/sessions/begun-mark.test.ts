import { Annotation, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { defineState } from "@tidemark/core-state";
import { expect, test } from "vitest";
import { runBegunAt } from "@tidemark/state-manager/internal";
import { openSession } from "@tidemark/state-manager/langgraph";

test("the first checkpoint after an answer has the time at which it was given, and no other checkpoint has", async () => {
  const saver = new MemorySaver();
  const graph = new StateGraph(Annotation.Root({ answer: Annotation<string>, sent: Annotation<boolean> }))
    .addNode("ask", () => ({ answer: String(interrupt("Send it?")) }))
    .addNode("send", () => ({ sent: true }))
    .addEdge(START, "ask")
    .addEdge("ask", "send")
    .addEdge("send", END)
    .compile({ checkpointer: saver });
  const state = defineState({ version: 1, fields: {} });
  const session = openSession({ graph, threadId: "ann", state, turnStart: "none" });
  const asked = await session.send({ sent: false });
  const before = new Date().toISOString();
  await session.resume(asked.outcome === "interrupted" ? (asked.interrupts[0]?.id ?? "") : "", "yes");
  const begun: (string | null)[] = [];
  for await (const { checkpoint, metadata } of saver.list({ configurable: { thread_id: "ann" } }))
    begun.push(runBegunAt(metadata ?? {}, checkpoint.id));
  expect(begun.toReversed()).toEqual([null, null, expect.any(String), null]);
  expect((begun[1] ?? "") >= before).toBe(true);
});
