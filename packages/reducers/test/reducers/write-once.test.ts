import { reducerErrors, writeOnce } from "@tidemark/reducers";
import { testLaws } from "@tidemark/reducers/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

describe("writeOnce", () => {
  test("accepts a value when none is written", () => {
    expect(writeOnce(null, "run-1")).toBe("run-1");
    expect(writeOnce<object>(undefined, { id: 1 })).toEqual({ id: 1 });
  });

  test("keeps the written value when an equal one is written", () => {
    const current = { id: 1 };
    expect(writeOnce(current, { id: 1 })).toBe(current);
  });

  test("refuses a different value and names both in the error", () => {
    const error = reducerErrors.writtenTwice({ current: "run-1", update: "run-2" });
    expect(() => writeOnce("run-1", "run-2")).toThrow(error);
    expect(error.message).toMatch(/"run-1".*"run-2"/);
  });

  test("treats false, 0 and the empty string as values", () => {
    expect([writeOnce<unknown>(null, false), writeOnce<unknown>(null, 0), writeOnce<unknown>(null, "")]).toEqual([
      false,
      0,
      "",
    ]);
    expect(() => writeOnce<unknown>(false, true)).toThrow(/once/);
  });

  test("treats null as no update", () => {
    expect(writeOnce("run-1", null)).toBe("run-1");
  });

  test("freezes the value", () => {
    expect(Object.isFrozen(writeOnce<{ list: number[] }>(null, { list: [1] }).list)).toBe(true);
  });

  testLaws(
    ["identity", "idempotence", "purity"],
    { reduce: writeOnce<unknown>, initial: null, update: fc.constant({ id: "run-1", tags: ["a"] }) },
    { test },
  );
});
