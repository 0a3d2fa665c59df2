import { describe, expect, test } from "vitest";
import type { RunEvent } from "../../src/events/run-events.ts";
import type { RunFailure } from "../../src/events/run-failure.ts";
import { liveRuns, type LiveRun, type LiveRunLimits } from "../../src/runs/live-runs.ts";
import { deferred } from "../deferred.ts";
import { until } from "../until.ts";

const origin = { message: null, decisions: {}, messages: [], interrupts: [], decided: [] };

const textEvent = (sequence: number, delta = `${sequence} `): RunEvent => ({
  eventId: crypto.randomUUID(),
  sequence,
  runId: "r",
  turnId: "t",
  timestamp: "2026-01-08T20:30:00Z",
  type: "text_delta",
  messageId: "m",
  role: "assistant",
  delta,
});

const failed: RunEvent = { ...textEvent(0), type: "run_failed", message: "hunter2" };

async function collect(run: LiveRun, after?: number): Promise<readonly number[]> {
  const numbers: number[] = [];
  for await (const { sequence } of run.follow(after)) numbers.push(sequence);
  return numbers;
}

/** Run of some events, the last of which come after `resolve`. */
function started(first: readonly RunEvent[], later: readonly RunEvent[], limits: LiveRunLimits = {}) {
  const failures: RunFailure[] = [];
  const { promise, resolve } = deferred();
  const runs = liveRuns({ onError: (failure) => failures.push(failure) }, limits);
  const run = runs.start({
    threadId: "ann",
    runId: "r",
    origin,
    async *begin(signal) {
      yield* first;
      const stopped = new Promise((resolveStop) => signal.addEventListener("abort", resolveStop));
      if (!signal.aborted) await Promise.race([promise, stopped]);
      yield* later;
    },
  });
  if (run === null) throw new Error("The run did not start.");
  return { runs, run, failures, resolve };
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => textEvent(from + index));

const large = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => textEvent(from + index, "x".repeat(1000)));

async function* oneEvent() {
  yield textEvent(0);
}

describe("a live run", () => {
  test("gives every client all its events, whenever the client came", async () => {
    const { run, resolve } = started(numbers(0, 3), numbers(3, 5));
    const early = collect(run);
    const reconnected = collect(run, 1);
    resolve();
    expect(await early).toEqual([0, 1, 2, 3, 4]);
    expect(await reconnected).toEqual([2, 3, 4]);
    expect(await collect(run)).toEqual([0, 1, 2, 3, 4]);
  });

  test("goes on when a client leaves, and ends for all when it is stopped", async () => {
    const { runs, run } = started(numbers(0, 2), numbers(2, 4));
    const leaving = run.follow();
    await leaving.next();
    await leaving.return(undefined);
    const staying = collect(run);
    expect(runs.of("ann")).toBe(run);
    await run.stop();
    expect(await staying).toEqual([0, 1, 2, 3]);
    expect([runs.of("ann"), run.isEnded]).toEqual([null, true]);
  });

  test("keeps no more than its limit for clients that do not read: they are cut off, and may come back for the rest", async () => {
    const { run, resolve } = started(large(0, 1), large(1, 100), { maxRunBytes: 10_000 });
    const slow = run.follow();
    expect((await slow.next()).value).toMatchObject({ sequence: 0 });
    resolve();
    await until(() => run.isEnded);
    await expect(slow.next()).rejects.toThrow("too far behind");
    expect(run.isWhole).toBe(false);
    const back = await collect(run, 95);
    expect(back).toEqual([96, 97, 98, 99]);
    await expect(collect(run, 10)).rejects.toThrow("no longer kept");
  });

  test("reports an error once, however many clients follow", async () => {
    const { run, failures, resolve } = started([], [failed]);
    const clients = [run.follow(), run.follow()].map(async (events) => (await events.next()).value);
    resolve();
    const seen = await Promise.all(clients);
    expect(failures).toHaveLength(1);
    expect(JSON.stringify(seen)).not.toContain("hunter2");
  });

  test("tells who listens that it began and ended", async () => {
    const runs = liveRuns({});
    const changes: (string | null)[] = [];
    const end = runs.onChange("ann", () => changes.push(runs.of("ann")?.runId ?? null));
    runs.start({ threadId: "ann", runId: "r1", origin, begin: oneEvent });
    await until(() => runs.of("ann") === null);
    end();
    runs.start({ threadId: "ann", runId: "r2", origin, begin: oneEvent });
    await until(() => runs.of("ann") === null);
    expect(changes).toEqual(["r1", null]);
  });
});

/** A run that says what it is given when it begins, and ends when it is resolved or stopped. */
function waiting(runs: ReturnType<typeof liveRuns>, runId: string, begun: unknown[]) {
  const { promise, resolve } = deferred();
  const run = runs.start({
    threadId: "ann",
    runId,
    origin,
    async *begin(signal, afterStop) {
      begun.push([runId, afterStop]);
      const stopped = new Promise((resolveStop) => signal.addEventListener("abort", resolveStop));
      if (!signal.aborted) await Promise.race([promise, stopped]);
      yield textEvent(0);
    },
  });
  if (run === null) throw new Error("The run did not start.");
  return { run, end: resolve };
}

describe("the runs of a thread", () => {
  test("begin one after another, and the first is the one that goes on", async () => {
    const begun: unknown[] = [];
    const runs = liveRuns({});
    const [first, second, third] = ["1", "2", "3"].map((id) => waiting(runs, id, begun));
    expect([begun, runs.of("ann")?.runId]).toEqual([[["1", false]], "1"]);
    expect(runs.list("ann").map(({ runId }) => runId)).toEqual(["1", "2", "3"]);
    first?.end();
    await first?.run.ended;
    await until(() => begun.length === 2);
    expect(runs.of("ann")?.runId).toBe("2");
    await second?.run.stop();
    await until(() => begun.length === 3);
    // What was stopped is not finished by the next one.
    expect(begun).toEqual([
      ["1", false],
      ["2", false],
      ["3", true],
    ]);
    third?.end();
    await third?.run.ended;
    expect([runs.of("ann"), runs.list("ann")]).toEqual([null, []]);
  });

  test("are not marked as stopped by one that is stopped before it begins", async () => {
    const begun: unknown[] = [];
    const runs = liveRuns({});
    const [first, second, third] = ["1", "2", "3"].map((id) => waiting(runs, id, begun));
    await second?.run.stop();
    expect(runs.list("ann").map(({ runId }) => runId)).toEqual(["1", "3"]);
    first?.end();
    await until(() => begun.length === 3);
    expect(begun.at(-1)).toEqual(["3", false]);
    third?.end();
    await third?.run.ended;
  });

  test("do not finish what was stopped, also if one that waited was stopped with it", async () => {
    const begun: unknown[] = [];
    const runs = liveRuns({});
    const [first, second, third] = ["1", "2", "3"].map((id) => waiting(runs, id, begun));
    await Promise.all([first?.run.stop(), second?.run.stop()]);
    await until(() => begun.length === 3);
    expect(begun.at(-1)).toEqual(["3", true]);
    third?.end();
    await third?.run.ended;
  });
});
