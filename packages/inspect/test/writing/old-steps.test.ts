import { Command, MemorySaver } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { openSession } from "@tidemark/state-manager/langgraph";
import { describe, expect, onTestFinished, test } from "vitest";
import { inspector, threadReader } from "../../src/index.ts";
import { compareThreads } from "../../src/comparison/compare-threads.ts";
import { fareGraph, CountingModel, tripGraph } from "./desks.ts";
import { hoursAgo, minuteGraph } from "./old-threads.ts";
import { act, stepOf, values } from "./writing-app.ts";

const savers: Readonly<Record<string, () => BaseCheckpointSaver>> = {
  "SQLite of Tidemark": () => {
    const saver = sqliteSaver();
    onTestFinished(() => saver.close());
    return saver;
  },
  memory: () => new MemorySaver(),
};

const ann = { thread: "ann", person: "maria" };

describe.each(Object.entries(savers))("a thread of five hours ago on %s", (_, makeSaver) => {
  async function oldTrip() {
    const saver = makeSaver();
    const graph = minuteGraph(saver);
    await hoursAgo(5, () => openSession({ graph, threadId: "ann", userId: "ann" }).send("To Bergen"));
    const app = inspector({ saver, graph, write: true, token: "token" });
    const step = await stepOf(app, "ann", "weather");
    return { saver, graph, app, fork: { ...ann, step, to: "ann-2", models: "live" } };
  }

  test("is replayed along the same path, with the time that it had left at the step", async () => {
    const { saver, app, fork } = await oldTrip();
    expect(await act(app, "fork", fork)).toMatchObject({ outcome: "done" });
    expect(await values(app, "ann-2")).toMatchObject({
      control_is_killed: false,
      execution_final_answer: (await values(app, "ann"))["execution_final_answer"],
    });
    const reader = threadReader({ saver });
    const ran = async (thread: string) => (await reader.steps(thread)).steps.map(({ nodes }) => nodes);
    expect(await ran("ann-2")).toEqual(await ran("ann"));
  });

  test("is replayed with another value along the path that this value takes", async () => {
    const { app, fork } = await oldTrip();
    expect(await act(app, "fork", { ...fork, changes: { trip_sky: "sun" } })).toMatchObject({ outcome: "done" });
    expect(await values(app, "ann-2")).toMatchObject({ control_is_killed: false, trip_sky: "sun" });
    expect(JSON.stringify(await values(app, "ann-2"))).toContain("Booked in the sun.");
  });

  test("has a replayed step whose duration does not contain the age of the thread", async () => {
    const { saver, app, fork } = await oldTrip();
    await act(app, "fork", fork);
    const { steps } = await threadReader({ saver }).steps("ann-2");
    const replayed = steps.find(({ nodes }) => nodes.includes("booker"));
    expect(replayed?.milliseconds).toBeLessThan(3_600_000);
    expect(replayed?.stopped).toBeGreaterThan(4 * 3_600_000);
    expect(replayed?.waited).toBeNull();
  });

  test("has a replayed step that was routed for the same reason as the original one", async () => {
    const { saver, graph, app, fork } = await oldTrip();
    await act(app, "fork", fork);
    for (const reader of [threadReader({ saver }), threadReader({ saver, graph })]) {
      const rowOf = async (thread: string) => {
        const { routing } = await reader.why(thread, await stepOf(app, thread, "booker"));
        return { agrees: routing?.agrees, row: routing?.rows.find(({ taken }) => taken) };
      };
      expect(await rowOf("ann-2")).toMatchObject({ agrees: true, row: { condition: "a step of the plan is next" } });
      expect(await rowOf("ann-2")).toEqual(await rowOf("ann"));
    }
  });

  test("shows the time that the turn had used at a step, not the time since", async () => {
    const { saver, graph, app, fork } = await oldTrip();
    await act(app, "fork", { ...fork, changes: { trip_sky: "sun" }, run: false, models: "live" }).catch(() => null);
    const { limits } = await threadReader({ saver, graph }).facts("ann-2");
    expect(limits.find(({ kind }) => kind === "time")?.used).toBeLessThan(60);
  });

  test("equals its replay, but for times and ids", async () => {
    const { saver, app, fork } = await oldTrip();
    await act(app, "fork", fork);
    const reader = threadReader({ saver });
    const { fields, incidental } = await compareThreads(reader, "ann", "ann-2");
    expect(fields).toEqual([]);
    expect(incidental).toContain("execution_start_time");
  });
});

test("an approval that a person gave after hours does not count as running", async () => {
  const saver = sqliteSaver();
  onTestFinished(() => saver.close());
  const graph = tripGraph(saver);
  const session = openSession({ graph, threadId: "ann", userId: "ann" });
  const asked = await hoursAgo(5, () => session.send("Book a train"));
  if (asked.outcome !== "interrupted") throw new Error("Nobody was asked.");
  await session.resume(asked.interrupts[0]?.id ?? "", "approve");
  const { steps } = await threadReader({ saver }).steps("ann");
  const approval = steps.find(({ nodes }) => nodes.includes("approval"));
  expect(approval?.waited).toBeGreaterThan(4 * 3_600_000);
  expect(approval?.milliseconds).toBeLessThan(3_600_000);
  const total = steps.reduce((sum, { milliseconds }) => sum + (milliseconds ?? 0), 0);
  expect(total).toBeLessThan(3_600_000);
});

test("in a graph without Tidemark, a question that a session answered has its wait, and a replayed step its own duration", async () => {
  const saver = new MemorySaver();
  const graph = fareGraph(saver, new CountingModel((prompt) => (prompt.includes("Paris") ? "620" : "480")));
  const place = { configurable: { thread_id: "ann" } };
  await hoursAgo(5, () => graph.invoke({ messages: [{ role: "user", content: "To Paris" }] }, place));
  const app = inspector({ saver, graph, write: true, token: "token" });
  const step = await stepOf(app, "ann", "search");
  await act(app, "fork", { ...ann, step, to: "ann-2", changes: { price: 300 }, models: "live" });
  await act(app, "fork", { ...ann, step, to: "ann-3", models: "live" });
  const reader = threadReader({ saver });
  const last = (await reader.steps("ann-2")).steps.at(-1);
  expect(last).toMatchObject({ nodes: ["book"], waited: null, stopped: null });
  expect(last?.milliseconds).toBeLessThan(3_600_000);
  const { interrupts } = await reader.steps("ann");
  const answer = { ...ann, interrupt: interrupts[0]?.id, answer: "no" };
  await act(app, "answer", answer);
  const asked = (await reader.steps("ann")).steps.find(({ nodes }) => nodes.includes("ask"));
  expect(asked?.milliseconds).toBeLessThan(3_600_000);
  expect(asked?.waited).toBeGreaterThan(4 * 3_600_000);
});

test("in a graph without Tidemark that LangGraph alone ran, a wait and the time after it are known together", async () => {
  const saver = new MemorySaver();
  const graph = fareGraph(saver, new CountingModel(() => "620"));
  const place = { configurable: { thread_id: "ann" } };
  await hoursAgo(5, () => graph.invoke({ messages: [{ role: "user", content: "To Paris" }] }, place));
  await graph.invoke(new Command({ resume: "no" }), place);
  const asked = (await threadReader({ saver }).steps("ann")).steps.find(({ nodes }) => nodes.includes("ask"));
  expect(asked).toMatchObject({ milliseconds: null, stopped: null });
  expect(asked?.waited).toBeGreaterThan(4 * 3_600_000);
});
