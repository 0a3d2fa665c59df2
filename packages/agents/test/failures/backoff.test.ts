import { defaultRetryPolicy, pause, retryDelay } from "@tidemark/agents/internal";
import { RetryPolicy } from "@tidemark/core-state/internal";
import { systemClock } from "@tidemark/state-manager";
import { fixedClock } from "@tidemark/state-manager/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

describe("defaultRetryPolicy", () => {
  test.each([
    ["agent", 3, 0.5, 1.5],
    ["infrastructure", 2, 0.2, 1.2],
    ["task_extraction", 3, 1, 1.5],
    ["classifier", 4, 1, 1.8],
    ["planner", 4, 2, 2],
    ["router", 3, 0.5, 1.5],
  ] as const)("%s runs %i times, first after %d seconds, then %d times as long", (kind, maxAttempts, delay, factor) => {
    expect(defaultRetryPolicy(kind)).toEqual({ maxAttempts, delaySeconds: delay, backoffFactor: factor });
    expect(RetryPolicy.safeParse(defaultRetryPolicy(kind)).success).toBe(true);
  });

  test("returns a new object each time", () => {
    expect(defaultRetryPolicy("agent")).not.toBe(defaultRetryPolicy("agent"));
  });
});

describe("retryDelay", () => {
  const policy = defaultRetryPolicy("agent");

  test("RT-11 is half a second after one failure and three quarters of a second after two", () => {
    expect([retryDelay(policy, 1), retryDelay(policy, 2)]).toEqual([0.5, 0.75]);
  });

  test.each([0, -1, Number.NaN])("is 0 after %d failures", (failures) => {
    expect(retryDelay(policy, failures)).toBe(0);
  });

  test("never exceeds the cap, is negative or is shorter than the previous delay", () => {
    const policies = fc.record({
      maxAttempts: fc.constant(5),
      delaySeconds: fc.double({ min: 0, max: 1e9, noNaN: true }),
      backoffFactor: fc.double({ min: 1, max: 1e9, noNaN: true }),
    });
    fc.assert(
      fc.property(
        policies,
        fc.integer({ min: 1, max: 2000 }),
        fc.integer({ min: 0, max: 100 }),
        (each, failures, cap) => {
          const delay = retryDelay(each, failures, cap);
          expect(delay).toBeGreaterThanOrEqual(0);
          expect(delay).toBeLessThanOrEqual(cap);
          expect(retryDelay(each, failures + 1, cap)).toBeGreaterThanOrEqual(delay);
        },
      ),
    );
  });
});

describe("pause", () => {
  test("waits by the clock", async () => {
    const clock = fixedClock("2026-01-08T20:30:00.000Z");
    expect(await pause(0.75, clock)).toBe("waited");
    expect(clock.now()).toBe("2026-01-08T20:30:00.750Z");
  });

  test("ends immediately when the signal is aborted, before or during the pause", async () => {
    const controller = new AbortController();
    const waiting = pause(3600, systemClock, controller.signal);
    controller.abort();
    expect(await waiting).toBe("aborted");
    expect(await pause(3600, systemClock, controller.signal)).toBe("aborted");
  });
});
