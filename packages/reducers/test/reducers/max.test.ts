import { max, type Reducer } from "@tidemark/reducers";
import { testLaws } from "@tidemark/reducers/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { untyped } from "../untyped.ts";

describe("max", () => {
  const reduce: Reducer<number | null> = max;

  test("keeps the larger number, and the number beside a missing value", () => {
    expect([max(1, 2), max(2, 1), max(null, -1), max(-1, undefined)]).toEqual([2, 2, -1, -1]);
    expect(reduce(undefined, undefined)).toBeNull();
  });

  test.each(["2", NaN, -Infinity, {}])("refuses %j and changes nothing", (value) => {
    expect(() => reduce(1, untyped(value))).toThrow(expect.objectContaining({ code: "reducers/wrongShape" }));
  });

  testLaws(
    ["identity", "batching", "idempotence", "commutativity", "purity"],
    {
      reduce,
      initial: null,
      update: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null)),
      concat: (one, other) => (one === null ? other : other === null ? one : Math.max(one, other)),
    },
    { test },
  );
});
