import { expect, test } from "vitest";
import { sameContent } from "../src/kernel/same-content.ts";

test("the order of keys does not matter, at any depth", () => {
  expect(sameContent({ a: 1, b: [{ c: 2, d: null }] }, { b: [{ d: null, c: 2 }], a: 1 })).toBe(true);
});

test.each<[string, unknown, unknown]>([
  ["another value", { a: 1 }, { a: 2 }],
  ["a further key", { a: 1 }, { a: 1, b: 1 }],
  ["another key", { a: undefined }, { b: undefined }],
  ["an inherited key", { toString: undefined }, { a: 1 }],
  ["another order of a list", [1, 2], [2, 1]],
  ["a shorter list", [1], [1, 2]],
  ["a list for a record", [], {}],
  ["a text for a list", ["a"], "a"],
])("tells %s from what it was", (_, one, other) => {
  expect(sameContent(one, other)).toBe(false);
});
