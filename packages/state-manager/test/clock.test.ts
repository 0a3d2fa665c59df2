import { randomIds, systemClock } from "@tidemark/state-manager";
import { countingIds, fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";

describe("systemClock", () => {
  test("says the present moment in UTC", () => {
    expect(Math.abs(Date.parse(systemClock.now()) - Date.now())).toBeLessThan(5_000);
    expect(systemClock.now()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test("waits no longer than its signal, also when that was aborted before", async () => {
    const controller = new AbortController();
    const waiting = systemClock.wait(60_000, controller.signal);
    controller.abort();
    await expect(waiting).resolves.toBeUndefined();
    await expect(systemClock.wait(60_000, controller.signal)).resolves.toBeUndefined();
  });
});

test("randomIds gives UUIDs that differ", () => {
  expect(new Set(Array.from({ length: 100 }, () => randomIds.next())).size).toBe(100);
});

test("fixedClock moves on by waiting only", async () => {
  const clock = fixedClock("2026-01-08T20:30:00.000Z");
  expect(clock.now()).toBe(clock.now());
  await clock.wait(1_000);
  expect(clock.now()).toBe("2026-01-08T20:30:01.000Z");
});

test("countingIds counts from one, each for itself", () => {
  const ids = countingIds("turn");
  expect([ids.next(), ids.next(), countingIds("turn").next()]).toEqual(["turn_1", "turn_2", "turn_1"]);
});
