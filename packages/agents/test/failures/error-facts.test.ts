import { expect, test } from "vitest";
import { errorFacts, messageOf } from "../../src/failures/error-facts.ts";

test("an error and its causes are read, outermost first, up to a limit", () => {
  const error: Error & { cause?: unknown } = new Error("outer", { cause: new TypeError("inner") });
  expect(errorFacts(error).map(({ name, message }) => `${name}: ${message}`)).toEqual([
    "Error: outer",
    "TypeError: inner",
  ]);
  error.cause = error;
  expect(errorFacts(error)).toHaveLength(5);
});

test("an error with an inherited name is named by its class", () => {
  class OutOfPaper extends Error {}
  expect(errorFacts(new OutOfPaper("no"))[0]?.name).toBe("OutOfPaper");
});

test("a long message is truncated, and an empty one is replaced by the name", () => {
  expect(messageOf(new Error("x".repeat(5000)))).toHaveLength(2000);
  expect([messageOf(new RangeError("")), messageOf("plain words"), messageOf(null), messageOf(undefined)]).toEqual([
    "RangeError",
    "plain words",
    "null",
    "undefined",
  ]);
});
