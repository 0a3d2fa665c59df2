import { describe, expect, test } from "vitest";
import { hasBlockingConflicts, hasConflicts } from "../../src/flow/detected-conflicts.ts";

describe("hasBlockingConflicts", () => {
  test.each([
    ["a blocking conflict", { scheduler_detected_conflicts: { blockingConflicts: ["c1"] } }, true],
    ["no blocking conflict", { scheduler_detected_conflicts: { blockingConflicts: [] } }, false],
    ["no list of them", { scheduler_detected_conflicts: {} }, false],
    ["no detection", {}, false],
    ["a detection that found nothing yet", { scheduler_detected_conflicts: null }, false],
    ["conflicts of which none is listed as blocking", { scheduler_detected_conflicts: { hasConflicts: true } }, false],
  ])("FAM-33 %s", (_, state, expected) => {
    expect(hasBlockingConflicts(state)).toBe(expected);
  });
});

describe("hasConflicts", () => {
  test("is true only when the detection said so", () => {
    expect(hasConflicts({ scheduler_detected_conflicts: { hasConflicts: true } })).toBe(true);
    expect(hasConflicts({ scheduler_detected_conflicts: { hasConflicts: false } })).toBe(false);
    expect(hasConflicts({})).toBe(false);
  });
});
