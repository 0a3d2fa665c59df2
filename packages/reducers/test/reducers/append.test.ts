import { append, frozenCopy, reducerErrors } from "@tidemark/reducers";
import { testLaws } from "@tidemark/reducers/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { broken, holes, untyped } from "../untyped.ts";

const items = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 4 });
const concat = (first: readonly string[], second: readonly string[]): readonly string[] => [...first, ...second];

describe("append", () => {
  const reduce = append<string>();

  test("adds items at the end, including duplicates", () => {
    expect(reduce(["a"], ["b", "a"])).toEqual(["a", "b", "a"]);
  });

  test.each([undefined, null, []])("returns the list itself for %j", (update) => {
    const current = ["a"];
    expect(reduce(current, update)).toBe(current);
  });

  test("defaults to the empty list, which is frozen", () => {
    expect(reduce(undefined, undefined)).toEqual([]);
    expect(Object.isFrozen(reduce(undefined, undefined))).toBe(true);
    expect(reduce(null, ["a"])).toEqual(["a"]);
  });

  test("shares existing items and freezes new ones", () => {
    const current = [{ n: 1 }];
    const update = [{ n: 2 }];
    const next = append<{ n: number }>()(current, update);
    expect(next[0]).toBe(current[0]);
    expect(next[1]).not.toBe(update[0]);
    expect(Object.isFrozen(next) && Object.isFrozen(next[1])).toBe(true);
  });

  test("returns a frozen copy when all items are frozen copies", () => {
    const next = append<{ n: number }>()([], [{ n: 1 }]);
    expect(frozenCopy(next)).toBe(next);
    const loaded = append<{ n: number }>()([{ n: 1 }], [{ n: 2 }]);
    expect(frozenCopy(loaded)).not.toBe(loaded);
  });

  test("refuses an update that is not a list", () => {
    const error = reducerErrors.wrongShape({ path: "", expected: "a list", found: "a record" });
    expect(() => reduce([], untyped({ length: 1 }))).toThrow(error);
  });

  test.each([
    ["nothing but holes", holes(10), "[0]"],
    ["a hole behind an item", Object.assign(holes(2), { 0: "a" }), "[1]"],
    ["more holes than memory", holes(2 ** 32 - 1), "[0]"],
  ])("refuses a list with %s, also with a cap", (_, update, path) => {
    const error = reducerErrors.notJson({ path, found: "a hole in a list" });
    expect(() => reduce(["a"], update)).toThrow(error);
    expect(() => append<string>({ cap: 3 })(["a"], update)).toThrow(error);
  });

  test("refuses a list that cannot be read", () => {
    const error: unknown = expect.objectContaining({ code: reducerErrors.notJson.code });
    for (const handler of [{ get: broken }, { getOwnPropertyDescriptor: broken }]) {
      expect(() => reduce([], untyped(new Proxy(["a"], handler)))).toThrow(error);
    }
    for (const handler of [{ get: broken }, { getPrototypeOf: broken }, { ownKeys: broken }]) {
      expect(() => reduce([], untyped([new Proxy({ a: 1 }, handler)]))).toThrow(error);
    }
    const revoked = Proxy.revocable([], {});
    revoked.revoke();
    expect(() => reduce([], untyped(revoked.proxy))).toThrow(error);
  });

  testLaws(["identity", "batching", "purity"], { reduce, initial: [], empty: [], update: items, concat }, { test });
});

describe("append with cap", () => {
  const reduce = append<string>({ cap: 3 });

  test("keeps the newest", () => {
    expect(reduce(["a", "b"], ["c", "d"])).toEqual(["b", "c", "d"]);
    expect(reduce(["a"], ["b", "c", "d", "e"])).toEqual(["c", "d", "e"]);
  });

  test("keeps exactly as many items as the cap", () => {
    expect(reduce(["a"], ["b", "c"])).toEqual(["a", "b", "c"]);
  });

  test("does not cut a list over its cap until an item is added", () => {
    const current = ["a", "b", "c", "d"];
    expect(reduce(current, [])).toBe(current);
    expect(reduce(current, ["e"])).toEqual(["c", "d", "e"]);
  });

  test("refuses an invalid item with its index, even if it would be removed", () => {
    const bad = untyped([new Date(0), "b", "c", "d"]);
    expect(() => reduce([], bad)).toThrow(reducerErrors.notJson({ path: "[0]", found: "Date" }));
  });

  test("refuses a cap below 1", () => {
    expect(() => append({ cap: 0 })).toThrow(reducerErrors.invalidOption.sample().slice(0, 10));
  });

  testLaws(["identity", "batching", "purity"], { reduce, initial: [], empty: [], update: items, concat }, { test });
});
