import { expect, test } from "vitest";
import { withoutUndefined } from "../../src/kernel/without-undefined.ts";

test("a value that is undefined is left out, and one that is null, false or empty stays", () => {
  expect(Object.entries(withoutUndefined({ a: undefined, b: null, c: false, d: "" }))).toEqual([
    ["b", null],
    ["c", false],
    ["d", ""],
  ]);
});

test("values without such a key come back as the same object", () => {
  const values = { a: 1 };
  expect(withoutUndefined(values)).toBe(values);
});
