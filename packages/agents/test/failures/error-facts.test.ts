import { expect, test } from "vitest";
import { errorFacts, messageOf } from "../../src/failures/error-facts.ts";

test("an error and its causes are read, the outermost first, and not for ever", () => {
  const error: Error & { cause?: unknown } = new Error("outer", { cause: new TypeError("inner") });
  expect(errorFacts(error).map(({ name, message }) => `${name}: ${message}`)).toEqual([
    "Error: outer",
    "TypeError: inner",
  ]);
  error.cause = error;
  expect(errorFacts(error)).toHaveLength(5);
});

test("the class names an error that inherited its name", () => {
  class OutOfPaper extends Error {}
  expect(errorFacts(new OutOfPaper("no"))[0]?.name).toBe("OutOfPaper");
});

test("a long message is cut, and an empty one is the name", () => {
  expect(messageOf(new Error("x".repeat(5000)))).toHaveLength(2000);
  expect([messageOf(new RangeError("")), messageOf("plain words"), messageOf(null), messageOf(undefined)]).toEqual([
    "RangeError",
    "plain words",
    "null",
    "undefined",
  ]);
});
