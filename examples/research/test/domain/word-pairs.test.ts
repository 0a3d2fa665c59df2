import fc from "fast-check";
import { expect, test } from "vitest";
import { sharedPairs } from "../../src/domain/words.ts";

test("counts neighboring words of a question that are near each other in a text, in any order", () => {
  expect(sharedPairs("tide gauge accuracy", "The accuracy of the gauge at high tide")).toBe(1);
  expect(sharedPairs("tide gauge accuracy", "The tide gauge is old")).toBe(0.5);
  expect(sharedPairs("ferry dog", "A ferry with benches, tables, lamps and a dog")).toBe(0);
});

test("is 1 for a question of one word, and a share for any", () => {
  expect(sharedPairs("the ferry?", "A boat")).toBe(1);
  fc.assert(
    fc.property(fc.string(), fc.string(), (question, text) => {
      expect(sharedPairs(question, text)).toBeGreaterThanOrEqual(0);
      expect(sharedPairs(question, text)).toBeLessThanOrEqual(1);
    }),
  );
});
