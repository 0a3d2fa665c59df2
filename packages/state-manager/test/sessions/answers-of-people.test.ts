import { END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { AgentState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { defineNode, openSession, commitNode, turnStart } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { requestFor } from "./approval-request.ts";

/** A session on a graph whose node asks with these values, one after the other, and records the answers. */
function asking(...values: readonly unknown[]) {
  const answers: unknown[] = [];
  const graph = new StateGraph(toStateSchema(AgentState))
    .addNode("turn_start", turnStart(AgentState))
    .addNode("ask", () => {
      answers.splice(0, answers.length, ...values.map((value): unknown => interrupt(value)));
      return { messages: [{ role: "assistant", content: "Done." }] };
    })
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "ask")
    .addEdge("ask", END)
    .compile({ checkpointer: new MemorySaver() });
  return { answers, session: openSession({ graph, threadId: "ann" }) };
}

const wish = (agent: string, task: string) =>
  defineNode(AgentState, {
    agent,
    run: (_, { propose }) => {
      propose({ task_current_task: task }, "Why not.");
      return {};
    },
  });

const question = (...ids: readonly string[]) => ({
  type: "approval",
  question: "Shall I?",
  note: null,
  requests: ids.map((id) => requestFor(id)),
});

describe("approvals of a turn", () => {
  test("name the request, and the interrupt that asks about it", async () => {
    const { session } = asking(question("a", "b"));
    const turn = await session.send("Pay");
    if (turn.outcome !== "interrupted") throw new Error(turn.outcome);
    expect(turn.approvals.map(({ id, kind }) => [id, kind])).toEqual([
      ["a", "approval"],
      ["b", "approval"],
    ]);
    expect(turn.questions).toEqual([]);
    expect(await session.approvals()).toEqual(turn.approvals);
    expect(await session.questions()).toEqual([]);
  });

  test("are approved with the hash that was shown", async () => {
    const { session, answers } = asking(question("a"));
    const turn = await session.send("Pay");
    if (turn.outcome !== "interrupted") throw new Error(turn.outcome);
    const done = await session.approve(turn.approvals[0]);
    expect(done).toMatchObject({ outcome: "done", answer: "Done." });
    expect(answers).toEqual([{ id: "a", hash: "hash-a", decision: "approve" }]);
  });

  test("are approved with another payload", async () => {
    const { session, answers } = asking(question("a"));
    await session.send("Pay");
    const [request] = await session.approvals();
    await session.approve(request, { edit: { amount: 80 } });
    expect(answers).toEqual([{ id: "a", hash: "hash-a", decision: "edit", payload: { amount: 80 } }]);
  });

  test("are rejected, with a reason or without", async () => {
    const { session, answers } = asking(question("a"), question("b"));
    await session.send("Pay");
    await session.reject((await session.approvals())[0], "Too much.");
    await session.reject((await session.approvals())[0]);
    expect(answers).toEqual([
      { id: "a", hash: "hash-a", decision: "reject", reason: "Too much." },
      { id: "b", hash: "hash-b", decision: "reject" },
    ]);
  });

  test("are decided once: the second answer comes too late", async () => {
    const { session } = asking(question("a"));
    await session.send("Pay");
    const [request] = await session.approvals();
    const both = await Promise.all([session.approve(request), session.reject(request)]);
    expect(both.map(({ outcome }) => outcome)).toEqual(["done", "alreadyResolved"]);
  });

  test("with another content than shown are not approved", async () => {
    const { session } = asking(question("a"));
    await session.send("Pay");
    const [request] = await session.approvals();
    if (request === undefined) throw new Error("no request");
    expect(await session.approve({ ...request, hash: "old" })).toMatchObject({
      outcome: "changedRequest",
      requestId: "a",
    });
    expect(await session.approvals()).toEqual([request]);
  });

  test("that do not exist throw, and nothing is answered", async () => {
    const { session } = asking("Which one?");
    const turn = await session.send("Pay");
    if (turn.outcome !== "interrupted") throw new Error(turn.outcome);
    const expected = { code: "state-manager/invalidArgument" };
    await expect(session.approve(turn.approvals[0])).rejects.toMatchObject(expected);
    await expect(session.reject(turn.approvals[0])).rejects.toMatchObject(expected);
    await expect(session.answer(turn.questions[1], 1)).rejects.toMatchObject(expected);
    expect(await session.questions()).toHaveLength(1);
  });
});

test("an open proposal is approved or rejected like any other request, but not edited", async () => {
  const graph = new StateGraph(toStateSchema(AgentState))
    .addNode("turn_start", turnStart(AgentState))
    .addNode("fly", wish("fly", "Fly"))
    .addNode("sail", wish("sail", "Sail"))
    .addNode("commit", commitNode(AgentState, { ask: "interrupt", policies: { task_current_task: "ask" } }))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "fly")
    .addEdge("turn_start", "sail")
    .addEdge(["fly", "sail"], "commit")
    .addEdge("commit", END)
    .compile({ checkpointer: new MemorySaver() });
  const session = openSession({ graph, threadId: "ann" });
  await session.send("Go");
  const [request] = await session.approvals();
  expect(request).toMatchObject({ kind: "commit" });
  await expect(session.approve(request, { edit: {} })).rejects.toMatchObject({ code: "state-manager/invalidArgument" });
  await session.approve(request);
  expect(await session.approvals()).toEqual([]);
});

test("a question of a node is answered with any value", async () => {
  const { session, answers } = asking("Which one?", "How many?");
  const turn = await session.send("Pay");
  if (turn.outcome !== "interrupted") throw new Error(turn.outcome);
  expect(turn.questions.map(({ value }) => value)).toEqual(["Which one?"]);
  const next = await session.answer(turn.questions[0], false);
  if (next.outcome !== "interrupted") throw new Error(next.outcome);
  await session.answer(next.questions[0], 0);
  expect(answers).toEqual([false, 0]);
});

describe("the answer of a turn", () => {
  const Messages = z.array(z.unknown());

  test.each([
    [{ execution_final_answer: "Paid." }, "Paid."],
    [{ messages: [{ role: "assistant", content: "Paid." }] }, "Paid."],
    [{}, null],
  ])("of %j is %j", async (update, expected) => {
    const graph = new StateGraph(toStateSchema(AgentState))
      .addNode("turn_start", turnStart(AgentState))
      .addNode("say", () => update)
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "say")
      .addEdge("say", END)
      .compile({ checkpointer: new MemorySaver() });
    const turn = await openSession({ graph, threadId: "ann" }).send("Pay");
    if (turn.outcome !== "done") throw new Error(turn.outcome);
    expect(turn.answer).toBe(expected);
    expect(Messages.parse(turn.state.messages).length).toBeGreaterThan(0);
  });
});
