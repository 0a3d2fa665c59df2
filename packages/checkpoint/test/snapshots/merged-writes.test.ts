import { expect, test } from "vitest";
import { mergedPath, mergedWrites, placedWrites } from "../../src/snapshots/merged-writes.ts";

test("what was sent first stays, but an interrupt or a failure counts again", () => {
  expect(mergedWrites([{ "0": "a", "-1": "failed" }, { "0": "b", "1": "c", "-1": "failed again" }, {}])).toEqual({
    "0": "a",
    "1": "c",
    "-1": "failed again",
  });
});

test("writes keep their order, an interrupt or a failure has a fixed place, and constructor has none", () => {
  const writes: [string, unknown][] = [
    ["a", 1],
    ["__error__", "first"],
    ["constructor", 2],
    ["__error__", "last"],
  ];
  expect([...placedWrites(writes)]).toEqual([
    [0, "a", 1],
    [-1, "__error__", "last"],
    [2, "constructor", 2],
  ]);
});

test("the path of a task is the first that a part of its writes names", () => {
  expect(mergedPath(["", undefined, "~a", "~b"])).toBe("~a");
  expect(mergedPath([])).toBe("");
});
