import { lastWrite, type Reducer } from "@tidemark/reducers";
import { testLaws } from "@tidemark/reducers/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

describe("lastWrite", () => {
  test("replaces the value", () => {
    expect(lastWrite("billing", "travel")).toBe("travel");
  });

  test("keeps the value when a node returned undefined", () => {
    expect(lastWrite("billing", undefined)).toBe("billing");
  });

  test("accepts null as a value", () => {
    expect(lastWrite<string | null>("billing", null)).toBeNull();
  });

  test("returns null when both arguments are missing", () => {
    expect(lastWrite<string | null>(undefined, undefined)).toBeNull();
  });

  test("keeps the current object when the update is equal", () => {
    const current = { a: [1] };
    expect(lastWrite(current, { a: [1] })).toBe(current);
  });

  test("copies and freezes the update", () => {
    const update = { list: [1] };
    const next = lastWrite<{ list: number[] }>(null, update);
    update.list.push(2);
    expect(next).toEqual({ list: [1] });
    expect(Object.isFrozen(next.list)).toBe(true);
  });

  test("has the type of the field's value", () => {
    const reduce: Reducer<string> = lastWrite;
    expect(reduce("a", "b")).toBe("b");
  });

  testLaws(
    ["identity", "batching", "idempotence", "purity"],
    {
      reduce: lastWrite<unknown>,
      initial: null,
      nullClears: true,
      update: fc.oneof(fc.constantFrom(undefined, null, "a", "b"), fc.array(fc.constantFrom(1, 2), { maxLength: 2 })),
      concat: (first, second) => (second === undefined ? first : second),
    },
    { test },
  );
});
