import { Command, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { defineState, field } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { append } from "@tidemark/reducers";
import { defineNode, openSession } from "@tidemark/state-manager/langgraph";
import type { NodeRuntime } from "@tidemark/state-manager/internal/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { namesEachQuestion } from "../../src/kernel/answerers.graph.ts";

const Log = defineState({
  version: 1,
  fields: {
    done: field(z.array(z.string()).readonly(), {
      default: [],
      lifetime: "thread",
      owner: "worker",
      reducer: append<string>(),
    }),
  },
});

const NOON = Date.parse("2026-06-01T12:00:00.000Z");
const DAY = 86_400_000;

type Work = (wait: NodeRuntime<typeof Log>["wait"]) => Promise<void>;

/** A session whose nodes wait, on a clock that the test sets. */
function waiting(work: Work, ask = false) {
  let present = NOON;
  const clock = { now: () => new Date(present).toISOString(), wait: () => Promise.resolve() };
  const graph = new StateGraph(toStateSchema(Log))
    .addNode(
      "work",
      defineNode(Log, {
        agent: "worker",
        clock,
        run: async (_, { wait }) => {
          await work(wait);
          return { done: ["waited"] };
        },
      }),
    )
    .addNode("ask", () => ({ done: ask ? [String(interrupt("Shall I?"))] : [] }))
    .addEdge(START, "work")
    .addEdge(START, "ask")
    .addEdge("work", END)
    .addEdge("ask", END)
    .compile({ checkpointer: new MemorySaver() });
  const session = openSession({ graph, threadId: "ann", clock });
  return { graph, session, pass: (milliseconds: number) => void (present += milliseconds) };
}

/** The same with the node that waits in a graph inside of the graph. */
function nested(work: Work) {
  let present = NOON;
  const clock = { now: () => new Date(present).toISOString(), wait: () => Promise.resolve() };
  const worker = defineNode(Log, {
    agent: "worker",
    clock,
    run: async (_, { wait }) => {
      await work(wait);
      return { done: ["waited"] };
    },
  });
  const inner = new StateGraph(toStateSchema(Log))
    .addNode("work", worker)
    .addEdge(START, "work")
    .addEdge("work", END)
    .compile();
  const graph = new StateGraph(toStateSchema(Log))
    .addNode("inner", inner)
    .addEdge(START, "inner")
    .addEdge("inner", END)
    .compile({ checkpointer: new MemorySaver() });
  const session = openSession({ graph, threadId: "ann", clock });
  return { graph, session, pass: (milliseconds: number) => void (present += milliseconds) };
}

const timersOf = async ({ session }: Pick<ReturnType<typeof waiting>, "session">) => {
  const found = await session.pending();
  return found.flatMap((each) => (each.kind === "timer" ? [{ id: each.id, until: each.value.until }] : []));
};

describe("a wait for a time", () => {
  test("ends the turn as one that waits, with the time", async () => {
    const { session } = waiting((wait) => wait.for("3 days"));
    const turn = await session.send({});
    if (turn.status !== "waiting") throw new Error(turn.status);
    expect(turn.waits).toMatchObject([{ kind: "timer", node: "work", value: { until: "2026-06-04T12:00:00.000Z" } }]);
    expect([turn.questions, turn.approvals]).toEqual([[], []]);
  });

  test("goes on at its time, and not before", async () => {
    const { session, pass } = waiting((wait) => wait.until(new Date(NOON + DAY)));
    const turn = await session.send({});
    const id = turn.status === "waiting" ? (turn.waits[0]?.id ?? "") : "";
    pass(DAY - 1);
    expect(await session.resume(id, null, { settles: true })).toMatchObject({
      outcome: "notDue",
      until: "2026-06-02T12:00:00.000Z",
    });
    pass(1);
    expect(await session.resume(id, null, { settles: true })).toMatchObject({
      outcome: "done",
      state: { done: ["waited"] },
    });
    expect(await session.resume(id, null, { settles: true })).toMatchObject({ outcome: "alreadyResolved" });
  });

  test("is continued by no answer of a client, whatever it says and whenever it comes", async () => {
    const desk = waiting((wait) => wait.for("1 day"));
    await desk.session.send({});
    desk.pass(2 * DAY);
    const [timer] = await timersOf(desk);
    for (const word of ["yes", null, { type: "timer", until: "2020-01-01T00:00:00.000Z" }]) {
      expect(await desk.session.resume(timer?.id ?? "", word)).toMatchObject({ outcome: "notAllowed" });
    }
    expect(await timersOf(desk)).toEqual([timer]);
  });

  test("is continued by no word without an id, which stays the answer of the one question", async () => {
    const desk = waiting((wait) => wait.for("1 day"), true);
    await desk.session.send({});
    const before = await timersOf(desk);
    const config = { configurable: { thread_id: "ann" } };
    await desk.graph.invoke(new Command({ resume: "yes" }), config);
    expect(await timersOf(desk)).toEqual(before);
    expect(await desk.session.questions()).toEqual([]);
    desk.pass(DAY);
    const done = await desk.session.resume(before[0]?.id ?? "", null, { settles: true });
    expect(done).toMatchObject({ outcome: "done" });
    expect((await desk.session.state())?.done.toSorted()).toEqual(["waited", "yes"]);
  });

  test("asks again for a value that a program has passed without a session", async () => {
    const desk = waiting((wait) => wait.for("1 day"));
    await desk.session.send({});
    const before = await timersOf(desk);
    const resume = { [before[0]?.id ?? ""]: "yes" };
    await desk.graph.invoke(new Command({ resume }), { configurable: { thread_id: "ann" } });
    expect(await timersOf(desk)).toEqual(before);
  });

  test("asks again for its own value, early or late, from a program without a session", async () => {
    const desk = waiting((wait) => wait.for("1 day"));
    await desk.session.send({});
    const before = await timersOf(desk);
    const [timer] = before;
    const resume = { [timer?.id ?? ""]: { type: "timer", until: timer?.until } };
    const config = { configurable: { thread_id: "ann" } };
    await desk.graph.invoke(new Command({ resume }), config);
    desk.pass(DAY);
    await desk.graph.invoke(new Command({ resume }), config);
    expect(await timersOf(desk)).toEqual(before);
    expect(await desk.session.resume(timer?.id ?? "", null, { settles: true })).toMatchObject({ outcome: "done" });
  });

  test("of a task is continued by no value of a program after the one before it was", async () => {
    const desk = waiting(async (wait) => {
      await wait.for("1 day");
      await wait.for("2 days");
    });
    await desk.session.send({});
    const [first] = await timersOf(desk);
    desk.pass(DAY);
    await desk.session.resume(first?.id ?? "", null, { settles: true });
    const before = await timersOf(desk);
    const [second] = before;
    for (const until of [first?.until, second?.until]) {
      const resume = { [second?.id ?? ""]: { type: "timer", until } };
      await desk.graph.invoke(new Command({ resume }), { configurable: { thread_id: "ann" } });
      expect(await timersOf(desk)).toEqual(before);
    }
    desk.pass(2 * DAY);
    expect(await desk.session.resume(second?.id ?? "", null, { settles: true })).toMatchObject({ outcome: "done" });
  });

  test("in a graph inside of the graph is continued by its time alone", async () => {
    const desk = nested((wait) => wait.for("1 day"));
    await desk.session.send({});
    const before = await timersOf(desk);
    const [timer] = before;
    const resume = { [timer?.id ?? ""]: { type: "timer", until: timer?.until } };
    await desk.graph.invoke(new Command({ resume }), { configurable: { thread_id: "ann" } });
    expect(await timersOf(desk)).toEqual(before);
    desk.pass(DAY);
    expect(await desk.session.resume(timer?.id ?? "", null, { settles: true })).toMatchObject({ outcome: "done" });
  });

  test("keeps its time when another question is answered meanwhile", async () => {
    const desk = waiting((wait) => wait.for("1 day"), true);
    await desk.session.send({});
    const before = await timersOf(desk);
    desk.pass(DAY / 2);
    const [question] = await desk.session.questions();
    await desk.session.answer(question, "yes");
    expect(await timersOf(desk)).toEqual(before);
  });

  test("begins after the one before it", async () => {
    const desk = waiting(async (wait) => {
      await wait.for("1 day");
      await wait.for("1 day");
    });
    await desk.session.send({});
    const [first] = await timersOf(desk);
    desk.pass(2 * DAY);
    await desk.session.resume(first?.id ?? "", null, { settles: true });
    const [second] = await timersOf(desk);
    expect(second?.until).toBe("2026-06-04T12:00:00.000Z");
    // LangGraph before 1.7 names all questions of a task alike.
    expect(second?.id === first?.id).toBe(!namesEachQuestion());
  });

  test("ends with the turn, and with the next message", async () => {
    const desk = waiting((wait) => wait.for("1 day"));
    await desk.session.send({});
    const [first] = await timersOf(desk);
    expect(await desk.session.end()).toMatchObject({ outcome: "ended" });
    expect(await timersOf(desk)).toEqual([]);
    desk.pass(DAY);
    expect(await desk.session.resume(first?.id ?? "", null, { settles: true })).toMatchObject({ outcome: "abandoned" });
    await desk.session.send({});
    const [second] = await timersOf(desk);
    await desk.session.send({});
    expect((await timersOf(desk)).map(({ id }) => id)).not.toContain(second?.id);
  });

  test("needs a time or a duration", async () => {
    for (const work of [
      (wait) => wait.for("soon"),
      (wait) => wait.for(-1),
      (wait) => wait.until("soon"),
    ] satisfies Work[]) {
      await expect(waiting(work).session.send({})).rejects.toMatchObject({ code: "state-manager/invalidArgument" });
    }
  });
});
