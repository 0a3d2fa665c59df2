import { getEventListeners } from "node:events";
import { stepTimeout } from "@tidemark/agents/internal";
import type { Clock } from "@tidemark/state-manager";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { attemptStep, messageOf } from "../../src/seeds/attempt.ts";

const retryPolicy = { maxAttempts: 3, delaySeconds: 0.5, backoffFactor: 1.5 };

const options = (signal = new AbortController().signal) => ({
  clock: fixedClock("2030-01-31T12:00:00.000Z"),
  retryPolicy,
  signal,
  classify: () => ({ severity: "retriable" }) as const,
});

/** Clock whose waits end when the test ends them. Counts the open ones. */
function manualClock(): Clock & { open: () => number; pass: () => void } {
  const waits = new Set<() => void>();
  return {
    now: () => "2030-01-31T12:00:00Z",
    wait: (_, signal) =>
      new Promise((resolve) => {
        const end = () => {
          waits.delete(end);
          resolve();
        };
        waits.add(end);
        signal?.addEventListener("abort", end, { once: true });
      }),
    open: () => waits.size,
    pass: () => {
      for (const end of waits) end();
    },
  };
}

const fail = () => Promise.reject(new Error("no"));

const broken = () => {
  throw new Error("broken rule");
};

const forever = () => new Promise<string>(() => {});

describe("attemptStep", () => {
  test("PS-31 retries after failures, with growing pauses", async () => {
    const { clock, ...others } = options();
    const attempted = await attemptStep(
      ({ number }) => {
        if (number < 3) throw new Error("no connection");
        return "done";
      },
      { clock, ...others },
    );
    expect(attempted).toEqual({ outcome: "completed", answer: "done", attempts: 3 });
    expect(clock.now()).toBe("2030-01-31T12:00:01.250Z");
  });

  test("leaves no listener on the signal", async () => {
    const { signal } = new AbortController();
    await attemptStep(() => "done", options(signal));
    await attemptStep(fail, options(signal));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("gives up after the attempts of the policy", async () => {
    const error = new Error("no connection");
    const attempted = await attemptStep(() => Promise.reject(error), options());
    expect(attempted).toEqual({ outcome: "failed", error, message: "no connection", attempts: 3 });
  });

  test("does not retry a permanent failure, or one that cannot be classified", async () => {
    const once = { outcome: "failed", attempts: 1 };
    expect(await attemptStep(fail, { ...options(), classify: () => ({ severity: "critical" }) })).toMatchObject(once);
    expect(await attemptStep(fail, { ...options(), classify: broken })).toMatchObject(once);
  });

  test("PS-33 aborts work at its time limit, and leaves no timer", async () => {
    const clock = manualClock();
    let signal: AbortSignal | undefined;
    const attempted = attemptStep(
      (attempt) => {
        ({ signal } = attempt);
        return forever();
      },
      { ...options(), clock, timeoutSeconds: 5, retryPolicy: { ...retryPolicy, maxAttempts: 1 } },
    );
    await Promise.resolve();
    clock.pass();
    expect(await attempted).toMatchObject({ outcome: "failed", message: stepTimeout, attempts: 1 });
    expect(signal?.aborted).toBe(true);
    expect(clock.open()).toBe(0);
  });

  test("PS-33 leaves no timer after quick work", async () => {
    const clock = manualClock();
    expect((await attemptStep(() => "done", { ...options(), clock, timeoutSeconds: 5 })).outcome).toBe("completed");
    expect(clock.open()).toBe(0);
  });

  test("stops immediately when aborted, even if the work ignores the signal, and during a pause", async () => {
    const stop = new AbortController();
    const running = attemptStep(forever, options(stop.signal));
    stop.abort();
    expect(await running).toEqual({ outcome: "stopped", attempts: 1 });
    const clock = manualClock();
    const other = new AbortController();
    const pausing = attemptStep(() => Promise.reject(new Error("no")), { ...options(other.signal), clock });
    while (clock.open() === 0) await Promise.resolve();
    other.abort();
    expect(await pausing).toEqual({ outcome: "stopped", attempts: 1 });
    expect(await attemptStep(() => "done", options(other.signal))).toEqual({ outcome: "stopped", attempts: 0 });
  });

  test("ignores the result of work after its time limit", async () => {
    const clock = manualClock();
    const end = new AbortController();
    const late = new Promise<string>((_, reject) => {
      end.signal.addEventListener("abort", () => reject(new Error("too late to matter")));
    });
    const attempted = attemptStep(() => late, {
      ...options(),
      clock,
      timeoutSeconds: 5,
      retryPolicy: { ...retryPolicy, maxAttempts: 1 },
    });
    await Promise.resolve();
    clock.pass();
    expect((await attempted).outcome).toBe("failed");
    end.abort();
    await Promise.resolve();
  });

  test("creates a message for any thrown value", () => {
    expect([new Error("no"), "no", new TypeError(""), null, { a: 1 }].map(messageOf)).toEqual([
      "no",
      "no",
      "TypeError",
      "unknown error",
      "unknown error",
    ]);
  });
});
