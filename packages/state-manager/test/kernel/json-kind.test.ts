import { expect, test } from "vitest";
import { jsonKind } from "../../src/kernel/json-kind.ts";

test("jsonKind names the kind of a value", () => {
  expect([null, [], {}, "", 0, true, undefined, 1n].map(jsonKind)).toEqual([
    "null",
    "a list",
    "an object",
    "a string",
    "a number",
    "a boolean",
    "nothing",
    "a bigint",
  ]);
});
