import { MemorySaver } from "@langchain/langgraph";
import { executionSeconds } from "@tidemark/agents/internal";
import { expect, test } from "vitest";
import { at, config, say, trip } from "../graph/trip-graph.ts";

/** A clock that agrees with that of the machine, until hours pass. */
function clockThatJumps() {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset).toISOString(),
    wait: at.wait,
    pass(hours: number) {
      offset += hours * 3_600_000;
    },
  };
}

/** A trip whose first agent is stopped by the caller before it has stored anything. */
async function interruptedTrip(checkpointer: MemorySaver, clock: ReturnType<typeof clockThatJumps>) {
  const caller = new AbortController();
  const { graph } = trip({
    checkpointer,
    clock,
    timer: at,
    limits: { maxExecutionTimeSeconds: 120 },
    weather: () => {
      caller.abort();
      return new Promise(() => {});
    },
  });
  await expect(graph.invoke(say("To Bergen"), { ...config, signal: caller.signal })).rejects.toThrow("abort");
}

test("a turn that is continued after hours has the time left that it had when it stopped", async () => {
  const checkpointer = new MemorySaver();
  const clock = clockThatJumps();
  await interruptedTrip(checkpointer, clock);
  clock.pass(5);
  const { graph, executed } = trip({ checkpointer, clock, timer: at, limits: { maxExecutionTimeSeconds: 120 } });
  const state = await graph.invoke(null, config);
  expect(executed).toEqual(["weather", "booker in Bergen"]);
  expect(state.execution_final_answer).toBe("Done: 2 steps.");
  expect(state.execution_total_time).toBeLessThan(120);
});

test("an edit while nothing runs does not end the pause", async () => {
  const checkpointer = new MemorySaver();
  const clock = clockThatJumps();
  await interruptedTrip(checkpointer, clock);
  clock.pass(5);
  const { graph, executed } = trip({ checkpointer, clock, timer: at, limits: { maxExecutionTimeSeconds: 120 } });
  // As a session writes an edit: values alone, and no edge.
  const before = await checkpointer.getTuple(config);
  if (before === undefined) throw new Error("The thread has no checkpoint.");
  // "g" sorts after each digit of an id.
  const checkpoint = { ...before.checkpoint, id: `${before.checkpoint.id.slice(0, -1)}g`, ts: clock.now() };
  await checkpointer.put(before.config, checkpoint, { source: "update", step: 9, parents: {} });
  const state = await graph.invoke(null, config);
  expect(executed).toEqual(["weather", "booker in Bergen"]);
  expect(state.execution_total_time).toBeLessThan(120);
});

test("the time that a turn ran before it was stopped still counts", async () => {
  const checkpointer = new MemorySaver();
  const clock = clockThatJumps();
  await interruptedTrip(checkpointer, clock);
  const before = (await checkpointer.getTuple(config))?.checkpoint;
  const start = Number(before?.channel_values["execution_start_time"]);
  const used = Date.parse(before?.ts ?? "") / 1_000 - start;
  clock.pass(5);
  let seen = 0;
  const { graph } = trip({ checkpointer, clock, timer: at });
  for await (const values of await graph.stream(null, { ...config, streamMode: "values" })) {
    const { execution_start_time: moved } = values;
    if (moved !== null && moved !== start && seen === 0) seen = executionSeconds(values, clock.now());
  }
  expect(seen).toBeGreaterThanOrEqual(used);
  expect(seen).toBeLessThan(3_600);
});

test("a damaged checkpoint that is its own parent does not hold up the turn", async () => {
  const checkpointer = new MemorySaver();
  const clock = clockThatJumps();
  await interruptedTrip(checkpointer, clock);
  const { graph, executed } = trip({ checkpointer, clock, timer: at, limits: { maxExecutionTimeSeconds: 120 } });
  const before = await checkpointer.getTuple(config);
  if (before === undefined) throw new Error("The thread has no checkpoint.");
  await checkpointer.put(before.config, before.checkpoint, { source: "update", step: 9, parents: {} });
  await graph.invoke(null, config);
  expect(executed).toEqual(["weather", "booker in Bergen"]);
});
