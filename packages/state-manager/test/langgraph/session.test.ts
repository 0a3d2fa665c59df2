import { Command, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { Trip } from "../trip.ts";
import { untyped } from "../untyped.ts";
import { tripGraph, tripSession } from "./session-graph.ts";

const notesOf = (result: { readonly outcome: string }): unknown =>
  "state" in result ? Reflect.get(Object(result.state), "trip_notes") : result.outcome;

describe.each([
  ["MemorySaver", () => new MemorySaver()],
  ["SqliteSaver", () => SqliteSaver.fromConnString(":memory:")],
])("a session on %s", (_, makeSaver) => {
  test("takes turns and gives the state, frozen to the bottom", async () => {
    const { session } = tripSession({ saver: makeSaver() });
    const first = await session.send("sea");
    const second = await session.send({ messages: [{ role: "user", content: "hills" }] });
    expect(first).toMatchObject({ outcome: "done", turnId: "turn_1" });
    expect(second).toMatchObject({ outcome: "done", turnId: "turn_2", state: { trip_notes: ["sea", "hills"] } });
    const state = await session.state();
    expect(Object.isFrozen(state) && Object.isFrozen(state?.trip_notes)).toBe(true);
    expect(() => Reflect.apply(Array.prototype.push, state?.trip_notes, ["more"])).toThrow(TypeError);
  });

  test("a hundred turns at once on one thread are all in the state, in the order in which they were sent", async () => {
    const { session } = tripSession({ saver: makeSaver() });
    const said = Array.from({ length: 100 }, (__, index) => `note ${index}`);
    const results = await Promise.all(said.map((each) => session.send(each)));
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(["done"]));
    expect((await session.state())?.trip_notes).toEqual(said);
  });

  test("of two answers to one interrupt the first acts, and the second is told", async () => {
    const { session } = tripSession({ saver: makeSaver(), asks: true });
    const asked = await session.send("sea");
    const [question] = asked.outcome === "interrupted" ? asked.interrupts : [];
    expect(question).toMatchObject({ node: "ask", value: { question: "Shall I?" } });
    const answers = await Promise.all([
      session.resume(question?.id ?? "", "yes"),
      session.resume(question?.id ?? "", "no"),
    ]);
    expect(answers).toMatchObject([{ outcome: "done" }, { outcome: "alreadyResolved", interruptId: question?.id }]);
    expect((await session.state())?.trip_tasks).toEqual([{ id: "answer", status: '"yes"' }]);
    expect(await session.resume(question?.id ?? "", "late")).toMatchObject({ outcome: "alreadyResolved" });
  });

  test.each([false, 0, "", null, { approved: false }])("%j is an answer", async (answer) => {
    const { session } = tripSession({ saver: makeSaver(), asks: true });
    await session.send("sea");
    const [question] = await session.pending();
    expect(await session.resume(question?.id ?? "", answer)).toMatchObject({
      outcome: "done",
      state: { trip_tasks: [{ status: JSON.stringify(answer) }] },
    });
  });

  test("an answer to an interrupt that never was names those that wait", async () => {
    const { session } = tripSession({ saver: makeSaver(), asks: true });
    await session.send("sea");
    const [question] = await session.pending();
    expect(await session.resume("nothing", true)).toEqual({
      outcome: "unknownInterrupt",
      interruptId: "nothing",
      pending: [question?.id],
    });
  });

  test("a turn that an error broke off is thrown, and can be continued", async () => {
    const { session } = tripSession({ saver: makeSaver(), failures: 1 });
    await expect(session.send("sea")).rejects.toThrow("power cut");
    expect(await session.continue()).toMatchObject({
      outcome: "done",
      turnId: "turn_1",
      state: { trip_notes: ["sea"] },
    });
    expect(await session.continue()).toEqual({ outcome: "nothingToContinue", threadId: "t" });
  });

  test.each([
    ["keep", ["hills"]],
    ["finish", ["sea", "hills"]],
  ] as const)("a new message after a broken turn, with `%s`, leaves %j", async (unfinished, notes) => {
    const { session } = tripSession({ saver: makeSaver(), failures: 1 });
    await expect(session.send("sea")).rejects.toThrow("power cut");
    expect(notesOf(await session.send("hills", { unfinished }))).toEqual(notes);
  });

  test("a new message after a broken turn can be refused", async () => {
    const { session } = tripSession({ saver: makeSaver(), failures: 1 });
    await expect(session.send("sea")).rejects.toThrow("power cut");
    expect(await session.send("hills", { unfinished: "refuse" })).toEqual({
      outcome: "unfinished",
      turnId: "turn_1",
      nodes: ["work"],
    });
  });

  test("a new message while an interrupt waits is a new turn", async () => {
    const { session } = tripSession({ saver: makeSaver(), asks: true });
    await session.send("sea");
    const [first] = await session.pending();
    expect(await session.send("hills")).toMatchObject({ outcome: "interrupted", turnId: "turn_2" });
    expect(await session.resume(first?.id ?? "", true)).toMatchObject({ outcome: "alreadyResolved" });
  });

  test("what a finished node wrote beside one that waits is kept when a new message comes", async () => {
    const graph = new StateGraph(toStateSchema(Trip))
      .addNode("turn_start", turnStart(Trip))
      .addNode("finds", ({ task_user_input }) => ({ trip_notes: [`found for ${task_user_input}`] }))
      .addNode("asks", () => {
        interrupt("Which one?");
        return {};
      })
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "finds")
      .addEdge("turn_start", "asks")
      .addEdge("finds", END)
      .addEdge("asks", END)
      .compile({ checkpointer: makeSaver() });
    const session = openSession({ graph, state: Trip, threadId: "t" });
    await session.send("sea");
    await session.send("hills");
    const [question] = await session.pending();
    const ended = await session.resume(question?.id ?? "", "this one");
    expect(notesOf(ended)).toEqual(["found for sea", "found for hills"]);
  });

  test("an edit from outside is written in the writer's name, noted with its author, and sets no node off", async () => {
    const { session } = tripSession({ saver: makeSaver() });
    await session.send("sea");
    const edited = await session.update({ trip_city: "Oslo" }, { author: "user:ann", reason: "A typo." });
    expect(edited).toMatchObject({ outcome: "saved", state: { trip_city: "Oslo", trip_notes: ["sea"] } });
    expect((await session.state())?.runtime_audit_log).toMatchObject([
      { action: "edit", author: "user:ann", reason: "A typo.", turnId: "turn_1", fields: ["trip_city"] },
    ]);
    await expect(session.update(untyped({ runtime_user_id: "eve" }), { author: "eve" })).rejects.toThrow(/belongs to/);
    expect(await session.continue()).toMatchObject({ outcome: "nothingToContinue" });
    expect(notesOf(await session.send("hills"))).toEqual(["sea", "hills"]);
  });

  test("a person's proposal is committed at once, by the same rules as an agent's", async () => {
    const { session } = tripSession({ saver: makeSaver() });
    await session.send("sea");
    const answered = await session.propose({ trip_city: "Oslo" }, { userId: "ann", reason: "We changed our mind." });
    expect(answered).toMatchObject({
      outcome: "answered",
      decisions: [{ outcome: "accepted", proposedBy: "user:ann" }],
      state: { trip_city: "Oslo" },
    });
    const refused = await session.propose({ trip_locked: "mine" }, { userId: "eve", reason: "" });
    expect(refused).toMatchObject({ decisions: [{ outcome: "refused", reason: { code: "notAllowed" } }] });
    expect(notesOf(await session.send("hills"))).toEqual(["sea", "hills"]);
    expect((await session.state())?.trip_city).toBe("Oslo");
  });

  test("a person's proposal on what they were shown is stale when the field has moved on", async () => {
    const { session } = tripSession({ saver: makeSaver(), policies: { trip_city: "ask" } });
    await session.send("sea");
    const base = (await session.state())?.runtime_field_versions ?? {};
    await session.propose({ trip_city: "Oslo" }, { userId: "ann", reason: "", base });
    const late = await session.propose({ trip_city: "Rome" }, { userId: "ben", reason: "I saw none.", base });
    expect(late).toMatchObject({ decisions: [{ outcome: "asked" }], state: { trip_city: "Oslo" } });
    expect(late).toMatchObject({ state: { control_proposals: [{ proposedBy: "user:ben" }] } });
  });

  test("what a commit left open is answered later, once, also in another turn", async () => {
    const { session } = tripSession({ saver: makeSaver(), policies: { trip_city: "ask" } });
    await session.send("sea");
    await session.propose({ trip_city: "Oslo" }, { userId: "ann", reason: "", base: {} });
    await session.propose({ trip_city: "Rome" }, { userId: "ben", reason: "", base: {} });
    await session.send("hills");
    const [id = ""] = Object.keys((await session.state())?.execution_pending_approvals ?? {});
    const answers = await Promise.all([
      session.answer({ [id]: true }, { userId: "cleo" }),
      session.answer({ [id]: false }, { userId: "dan" }),
    ]);
    expect(answers).toMatchObject([
      { outcome: "answered", decisions: [{ outcome: "accepted", how: "chosen" }], state: { trip_city: "Rome" } },
      { outcome: "notOpen", answerIds: [id] },
    ]);
    const state = await session.state();
    expect(state?.runtime_audit_log.at(-1)).toMatchObject({ proposedBy: "user:ben", decidedBy: "user:cleo" });
    expect([state?.control_proposals, state?.execution_pending_approvals]).toEqual([[], {}]);
    expect(await session.answer({ [id]: true, other: true }, { userId: "cleo" })).toMatchObject({ outcome: "notOpen" });
  });

  test("nothing is edited while a question waits", async () => {
    const { session } = tripSession({ saver: makeSaver(), asks: true });
    await session.send("sea");
    expect(await session.update({ trip_city: "Oslo" }, { author: "ann" })).toMatchObject({
      outcome: "interrupted",
      interrupts: [{ node: "ask" }],
    });
    expect((await session.pending()).length).toBe(1);
  });

  test("history tells the turns, and a fork parts at the end of any of them", async () => {
    const { session } = tripSession({ saver: makeSaver() });
    for (const said of ["sea", "hills", "snow"]) await session.send(said);
    const history = await session.history();
    expect(history.map(({ turnId, userInput, status }) => [turnId, userInput, status])).toEqual([
      ["turn_3", "snow", "ended"],
      ["turn_2", "hills", "ended"],
      ["turn_1", "sea", "ended"],
    ]);
    const fork = await session.fork({ threadId: "other", checkpointId: history[1]?.checkpointId ?? "" });
    expect((await fork.state())?.trip_notes).toEqual(["sea", "hills"]);
    expect(notesOf(await fork.send("rain"))).toEqual(["sea", "hills", "rain"]);
    expect(notesOf(await session.send("sun"))).toEqual(["sea", "hills", "snow", "sun"]);
    await expect(session.fork({ threadId: "other" })).rejects.toMatchObject({ code: "state-manager/threadExists" });
    await expect(session.fork({ threadId: "new", checkpointId: "none" })).rejects.toMatchObject({
      code: "state-manager/noSuchCheckpoint",
    });
  });

  test("a fork takes a pending question along", async () => {
    const { session } = tripSession({ saver: makeSaver(), asks: true });
    await session.send("sea");
    const fork = await session.fork({ threadId: "other" });
    const [question] = await fork.pending();
    expect(await fork.resume(question?.id ?? "", "yes")).toMatchObject({
      outcome: "done",
      state: { trip_notes: ["sea"] },
    });
    expect((await session.pending()).length).toBe(1);
  });

  test("a deleted thread is gone", async () => {
    const { session } = tripSession({ saver: makeSaver() });
    await session.send("sea");
    expect(await session.delete()).toEqual({ outcome: "deleted" });
    expect([await session.state(), await session.history()]).toEqual([null, []]);
  });
});

