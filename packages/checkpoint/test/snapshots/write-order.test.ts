import * as langgraph from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { expect, test } from "vitest";
import { byWriteOrder, compareCodePoints } from "../../src/snapshots/write-order.ts";

test("writes sort by the path of their task, then by its id", () => {
  const writes = [
    { taskId: "b", taskPath: "~2" },
    { taskId: "b", taskPath: "~1" },
    { taskId: "a", taskPath: "~2" },
    { taskId: "z", taskPath: "" },
  ];
  expect(writes.toSorted(byWriteOrder).map(({ taskId, taskPath }) => taskPath + taskId)).toEqual([
    "z",
    "~1b",
    "~2a",
    "~2b",
  ]);
});

const odd = fc.constantFrom("a", "b", "\uFFFD", "\u{1F600}", "\u{1F601}", "\uD800", "\uD83D", "\uDE00", "\uDFFF", "~");
const texts = fc.array(odd, { maxLength: 4 }).map((parts) => parts.join(""));

/** The points of a text one by one. */
const points = (text: string): readonly number[] => Array.from(text, (point) => point.codePointAt(0) ?? 0);

test("texts sort by code point, halves of characters as themselves", () => {
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      const [left, right] = [points(one), points(other)];
      const at = left.findIndex((point, index) => point !== right[index]);
      const expected = at === -1 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1);
      expect(Math.sign(compareCodePoints(one, other))).toBe(Math.sign(expected));
    }),
  );
  expect(compareCodePoints("\uFFFD", "\u{1F600}")).toBeLessThan(0);
});

/** LangGraph has its comparison since 1.5. */
const theirs: unknown = Reflect.get(langgraph, "compareWritesSortKeys");

test.runIf(typeof theirs === "function")("the order is the one of LangGraph", () => {
  if (typeof theirs !== "function") return;
  fc.assert(
    fc.property(texts, texts, texts, texts, (taskPath, taskId, otherPath, otherId) => {
      const ours = byWriteOrder({ taskPath, taskId }, { taskPath: otherPath, taskId: otherId });
      const expected: unknown = Reflect.apply(theirs, null, [
        [taskPath, taskId, 0],
        [otherPath, otherId, 0],
      ]);
      expect(Math.sign(ours)).toBe(expected);
    }),
  );
});
