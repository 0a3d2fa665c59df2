import { expect, test } from "vitest";
import { mergedWrites } from "../../src/storage/merged-writes.ts";

test("what was sent first stays, but an interrupt or a failure counts anew", () => {
  expect(mergedWrites([{ "0": "a", "-1": "failed" }, { "0": "b", "1": "c", "-1": "failed again" }, {}])).toEqual({
    "0": "a",
    "1": "c",
    "-1": "failed again",
  });
});
