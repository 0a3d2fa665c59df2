import { expect, test } from "vitest";
import { epochSecondsOf, secondsBetween } from "../../src/kernel/clock.ts";

test("an instant is seconds since 1970, and an invalid one is null", () => {
  expect(epochSecondsOf("2026-01-08T20:30:00.250Z")).toBe(1_767_904_200.25);
  expect(epochSecondsOf("yesterday")).toBeNull();
});

test("the seconds between two instants are exact to the millisecond, and never negative", () => {
  expect(secondsBetween("2026-01-08T20:29:59.700Z", "2026-01-08T20:30:00.000Z")).toBe(0.3);
  expect(secondsBetween("2026-01-08T20:30:01Z", "2026-01-08T20:30:00Z")).toBe(0);
  expect(secondsBetween("yesterday", "2026-01-08T20:30:00Z")).toBe(0);
});
