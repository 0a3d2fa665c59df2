import { randomIds, systemClock } from "../src/kernel/clock.ts";
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

test("systemClock waits longer than the longest timer of the platform", async () => {
  const left = new AbortController();
  const waiting = systemClock.wait(30 * 24 * 3_600_000, left.signal).then(() => "waited");
  const soon = new Promise((resolve) => {
    setTimeout(resolve, 50, "soon");
  });
  expect(await Promise.race([waiting, soon])).toBe("soon");
  left.abort();
  expect(await waiting).toBe("waited");
});

test("randomIds gives UUIDs that differ", () => {
  expect(new Set(Array.from({ length: 100 }, () => randomIds.next())).size).toBe(100);
});
