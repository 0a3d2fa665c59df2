import { END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { Trip } from "../trip.ts";
import { tripSession } from "./session-graph.ts";

const notesOf = (result: { readonly outcome: string }): unknown =>
  "state" in result ? Reflect.get(Object(result.state), "trip_notes") : result.outcome;

describe.each([
  ["MemorySaver", () => new MemorySaver()],
  ["SqliteSaver", () => SqliteSaver.fromConnString(":memory:")],
])("turns of a session on %s", (_, makeSaver) => {
  test("runs turns and returns the deeply frozen state", async () => {
    const { session } = tripSession({ saver: makeSaver() });
    const first = await session.send("sea");
    const second = await session.send({ messages: [{ role: "user", content: "hills" }] });
    expect(first).toMatchObject({ outcome: "done", turnId: "turn_1" });
    expect(second).toMatchObject({ outcome: "done", turnId: "turn_2", state: { trip_notes: ["sea", "hills"] } });
    const state = await session.state();
    expect(Object.isFrozen(state) && Object.isFrozen(state?.trip_notes)).toBe(true);
    expect(() => Reflect.apply(Array.prototype.push, state?.trip_notes, ["more"])).toThrow(TypeError);
  });

  test("a hundred concurrent turns of one thread are all in the state, in the order in which they were sent", async () => {
    const { session } = tripSession({ saver: makeSaver() });
    const texts = Array.from({ length: 100 }, (__, index) => `note ${index}`);
    const results = await Promise.all(texts.map((each) => session.send(each)));
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(["done"]));
    expect((await session.state())?.trip_notes).toEqual(texts);
  });

  test("of two answers to one interrupt the first one counts, and the second one is reported as resolved", async () => {
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

  test("an answer and a continued turn are streamed like a message", async () => {
    const { session } = tripSession({ saver: makeSaver(), asks: true, failures: 1 });
    await expect(session.send("sea")).rejects.toThrow("power cut");
    const nodes: string[] = [];
    const tell = async (run: AsyncGenerator<unknown, { readonly outcome: string }>) => {
      for (;;) {
        const step = await run.next();
        if (step.done === true) return step.value.outcome;
        if (typeof step.value === "object" && step.value !== null) nodes.push(...Object.keys(step.value));
      }
    };
    expect(await tell(session.streamContinue({ streamMode: "updates" }))).toBe("interrupted");
    const [question] = await session.pending();
    expect(await tell(session.streamResume(question?.id ?? "", "yes", { streamMode: "updates" }))).toBe("done");
    expect(nodes).toEqual(["work", "__interrupt__", "ask", "note"]);
  });

  test("every run receives the user id", async () => {
    const saver = makeSaver();
    const { session } = tripSession({ saver, userId: "ann" });
    await session.send("sea");
    expect((await session.state())?.runtime_user_id).toBe("ann");
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

  test("an answer to an unknown interrupt returns the pending ones", async () => {
    const { session } = tripSession({ saver: makeSaver(), asks: true });
    await session.send("sea");
    const [question] = await session.pending();
    expect(await session.resume("nothing", true)).toEqual({
      outcome: "unknownInterrupt",
      status: "unknownInterrupt",
      interruptId: "nothing",
      pending: [question?.id],
    });
  });

  test("an error in a turn is thrown, and the turn can be continued", async () => {
    const { session } = tripSession({ saver: makeSaver(), failures: 1 });
    await expect(session.send("sea")).rejects.toThrow("power cut");
    expect(await session.continue()).toMatchObject({
      outcome: "done",
      turnId: "turn_1",
      state: { trip_notes: ["sea"] },
    });
    expect(await session.continue()).toEqual({
      outcome: "nothingToContinue",
      status: "nothingToContinue",
      threadId: "t",
    });
  });

  test.each([
    ["end", ["hills"], "ended"],
    ["finish", ["sea", "hills"], "finished"],
    [undefined, ["sea", "hills"], "finished"],
  ] as const)("a new message after an unfinished turn, with `%s`, leaves %j", async (unfinished, notes, outcome) => {
    const { session } = tripSession({ saver: makeSaver(), failures: 1 });
    await expect(session.send("sea")).rejects.toThrow("power cut");
    const result = await session.send("hills", unfinished === undefined ? {} : { unfinished });
    expect(notesOf(result)).toEqual(notes);
    expect(result).toMatchObject({ turnId: "turn_2", previous: { outcome, turnId: "turn_1", nodes: ["work"] } });
    expect(await session.send("lake")).not.toHaveProperty("previous");
  });

  test("a new message waits for an unfinished turn that fails again, until it is ended", async () => {
    const { session } = tripSession({ saver: makeSaver(), failures: 2 });
    await expect(session.send("sea")).rejects.toThrow("power cut");
    expect(await session.send("hills")).toMatchObject({
      outcome: "unfinished",
      turnId: "turn_1",
      nodes: ["work"],
      error: { message: "power cut" },
    });
    expect(notesOf(await session.send("hills", { unfinished: "end" }))).toEqual(["hills"]);
  });

  test("a new message waits for an unfinished turn that asks when it is finished", async () => {
    const { session } = tripSession({ saver: makeSaver(), failures: 1, asks: true });
    await expect(session.send("sea")).rejects.toThrow("power cut");
    const refused = await session.send("hills");
    const [question] = await session.pending();
    expect(refused).toMatchObject({ outcome: "unfinished", turnId: "turn_1", interrupts: [{ id: question?.id }] });
    expect(notesOf(await session.resume(question?.id ?? "", true))).toEqual(["sea"]);
  });

  test("a new message after an unfinished turn can be refused", async () => {
    const { session } = tripSession({ saver: makeSaver(), failures: 1 });
    await expect(session.send("sea")).rejects.toThrow("power cut");
    expect(await session.send("hills", { unfinished: "refuse" })).toEqual({
      outcome: "unfinished",
      status: "unfinished",
      turnId: "turn_1",
      nodes: ["work"],
    });
  });

  test("a new message while an interrupt waits is a new turn", async () => {
    const { session } = tripSession({ saver: makeSaver(), asks: true });
    await session.send("sea");
    const [first] = await session.pending();
    expect(await session.send("hills")).toMatchObject({ outcome: "interrupted", turnId: "turn_2" });
    // Nobody answered the interrupt before the new message.
    expect(await session.resume(first?.id ?? "", true)).toEqual({
      outcome: "abandoned",
      status: "abandoned",
      interruptId: first?.id,
    });
    const [second] = await session.pending();
    expect(await session.resume(second?.id ?? "", true)).toMatchObject({ outcome: "done" });
    expect(await session.resume(second?.id ?? "", true)).toMatchObject({ outcome: "alreadyResolved" });
    expect(await session.resume(first?.id ?? "", true)).toMatchObject({ outcome: "abandoned" });
  });

  test("writes of a finished node are kept when a new message arrives while another node waits", async () => {
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
});

describe("turns of a session", () => {
  test("streams LangGraph's stream and returns the result", async () => {
    const { session } = tripSession();
    const stream = session.stream("sea", { streamMode: "updates" });
    const chunks: string[] = [];
    let step = await stream.next();
    for (; step.done !== true; step = await stream.next()) chunks.push(...Object.keys(step.value ?? {}));
    expect(chunks).toEqual(["turn_start", "work", "ask", "note"]);
    expect(step.value).toMatchObject({ outcome: "done" });
  });

  test("a caller that stops reading a stream releases the thread", async () => {
    const { session } = tripSession();
    for await (const _ of session.stream("sea")) break;
    expect((await session.send("hills", { onBusy: "refuse" })).outcome).toBe("done");
  });

  test("reports a missing node instead of doing nothing", async () => {
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
    expect(await later.continue()).toEqual({ outcome: "missingNode", status: "missingNode", nodes: ["ask"] });
    expect(await later.resume(question?.id ?? "", true)).toEqual({
      outcome: "missingNode",
      status: "missingNode",
      nodes: ["ask"],
    });
    expect(await later.send("hills")).toMatchObject({ outcome: "done", turnId: "turn_2" });
  });
});
