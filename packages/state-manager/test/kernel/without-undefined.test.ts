import { expect, test } from "vitest";
import { withoutUndefined } from "../../src/kernel/without-undefined.ts";

test("undefined values are removed; null, false and empty values are kept", () => {
  expect(Object.entries(withoutUndefined({ a: undefined, b: null, c: false, d: "" }))).toEqual([
    ["b", null],
    ["c", false],
    ["d", ""],
  ]);
});

test("values without such a key are returned as the same object", () => {
  const values = { a: 1 };
  expect(withoutUndefined(values)).toBe(values);
});
