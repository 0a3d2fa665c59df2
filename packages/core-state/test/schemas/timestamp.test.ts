import { expect, test } from "vitest";
import { EpochSeconds, Timestamp } from "../../src/schemas/timestamp.ts";

test("Timestamp is a valid point in time in UTC", () => {
  for (const good of ["2026-01-08T20:30:00Z", "2024-02-29T00:00:00.001Z"]) {
    expect(Timestamp.safeParse(good).success).toBe(true);
  }
  for (const bad of ["2026-01-08", "2026-01-08T20:30:00", "2026-01-08T20:30:00+00:00", "2025-02-29T00:00:00Z", 0]) {
    expect(Timestamp.safeParse(bad).success).toBe(false);
  }
});

test("EpochSeconds is a finite number", () => {
  expect(EpochSeconds.safeParse(1_767_904_200.25).success).toBe(true);
  expect(EpochSeconds.safeParse(Number.NaN).success).toBe(false);
});
