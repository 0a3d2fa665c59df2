import { END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { describe, expect, test } from "vitest";
import { openSession, turnStart } from "../../src/langgraph.ts";
import { Trip } from "../trip.ts";
import { untyped } from "../untyped.ts";
import { tripSession } from "./session-graph.ts";

const idempotencyKey = "request 1";

describe.each([
  ["MemorySaver", () => new MemorySaver()],
  ["SqliteSaver", () => SqliteSaver.fromConnString(":memory:")],
  ["sqliteSaver", () => sqliteSaver()],
])("repeated calls of a session on %s", (_, makeSaver) => {
  test("a message with the key of the newest turn is not sent twice", async () => {
    const { session } = tripSession({ saver: makeSaver() });
    await session.send("sea", { idempotencyKey });
    const again = await session.send("sea", { idempotencyKey });
    expect(again).toMatchObject({ outcome: "done", turnId: "turn_1", state: { trip_notes: ["sea"] } });
  });

  test("calls at the same time with one key run one turn", async () => {
    const { session } = tripSession({ saver: makeSaver() });
    await Promise.all([1, 2, 3].map(() => session.send("sea", { idempotencyKey })));
    expect((await session.state())?.trip_notes).toEqual(["sea"]);
  });

  test("a repeated message continues the turn that failed", async () => {
    const { session } = tripSession({ saver: makeSaver(), failures: 1 });
    await expect(session.send("sea", { idempotencyKey })).rejects.toThrow("power cut");
    const again = await session.send("sea", { idempotencyKey });
    expect(again).toMatchObject({ outcome: "done", turnId: "turn_1", state: { trip_notes: ["sea"] } });
  });

  test("a repeated message returns the open question, and after the answer the result", async () => {
    const { session } = tripSession({ saver: makeSaver(), asks: true });
    const asked = await session.send("sea", { idempotencyKey });
    const id = asked.outcome === "interrupted" ? (asked.interrupts[0]?.id ?? "") : "";
    expect(await session.send("sea", { idempotencyKey })).toEqual(asked);
    await session.resume(id, "yes");
    expect(await session.send("sea", { idempotencyKey })).toMatchObject({ outcome: "done", turnId: "turn_1" });
  });

  test("a repeated answer returns the result, and another answer is refused", async () => {
    const { session } = tripSession({ saver: makeSaver(), asks: true });
    const asked = await session.send("sea");
    const id = asked.outcome === "interrupted" ? (asked.interrupts[0]?.id ?? "") : "";
    const answered = await session.resume(id, "yes", { idempotencyKey });
    expect(await session.resume(id, "yes", { idempotencyKey })).toEqual(answered);
    expect(await session.resume(id, "no", { idempotencyKey: "other" })).toMatchObject({ outcome: "alreadyResolved" });
  });

  test("an edit after the turn does not hide its key", async () => {
    const { session } = tripSession({ saver: makeSaver() });
    await session.send("sea", { idempotencyKey });
    await session.update({ trip_notes: ["more"] }, { author: "ann" });
    await session.send("sea", { idempotencyKey });
    expect((await session.state())?.trip_notes).toEqual(["sea", "more"]);
  });

  test("a message is not sent twice after 40 answers with keys, and the newest answer is recognized", async () => {
    const paid: string[] = [];
    const graph = new StateGraph(toStateSchema(Trip))
      .addNode("turn_start", turnStart(Trip))
      .addNode("pay", ({ task_user_input: said }) => {
        paid.push(said ?? "");
        return {};
      })
      .addNode("ask", ({ trip_notes: notes }) => ({ trip_notes: [interrupt<string, string>(`${notes.length}?`)] }))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "pay")
      .addEdge("pay", "ask")
      .addConditionalEdges("ask", ({ trip_notes: notes }) => (notes.length < 40 ? "ask" : END), ["ask", END])
      .compile({ checkpointer: makeSaver() });
    const session = openSession({ graph, state: Trip, threadId: "t" });
    await session.send("pay", { idempotencyKey });
    let id = "";
    for (let number = 0; number < 40; number += 1) {
      id = (await session.pending())[0]?.id ?? "";
      await session.resume(id, "yes", { idempotencyKey: `answer ${number}` });
    }
    const done = { outcome: "done", turnId: "turn_1" };
    expect(await session.send("pay", { idempotencyKey })).toMatchObject(done);
    expect(paid).toEqual(["pay"]);
    expect(await session.resume(id, "yes", { idempotencyKey: "answer 39" })).toMatchObject(done);
  });

  test("the key of a turn does not pass on to the next one", async () => {
    const { session } = tripSession({ saver: makeSaver() });
    await session.send("sea", { idempotencyKey });
    await session.send("hills");
    await session.send("lake", { idempotencyKey: "request 2" });
    await session.send("lake", { idempotencyKey: "request 2" });
    expect((await session.state())?.trip_notes).toEqual(["sea", "hills", "lake"]);
  });

  test("a repeated message names the turn that was finished before it, and no other call does", async () => {
    const { session } = tripSession({ saver: makeSaver(), failures: 1 });
    await expect(session.send("sea")).rejects.toThrow("power cut");
    const next = await session.send("hills", { idempotencyKey });
    expect(next).toMatchObject({ outcome: "done", previous: { outcome: "finished", turnId: "turn_1" } });
    expect(await session.send("hills", { idempotencyKey })).toEqual(next);
    expect("previous" in (await session.send("lake", { idempotencyKey: "request 2" }))).toBe(false);
    expect("previous" in (await session.send("lake", { idempotencyKey: "request 2" }))).toBe(false);
  });

  test("a repeated message names the turn that it has ended, also after its own turn was answered", async () => {
    const { session } = tripSession({ saver: makeSaver(), failures: 1, asks: true });
    await expect(session.send("sea")).rejects.toThrow("power cut");
    const previous = { outcome: "ended", turnId: "turn_1", nodes: ["work"] };
    const next = await session.send("hills", { idempotencyKey, unfinished: "end" });
    expect(next).toMatchObject({ outcome: "interrupted", previous });
    expect(await session.send("hills", { idempotencyKey, unfinished: "end" })).toEqual(next);
    const [question] = await session.pending();
    const answered = await session.resume(question?.id ?? "", "yes", { idempotencyKey: "answer" });
    expect("previous" in answered).toBe(false);
    expect(await session.resume(question?.id ?? "", "yes", { idempotencyKey: "answer" })).toEqual(answered);
    expect(await session.send("hills", { idempotencyKey })).toMatchObject({ outcome: "done", previous });
  });

  test("a message whose process ended between the two turns names the first one when it is sent again", async () => {
    const saver = makeSaver();
    const { session } = tripSession({ saver, failures: 1 });
    await expect(session.send("sea")).rejects.toThrow("power cut");
    const put = saver.put.bind(saver);
    saver.put = (config, checkpoint, metadata, versions) =>
      metadata.source === "input"
        ? Promise.reject(new Error("power cut"))
        : put(config, checkpoint, metadata, versions ?? {});
    await expect(session.send("hills", { idempotencyKey })).rejects.toMatchObject({ code: "state-manager/notStored" });
    saver.put = put;
    const next = await session.send("hills", { idempotencyKey });
    expect(next).toMatchObject({ turnId: "turn_2", previous: { outcome: "finished", turnId: "turn_1" } });
  });

  test("the message after an unfinished turn with a key starts another turn", async () => {
    const { session } = tripSession({ saver: makeSaver(), failures: 1 });
    await expect(session.send("sea", { idempotencyKey })).rejects.toThrow("power cut");
    const next = await session.send("hills", { idempotencyKey: "request 2" });
    expect(next).toMatchObject({ outcome: "done", turnId: "turn_2", state: { trip_notes: ["sea", "hills"] } });
    expect(await session.send("hills", { idempotencyKey: "request 2" })).toMatchObject({ turnId: "turn_2" });
  });
});

test.each([[""], ["a\u0000b"], ["x".repeat(257)], [untyped(7)]])("refuses the key %j", async (key) => {
  const { session } = tripSession();
  await expect(session.send("sea", { idempotencyKey: key })).rejects.toMatchObject({
    code: "state-manager/invalidArgument",
  });
});
