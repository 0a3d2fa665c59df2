import { GraphInterrupt } from "@langchain/langgraph";
import { killSwitch } from "@tidemark/agents";
import { stoppable, ThreadRuns } from "@tidemark/agents/internal/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";

const clock = fixedClock("2030-01-31T12:00:00.000Z");
const config = { configurable: { thread_id: "ann" } };
const never = { wait: () => new Promise<void>(() => {}) };
const started = { execution_start_time: Date.parse("2030-01-31T11:59:00.000Z") / 1000 };

/** Works until it is aborted, and throws what it was aborted with. */
const untilAborted = (_: object, { signal }: { readonly signal?: AbortSignal }) =>
  new Promise<object>((_resolve, reject) => {
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the reason is whatever the caller aborted with
    signal?.addEventListener("abort", () => reject(signal.reason));
  });

const says = (_: object, { signal }: { readonly signal?: AbortSignal }) =>
  Promise.resolve({ aborted: signal?.aborted });

describe("stoppable", () => {
  test("gives the answer of a node that nobody stops, and leaves the run open for the next one", async () => {
    const switches = killSwitch();
    const runs = new ThreadRuns(switches);
    const node = stoppable(() => Promise.resolve({ control_iteration: 1 }), { runs, clock, timer: never });
    expect(await node({}, config)).toEqual({ control_iteration: 1 });
    expect(switches.threads()).toEqual(["ann"]);
  });

  test("a killed node writes why, and counts", async () => {
    const switches = killSwitch();
    const node = stoppable(untilAborted, { runs: new ThreadRuns(switches), clock, timer: never });
    const stopped = node({ ...started, control_iteration: 4 }, config);
    switches.kill("ann", "the user left");
    expect(await stopped).toEqual({
      control_is_killed: true,
      control_kill_reason: "the user left",
      control_iteration: 5,
      execution_total_time: 60,
    });
  });

  test("waits for exactly the time that is left of the turn", async () => {
    const waited: number[] = [];
    const timer = { wait: (milliseconds: number) => Promise.resolve(void waited.push(milliseconds)) };
    const node = stoppable(untilAborted, { clock, timer, limits: { maxExecutionTimeSeconds: 90 } });
    expect(await node(started, config)).toMatchObject({ control_kill_reason: "time limit" });
    expect(waited).toEqual([30_000]);
  });

  test("whoever says that a run was stopped is not stopped", async () => {
    const timer = { wait: () => Promise.resolve() };
    const switches = killSwitch();
    const runs = new ThreadRuns(switches);
    runs.enter(config);
    switches.kill("ann", "enough");
    const node = stoppable(says, { runs, clock, timer, stops: false, limits: { maxExecutionTimeSeconds: 0 } });
    expect(await node(started, config)).toEqual({ aborted: false });
  });

  test("the last node ends the run, unless it failed", async () => {
    for (const [failed, threads] of [
      [false, []],
      [true, ["ann"]],
    ] as const) {
      const switches = killSwitch();
      const options = { runs: new ThreadRuns(switches), clock, timer: never, last: true };
      await stoppable(() => Promise.resolve({ control_has_error: failed }), options)({}, config);
      expect(switches.threads()).toEqual(threads);
    }
  });

  test("ends the run, and throws on, when it waits for a person or the caller aborts", async () => {
    const interrupt = new GraphInterrupt([]);
    for (const [error, signal] of [
      [interrupt, undefined],
      [new Error("aborted"), AbortSignal.abort()],
      [null, undefined],
    ] as const) {
      const switches = killSwitch();
      const node = stoppable(() => Promise.reject(error), { runs: new ThreadRuns(switches), clock, timer: never });
      await expect(node({}, { ...config, ...(signal !== undefined && { signal }) })).rejects.toBe(error);
      expect(switches.threads()).toEqual([]);
    }
  });
});
