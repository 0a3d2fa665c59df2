import fc from "fast-check";
import { expect, test } from "vitest";
import { sameJson } from "../src/same-json.ts";

test("two JSON values are the same exactly when they are written alike", () => {
  const small = fc.jsonValue({ maxDepth: 2 });
  fc.assert(
    fc.property(small, small, (one, other) => {
      expect(sameJson(one, other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      expect(sameJson(one, structuredClone(one))).toBe(true);
    }),
  );
});

test("the order of keys counts, because the text of a prompt depends on it", () => {
  expect(sameJson({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(false);
});

test.each([
  [[], {}],
  [{}, []],
  [null, {}],
  [{}, null],
  [[1], [1, 2]],
  [{ a: 1 }, { a: 1, b: 1 }],
  [{ a: 1 }, { b: 1 }],
  [undefined, null],
])("%j and %j differ", (one, other) => {
  expect(sameJson(one, other)).toBe(false);
});
