import { appendUnique, reducerErrors } from "@tidemark/reducers";
import { testLaws } from "@tidemark/reducers/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { holes, untyped } from "../untyped.ts";

interface Item {
  readonly id: string;
  readonly note: string;
}

const item = (id: string, note = ""): Item => ({ id, note });
const key = (each: Item): string => each.id;
const items = fc.array(fc.record({ id: fc.constantFrom("a", "b", "c"), note: fc.constantFrom("", "x") }), {
  maxLength: 4,
});
const concat = (first: readonly Item[], second: readonly Item[]): readonly Item[] => [...first, ...second];

describe("appendUnique", () => {
  const reduce = appendUnique<Item>({ key });

  test("keeps the first of two items with the same key", () => {
    expect(reduce([item("a", "old")], [item("a", "new")])).toEqual([item("a", "old")]);
  });

  test("refuses a hole, and an item that cannot have a key", () => {
    expect(() => reduce([], holes(1))).toThrow(reducerErrors.notJson({ path: "[0]", found: "a hole in a list" }));
    expect(() => reduce([], untyped([null]))).toThrow(reducerErrors.missingKey({ path: "[0]" }));
  });

  test("keeps the first of two items with the same key in one update", () => {
    expect(reduce([], [item("a", "one"), item("a", "two"), item("b")])).toEqual([item("a", "one"), item("b")]);
  });

  test("returns the list itself when it contains every item", () => {
    const current = [item("a"), item("b")];
    expect(reduce(current, [item("b"), item("a")])).toBe(current);
  });

  test("shares existing items and freezes new ones", () => {
    const current = [item("a")];
    const next = reduce(current, [item("b")]);
    expect(next[0]).toBe(current[0]);
    expect(Object.isFrozen(next) && Object.isFrozen(next[1])).toBe(true);
  });

  test.each(["", undefined, 7])("refuses an item whose key is %j, with its index", (id) => {
    const update = untyped([item("a"), id === undefined ? { note: "" } : { id, note: "" }]);
    expect(() => reduce([], update)).toThrow(reducerErrors.missingKey({ path: "[1]" }));
  });

  testLaws(
    ["identity", "batching", "idempotence", "purity"],
    { reduce, initial: [], empty: [], update: items, concat },
    { test },
  );
});

describe("appendUnique with cap", () => {
  const reduce = appendUnique<Item>({ key, cap: 2 });

  test("keeps the newest", () => {
    expect(reduce([item("a"), item("b")], [item("c")]).map(key)).toEqual(["b", "c"]);
  });

  test("treats a removed item as new", () => {
    expect(reduce([item("b"), item("c")], [item("a")]).map(key)).toEqual(["c", "a"]);
  });

  test("removes nothing when all items exist already", () => {
    const current = [item("a"), item("b")];
    expect(reduce(current, [item("a"), item("b")])).toBe(current);
  });

  test("refuses a cap below 1", () => {
    expect(() => appendUnique<Item>({ key, cap: 0 })).toThrow(/an integer of at least 1/);
  });

  testLaws(["identity", "batching", "purity"], { reduce, initial: [], empty: [], update: items, concat }, { test });
});

type Mark = { readonly id: string; readonly gone: true };
const gone = (id: string): Mark => ({ id, gone: true });

describe("appendUnique with removes", () => {
  const isMark = (each: Item | Mark): each is Mark => "gone" in each;
  const reduce = appendUnique<Item, Mark>({ key: (each) => each.id, removes: isMark });

  test("removes the item with the key of the marker", () => {
    expect(reduce([item("a"), item("b")], [gone("a")])).toEqual([item("b")]);
  });

  test("returns the list itself for the marker of an unknown item", () => {
    const current = [item("a")];
    expect(reduce(current, [gone("b")])).toBe(current);
  });

  test("applies items and markers of one update in order", () => {
    expect(reduce([item("a", "old")], [gone("a"), item("a", "new"), item("b"), gone("b")])).toEqual([item("a", "new")]);
  });

  testLaws(
    ["identity", "batching", "purity"],
    {
      reduce,
      initial: [],
      empty: [],
      update: fc.array(
        fc.oneof(
          items.filter((list) => list.length > 0).map((list) => list[0] ?? item("a")),
          fc.constantFrom(gone("a"), gone("b")),
        ),
        { maxLength: 4 },
      ),
      concat: (first, second) => [...first, ...second],
    },
    { test },
  );
});
