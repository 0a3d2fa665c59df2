import { sum, type Reducer } from "@tidemark/reducers";
import { testLaws } from "@tidemark/reducers/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { untyped } from "../untyped.ts";

describe("sum", () => {
  const reduce: Reducer<number> = sum;

  test("adds, and counts a missing value as 0", () => {
    expect([sum(40, 2), sum(null, 2), sum(2, undefined), sum(undefined, undefined)]).toEqual([42, 2, 2, 0]);
  });

  test.each(["2", NaN, Infinity, {}, true])("refuses %j and changes nothing", (value) => {
    expect(() => reduce(1, untyped(value))).toThrow(expect.objectContaining({ code: "reducers/wrongShape" }));
    expect(() => reduce(untyped(value), 1)).toThrow(expect.objectContaining({ code: "reducers/wrongShape" }));
  });

  testLaws(
    ["identity", "batching", "commutativity", "purity"],
    { reduce, initial: 0, empty: 0, update: fc.integer({ min: -1e6, max: 1e6 }), concat: (one, other) => one + other },
    { test },
  );
});
