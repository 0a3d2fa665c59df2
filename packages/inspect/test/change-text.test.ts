import { expect, test } from "vitest";
import { changeText } from "../page/values/change-text.ts";
import { diffText } from "../src/command/verb-text.ts";
import { diffValues } from "../src/values/value-diff.ts";
import type { ThreadStep } from "../src/history/thread-steps.ts";
import type { Plain } from "../src/values/plain-value.ts";

const step: ThreadStep = {
  id: "1",
  parent: null,
  label: "1.1",
  turn: 1,
  step: 0,
  branch: 0,
  source: "loop",
  at: null,
  milliseconds: null,
  waited: null,
  stopped: null,
  nodes: [],
  next: [],
  changed: [],
  isAbandoned: false,
};

/** Lines of the command for one field. */
const lines = (before: Plain, after: Plain): readonly string[] => {
  const fields = [{ name: "offers", changes: diffValues(before, after), isWhole: true }];
  return diffText({ threadId: "ann", from: step, to: step, fields }).split("\n").slice(1);
};

const cases: Readonly<Record<string, readonly [Plain, Plain, string, readonly string[]]>> = {
  "a removed and a changed item": [
    [120, 70, 90],
    [55, 70],
    "item 3 removed: 90 · item 1: 120 → 55",
    ["- offers: item 3 removed: 90", "~ offers: item 1: 120 → 55"],
  ],
  "an added item": [["a"], ["a", "b"], "item 2 added: b", ['+ offers: item 2 added: "b"']],
  "a moved item": [
    [{ id: "out" }, { id: "back" }],
    [{ id: "back" }, { id: "out" }],
    'item 2 is now item 1: {id: "back"}',
    ['> offers: item 2 is now item 1: {"id":"back"}'],
  ],
  "a part of an item": [
    { legs: [{ id: "out", to: "Oslo" }] },
    { legs: [{ id: "out", to: "Bergen" }] },
    "legs, item 1, to: Oslo → Bergen",
    ['~ offers: legs, item 1, to: "Oslo" → "Bergen"'],
  ],
  "parts of a record": [
    { price: 480, note: "x", trip: { city: "Oslo" } },
    { price: 520, trip: { city: "Porto" } },
    "price: 480 → 520 · note removed: x · trip.city: Oslo → Porto",
    ["~ offers.price: 480 → 520", '- offers.note (was "x")', '~ offers.trip.city: "Oslo" → "Porto"'],
  ],
};

test.each(Object.entries(cases))("%s is said in words by the page and by the command", (_, expected) => {
  const [before, after, text, command] = expected;
  expect(changeText(before, after)).toBe(text);
  expect(lines(before, after)).toEqual(command);
});

/** Message of a model without a text. */
const message = (calls: readonly Plain[]): Plain => ({ type: "ai", content: "", tool_calls: calls });

test("a message without a text is shown by the tools that it calls", () => {
  expect(changeText([], [message([{ name: "find_price", args: {}, id: "c1" }])])).toBe(
    "item 1 added: calls find_price",
  );
  expect(changeText([], [message([])])).toBe("item 1 added: no text");
});

test("positions count the items that a long list does not show, and what only one side shows has not changed", () => {
  const before = ["… (7 earlier items)", "a", "b"];
  expect(changeText(before, ["… (7 earlier items)", "a", "c"])).toBe("item 9: b → c");
  expect(changeText(before, ["… (8 earlier items)", "b", "c"])).toBe("item 10 added: c");
});