describe("a session", () => {
  test("refuses to stand in line when it is told so, and gives up when its signal says so", async () => {
    const { session } = tripSession();
    const first = session.send("sea");
    expect(await session.send("hills", { onBusy: "refuse" })).toEqual({ outcome: "busy", threadId: "t" });
    const controller = new AbortController();
    const waiting = session.send("snow", { signal: controller.signal });
    controller.abort();
    expect(await waiting).toEqual({ outcome: "aborted", threadId: "t" });
    expect((await first).outcome).toBe("done");
  });

  test("sessions on one checkpointer stand in one line, whoever opened them", async () => {
    const { session, graph } = tripSession();
    const other = openSession({ graph, state: Trip, threadId: "t" });
    await Promise.all([session.send("a"), other.send("b"), session.send("c"), other.send("d")]);
    expect((await session.state())?.trip_notes).toEqual(["a", "b", "c", "d"]);
  });

  test("streams what the host streams, and returns the result", async () => {
    const { session } = tripSession();
    const stream = session.stream("sea", { streamMode: "updates" });
    const chunks: string[] = [];
    let step = await stream.next();
    for (; step.done !== true; step = await stream.next()) chunks.push(...Object.keys(step.value ?? {}));
    expect(chunks).toEqual(["turn_start", "work", "ask", "note"]);
    expect(step.value).toMatchObject({ outcome: "done" });
  });

  test("who stops listening to a stream gives the thread back", async () => {
    const { session } = tripSession();
    for await (const _ of session.stream("sea")) break;
    expect((await session.send("hills", { onBusy: "refuse" })).outcome).toBe("done");
  });

  test("names a node that is gone instead of doing nothing", async () => {
    const { session, saver } = tripSession({ asks: true });
    await session.send("sea");
    const [question] = await session.pending();
    const renamed = new StateGraph(toStateSchema(Trip))
      .addNode("turn_start", turnStart(Trip))
      .addNode("ask_politely", () => ({}))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "ask_politely")
      .addEdge("ask_politely", END)
      .compile({ checkpointer: saver });
    const later = openSession({ graph: renamed, state: Trip, threadId: "t" });
    expect(await later.continue()).toEqual({ outcome: "missingNode", nodes: ["ask"] });
    expect(await later.resume(question?.id ?? "", true)).toEqual({ outcome: "missingNode", nodes: ["ask"] });
    expect(await later.send("hills")).toMatchObject({ outcome: "done", turnId: "turn_2" });
  });

  test("works beside clients that know nothing of it", async () => {
    const { session, graph } = tripSession({ asks: true });
    await graph.invoke({ messages: [{ role: "user", content: "sea" }] }, { configurable: { thread_id: "t" } });
    const [question] = await session.pending();
    await graph.invoke(new Command({ resume: "yes" }), { configurable: { thread_id: "t" } });
    expect(await session.resume(question?.id ?? "", "no")).toMatchObject({ outcome: "alreadyResolved" });
    expect((await session.state())?.trip_tasks).toEqual([{ id: "answer", status: '"yes"' }]);
  });

  test("a graph without a checkpointer is refused at once", () => {
    expect(() => openSession({ graph: tripGraph(undefined), state: Trip, threadId: "t" })).toThrow(
      /needs a checkpointer/,
    );
  });

  test("a thread that nobody has written to has no state", async () => {
    const { session } = tripSession();
    expect([await session.state(), await session.pending(), await session.history()]).toEqual([null, [], []]);
    expect(await session.continue()).toEqual({ outcome: "nothingToContinue", threadId: "t" });
  });
});
