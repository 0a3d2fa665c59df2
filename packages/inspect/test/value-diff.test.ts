import { MemorySaver } from "@langchain/langgraph";
import fc from "fast-check";
import { sameJson } from "@tidemark/reducers/internal";
import { expect, test } from "vitest";
import { clipValue } from "../src/values/clipped-value.ts";
import type { Plain } from "../src/values/plain-value.ts";
import { plainValue } from "../src/values/plain-value.ts";
import { diffValues, type ValueChange } from "../src/values/value-diff.ts";
import { visibleText } from "../src/values/visible-text.ts";

const json = fc.jsonValue().map((value) => plainValue(value));
const items = fc.array(fc.record({ id: fc.integer({ min: 0, max: 6 }), text: fc.string({ maxLength: 3 }) }), {
  maxLength: 8,
});

/** Items of the newer list that the differences name as a whole. */
function placedBy(changes: readonly ValueChange[]): Map<number, Plain> {
  const placed = new Map<number, Plain>();
  for (const change of changes) {
    const [index] = change.path;
    if (typeof index !== "number" || change.path.length > 1) continue;
    if (change.op === "move") placed.set(index, change.value);
    if (change.op === "add" || change.op === "change") placed.set(index, change.after);
  }
  return placed;
}

test("a value does not differ from itself", () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(diffValues(value, structuredClone(value))).toEqual([]);
    }),
  );
});

test("different values have a difference", () => {
  fc.assert(
    fc.property(json, json, (before, after) => {
      expect(diffValues(before, after).length > 0).toBe(!sameJson(before, after));
    }),
  );
});

test("what is added and moved is at its place in the newer list", () => {
  fc.assert(
    fc.property(items, items, (before, after) => {
      for (const [index, value] of placedBy(diffValues(before, after))) expect(after[index]).toEqual(value);
    }),
  );
});

test("items that only changed their order are moved, none is added or removed", () => {
  const orders = fc
    .uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 10 })
    .chain((ids) => fc.tuple(fc.constant(ids), fc.shuffledSubarray(ids, { minLength: ids.length })));
  fc.assert(
    fc.property(orders, ([ids, shuffled]) => {
      const changes = diffValues(
        ids.map((id) => ({ id })),
        shuffled.map((id) => ({ id })),
      );
      expect(changes.every(({ op }) => op === "move")).toBe(true);
      expect(changes.length).toBeLessThan(Math.max(1, ids.length));
    }),
  );
});

const ids = (...list: readonly number[]): Plain => list.map((id) => ({ id }));

test("the fewest items are moved", () => {
  expect(diffValues(ids(1, 2, 3, 4), ids(4, 1, 2, 3))).toEqual([{ op: "move", path: [0], from: 3, value: { id: 4 } }]);
});

test("a change inside an item of a list names the item", () => {
  const before = [
    { id: "a", price: 1 },
    { id: "b", price: 2 },
  ];
  expect(diffValues(before, [{ id: "b", price: 3 }])).toEqual([
    { op: "remove", path: [0], before: { id: "a", price: 1 } },
    { op: "change", path: [0, "price"], before: 2, after: 3 },
  ]);
});

test("a stored value of any form becomes JSON", () => {
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;
  const hostile: unknown = JSON.parse(
    '{"__proto__": {"polluted": true}, "lc": 1, "type": "constructor", "id": ["Evil"], "kwargs": {"run": "x"}}',
  );
  for (const value of [circle, hostile, new Map([[1, 2]]), Symbol("s"), () => 1, 1n, new Error("no"), Number.NaN])
    expect(() => JSON.stringify(plainValue(value))).not.toThrow();
  expect(plainValue(hostile)).toEqual({ class: "Evil", run: "x" });
  expect(Object.getPrototypeOf(plainValue(JSON.parse('{"__proto__": {"polluted": true}}')))).toBe(Object.prototype);
});

test.each([
  ["a map with texts as keys", new Map([["a", [1]]]), { a: [1] }],
  ["a map with other keys", new Map([[1, "a"]]), [[1, "a"]]],
  ["a set", new Set([1, 2]), [1, 2]],
  ["bytes", new Uint8Array(3), "[3 bytes]"],
  ["an error", new Error("no"), { name: "Error", message: "no" }],
  ["an expression", /a+/gi, "/a+/gi"],
])("%s is shown in the same way, whether its saver revives it or not", async (_, value, shown) => {
  const [type, bytes] = await new MemorySaver().serde.dumpsTyped({ value });
  expect(type).toBe("json");
  const raw: unknown = JSON.parse(new TextDecoder().decode(bytes));
  expect(plainValue(raw)).toEqual({ value: shown });
  expect(plainValue({ value })).toEqual({ value: shown });
});

test("what a saver stores of a constructor that nobody knows stays a record", () => {
  for (const [id, args] of [
    ["Map", [["a"]]],
    ["Evil", ["x"]],
    ["Set", "x"],
  ]) {
    const stored = { lc: 2, type: "constructor", id: [id], method: null, args, kwargs: {} };
    expect(plainValue(stored)).toEqual(stored);
  }
});

test("characters that turn text around them are named, and those of languages stay", () => {
  expect(visibleText("\u202Eevil\u202C \u2067x\u2069")).toBe("⟨RLO⟩evil⟨PDF⟩ ⟨RLI⟩x⟨PDI⟩");
  expect(visibleText("\u0627\u0644 \u200F ok")).toBe("\u0627\u0644 \u200F ok");
});

test("a clipped value is never larger than its limits, and says what is missing", () => {
  fc.assert(
    fc.property(json, (value) => {
      const { value: shown, isWhole } = clipValue(value, { text: 20, items: 3, parts: 30 });
      expect(isWhole && !sameJson(shown, value)).toBe(false);
      expect(JSON.stringify(shown).length).toBeLessThan(30 * 200);
    }),
  );
  expect(clipValue([1, 2, 3, 4, 5], { text: 9, items: 2, parts: 9 }).value).toEqual(["… (3 earlier items)", 4, 5]);
});
