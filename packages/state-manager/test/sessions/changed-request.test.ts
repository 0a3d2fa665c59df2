import { interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { expect, test } from "vitest";
import { now, Trip } from "../trip.ts";

const request = {
  id: "r1",
  status: "pending",
  stepObjective: "Book it",
  capability: "booking",
  approvalType: "booking",
  hash: "of what was shown",
  requestedAt: now,
  expiresAt: null,
  decidedBy: null,
  decidedAt: null,
  payload: { city: "Rome" },
};

/** A node that asks about one request and takes any answer. */
async function waiting() {
  const answers: unknown[] = [];
  const graph = new StateGraph(toStateSchema(Trip))
    .addNode("turn_start", turnStart(Trip))
    .addNode("ask", () => {
      answers.push(interrupt({ type: "approval", question: "Book it?", note: null, requests: [request] }));
      return { control_iteration: 1 };
    })
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "ask")
    .compile({ checkpointer: new MemorySaver() });
  const session = openSession({ graph, threadId: "t" });
  await session.send("Rome");
  const [question] = await session.pending();
  return { session, question: question?.id ?? "", answers };
}

test.each([
  ["an approval", { id: "r1", decision: "approve" }],
  ["an edit", { id: "r1", decision: "edit", payload: { city: "Oslo" } }],
])("%s of another content than that of the open request is refused before a node runs", async (_what, answer) => {
  const { session, question, answers } = await waiting();
  const refused = await session.resume(question, { ...answer, hash: "of something else" });
  expect(refused).toEqual({
    outcome: "changedRequest",
    status: "changedRequest",
    interruptId: question,
    requestId: "r1",
  });
  expect([answers, (await session.pending()).length]).toEqual([[], 1]);
  const taken = await session.resume(question, { ...answer, hash: request.hash });
  expect([taken.outcome, answers]).toEqual(["done", [{ ...answer, hash: request.hash }]]);
});
