import { countingIds, fixedClock } from "@tidemark/state-manager/testing";
import { expect, test } from "vitest";

test("fixedClock advances only by waiting", async () => {
  const clock = fixedClock("2026-01-08T20:30:00.000Z");
  expect(clock.now()).toBe(clock.now());
  await clock.wait(1_000);
  expect(clock.now()).toBe("2026-01-08T20:30:01.000Z");
});

test("countingIds starts at one for each instance", () => {
  const ids = countingIds("turn");
  expect([ids.next(), ids.next(), countingIds("turn").next()]).toEqual(["turn_1", "turn_2", "turn_1"]);
});
