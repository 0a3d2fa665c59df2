import { batch, clearAllContexts, clearContextType } from "@tidemark/reducers/internal";
import {
  type ContextData,
  deleteContext,
  frozenCopy,
  mergeCapabilityContextData as merge,
  reducerErrors,
} from "@tidemark/reducers";
import { testLaws } from "@tidemark/reducers/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { combined, stateOf, updates, writes } from "./context-updates.ts";
import { parsed, untyped } from "../untyped.ts";

/** Tries to change everything reachable. Frozen values do not change. */
function vandalize(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const member of Object.values(value)) vandalize(member);
  for (const key of [...Object.keys(value), "added"]) Reflect.set(value, key, "broken");
}

/** Wraps objects and counts property reads. */
function watcher() {
  let count = 0;
  const watch = <Value extends object>(value: Value): Value =>
    new Proxy(value, {
      get(target, key, receiver): unknown {
        count += 1;
        return Reflect.get(target, key, receiver);
      },
    });
  return { watch, reads: () => count };
}

/** Number of reads by a merge into a type of 500 entries with `bytes` bytes each. */
const readsAt = (bytes: number): number => {
  const { reads, watch } = watcher();
  merge({ T: watch(stateOf(500, bytes).T) }, { T: { fresh: { v: 1 } } });
  return reads();
};

describe("mergeCapabilityContextData", () => {
  test("CTX-01 copies the update when the current value is null", () => {
    const update = { A: { k: { v: 1 } } };
    const result = merge(null, update);
    expect(result).toEqual(update);
    expect(result["A"]).not.toBe(update.A);
    expect(result["A"]?.["k"]).not.toBe(update.A.k);
  });

  test("CTX-02 copies the update when the current value is undefined", () => {
    const update = { A: { k: { v: 1 } } };
    const result = merge(undefined, update);
    expect(result).toEqual(update);
    expect(result["A"]?.["k"]).not.toBe(update.A.k);
  });

  test("CTX-03 accepts an entry without fields", () => {
    expect(merge({}, { A: { k: {} } })).toEqual({ A: { k: {} } });
  });

  test("CTX-04 adds an entry to a type", () => {
    const current = { PV_ADDRESSES: { step1: { pvs: ["SR:C01:MAG:1"] } } };
    expect(merge(current, { PV_ADDRESSES: { step2: { pvs: ["SR:C02:MAG:1"] } } })).toEqual({
      PV_ADDRESSES: { step1: { pvs: ["SR:C01:MAG:1"] }, step2: { pvs: ["SR:C02:MAG:1"] } },
    });
  });

  test("CTX-05 replaces the whole entry", () => {
    const current = { DATA: { key1: { value: "old" } } };
    expect(merge(current, { DATA: { key1: { value: "new", extra: "data" } } })).toEqual({
      DATA: { key1: { value: "new", extra: "data" } },
    });
  });

  test("CTX-06 drops the fields of the replaced entry", () => {
    expect(merge({ D: { k: { v: "old", keep: 1 } } }, { D: { k: { v: "new" } } })).toEqual({ D: { k: { v: "new" } } });
  });

  test("CTX-07 returns the current value itself for an empty update", () => {
    const current = { A: { k: { x: 1 } } };
    expect(merge(current, {})).toBe(current);
  });

  test("CTX-08 keeps types without entries", () => {
    expect(merge({ A: {} }, { B: {} })).toEqual({ A: {}, B: {} });
    const current = { A: {} };
    expect(merge(current, { A: {} })).toBe(current);
  });

  test("CTX-09 neither the result nor the arguments can be changed through the result", () => {
    const current = merge(null, { A: { a: { list: [1] } }, B: { b: { v: 1 } } });
    const update = { A: { n: { list: [2] } } };
    const [before, incoming] = [structuredClone(current), structuredClone(update)];
    const result = merge(current, update);
    const expected = structuredClone(result);
    vandalize(result);
    expect([current, update, result]).toEqual([before, incoming, expected]);
  });

  test("CTX-09 changing the result throws", () => {
    const result = merge(null, { A: { a: { list: [1] } } });
    expect(() => Object.assign(result, { B: {} })).toThrow(TypeError);
    expect(() => Object.assign(result["A"] ?? {}, { b: {} })).toThrow(TypeError);
    expect(() => Object.assign(result["A"]?.["a"] ?? {}, { v: 1 })).toThrow(TypeError);
    expect(() => Array.prototype.push.call(result["A"]?.["a"]?.["list"], 2)).toThrow(TypeError);
  });

  test("CTX-10 changing the update afterwards does not change the result", () => {
    const update = { A: { k: { deep: { list: [1] } } } };
    const result = merge({}, update);
    vandalize(update);
    expect(result).toEqual({ A: { k: { deep: { list: [1] } } } });
  });

  test.each([null, undefined])("CTX-11 returns the current value itself for an update of %s", (update) => {
    const current = { A: {} };
    expect(merge(current, update)).toBe(current);
  });

  test("CTX-12 returns an empty record when both arguments are missing", () => {
    expect([merge(null, null), merge(undefined, undefined)]).toEqual([{}, {}]);
    expect(Object.isFrozen(merge(null, null)) && Object.isFrozen(merge(null, { T: {} })["T"])).toBe(true);
  });

  test("CTX-13 keeps the position of replaced entries and adds new ones at the end", () => {
    const result = merge({ A: { a: {}, b: {} }, Z: {} }, { B: {}, A: { a: { n: 1 }, c: {} } });
    expect(Object.keys(result)).toEqual(["A", "Z", "B"]);
    expect(Object.keys(result["A"] ?? {})).toEqual(["a", "b", "c"]);
  });

  test("CTX-14 the last write to a key wins, and a batch equals separate updates", () => {
    const all = [{ A: { k: { v: 1 }, l: { v: 1 } } }, { A: { k: { v: 2 } } }, { A: { k: { v: 3 } }, B: { m: {} } }];
    const reduced = all.reduce<ContextData>(merge, {});
    expect(reduced).toEqual({ A: { k: { v: 3 }, l: { v: 1 } }, B: { m: {} } });
    expect(batch(merge)({}, all)).toEqual(reduced);
  });

  test("CTX-15 the metadata of an entry is replaced with the entry", () => {
    const current = { T: { k: { v: 1, _meta: { task_objective: "o" } } } };
    expect(merge(current, { T: { k: { v: 2 } } })).toEqual({ T: { k: { v: 2 } } });
    expect(merge(current, { T: { k: { v: 1 } } })).toEqual({ T: { k: { v: 1 } } });
    expect(merge(current, { T: { k: { v: 2, _meta: { task_objective: "p" } } } })).toEqual({
      T: { k: { v: 2, _meta: { task_objective: "p" } } },
    });
  });

  test("CTX-16 a type named __proto__ is refused and pollutes nothing", () => {
    expect(() => merge({}, parsed('{"__proto__":{"k":{"polluted":1}}}'))).toThrow(
      reducerErrors.unsafeKey({ path: "__proto__" }),
    );
    expect(Reflect.get({}, "k")).toBeUndefined();
  });

  test("inherited names are ordinary types and keys", () => {
    const update = { toString: { valueOf: { v: 1 } } };
    expect(merge(merge({}, update), { toString: { hasOwnProperty: {} } })).toEqual({
      toString: { valueOf: { v: 1 }, hasOwnProperty: {} },
    });
  });

  test("writing equal entries returns the current value itself", () => {
    const current = { A: { a: { list: [1, { b: null }] } } };
    expect(merge(current, { A: { a: { list: [1, { b: null }] } } })).toBe(current);
  });

  test("a copy of the state as the update returns the state itself", () => {
    const current = stateOf(200);
    expect(merge(current, current)).toBe(current);
    expect(merge(current, structuredClone(current))).toBe(current);
  });

  test("an invalid type in the state counts as absent", () => {
    expect(merge(untyped({ A: null, B: 1 }), { A: { k: {} } })).toEqual({ A: { k: {} }, B: 1 });
  });

  testLaws(
    ["identity", "batching", "idempotence", "purity"],
    { reduce: merge, initial: {}, empty: {}, update: writes, concat: combined },
    { test },
  );
});

describe("markers", () => {
  test("CTX-18 a delete marker deletes one entry", () => {
    expect(merge({ T: { a: {}, b: {} } }, deleteContext("T", "a"))).toEqual({ T: { b: {} } });
  });

  test("CTX-18 deleting the last entry deletes its type", () => {
    expect(merge({ T: { a: {} }, U: {} }, deleteContext("T", "a"))).toEqual({ U: {} });
    expect(merge({ T: { a: {}, b: {} } }, { T: { a: { _delete: true }, b: { _delete: true } } })).toEqual({});
  });

  test.each([deleteContext("T", "x"), deleteContext("X", "a"), clearContextType("X")])(
    "CTX-18 deleting a missing entry returns the current value itself: %j",
    (update) => {
      const current = { T: { a: {} } };
      expect(merge(current, update)).toBe(current);
    },
  );

  test("deleting from a type without entries does not change it", () => {
    const current = { T: {} };
    expect(merge(current, deleteContext("T", "a"))).toBe(current);
  });

  test("one update can delete, write and keep entries", () => {
    const current = { T: { a: { v: 1 }, b: { v: 2 }, c: { v: 3 } } };
    const result = merge(current, { T: { a: { _delete: true }, c: { v: 4 }, d: {} } });
    expect(result).toEqual({ T: { b: { v: 2 }, c: { v: 4 }, d: {} } });
    expect(result["T"]?.["b"]).toBe(current.T.b);
  });

  test("deleting the last entry and writing another keeps the type", () => {
    expect(merge({ T: { a: {} } }, { T: { a: { _delete: true }, b: {} } })).toEqual({ T: { b: {} } });
  });

  test("a cleared type is removed, or contains the entries next to the marker", () => {
    const current = { T: { a: {}, b: {} }, U: { c: {} } };
    expect(merge(current, clearContextType("T"))).toEqual({ U: { c: {} } });
    expect(merge(current, { T: { _clear: true, d: {} } })).toEqual({ T: { d: {} }, U: { c: {} } });
  });

  test("everything can be cleared, and types next to the marker are written", () => {
    const current = { T: { a: {} }, U: { c: {} } };
    expect(merge(current, clearAllContexts())).toEqual({});
    expect(merge(current, { _clear: true, U: { d: {} }, V: {} })).toEqual({ U: { d: {} }, V: {} });
  });

  test("clearing an empty value returns the current value itself", () => {
    const current = {};
    expect(merge(current, clearAllContexts())).toBe(current);
  });

  test("clearing and writing the same entries returns the current value itself", () => {
    const current = { T: { a: { v: 1 } } };
    expect(merge(current, { _clear: true, T: { a: { v: 1 } } })).toBe(current);
    expect(merge(current, { T: { _clear: true, a: { v: 1 } } })).toBe(current);
  });

  testLaws(["identity", "idempotence", "purity"], { reduce: merge, initial: {}, empty: {}, update: updates }, { test });

  testLaws(
    ["batching"],
    {
      reduce: batch(merge),
      initial: {},
      update: fc.array(updates, { maxLength: 3 }),
      concat: (first, second) => [...first, ...second],
    },
    { test },
  );
});

describe("sharing", () => {
  test("every unchanged entry and type is the same object", () => {
    const current = { ...stateOf(300), OTHER: { a: { v: 1 } } };
    const result = merge(current, { T: { k7: { v: 1 }, fresh: {} } });
    expect(result["OTHER"]).toBe(current.OTHER);
    const changed = Object.entries(result["T"] ?? {}).filter(([key, entry]) => entry !== current.T[key]);
    expect(changed.map(([key]) => key)).toEqual(["k7", "fresh"]);
    expect(current.T["k7"]).toEqual({ n: 7, text: "x".repeat(20) });
  });

  test("an entry that is a frozen copy is not copied again", () => {
    const entry = frozenCopy({ v: [1] });
    expect(merge({}, { T: { k: entry } })["T"]?.["k"]).toBe(entry);
  });

  test("the merge does not read unchanged entries", () => {
    const { reads, watch } = watcher();
    const entries = Object.entries(stateOf(500).T).map(([key, entry]) => [key, watch(entry)] as const);
    const current = { T: Object.fromEntries(entries), U: { a: {} } };
    merge(current, { T: { fresh: { v: 1 } }, U: { b: {} } });
    merge(current, deleteContext("T", "k9"));
    expect(reads()).toBe(0);
  });

  test("the merge reads each key of a changed type at most twice, whatever the size of the entries", () => {
    expect(readsAt(2_000)).toBe(readsAt(10));
    expect(readsAt(10)).toBeLessThanOrEqual(2 * 500);
  });

  test("the merge does not read unchanged types", () => {
    const { reads, watch } = watcher();
    merge({ T: watch(stateOf(500).T), U: {} }, { U: { fresh: { v: 1 } } });
    expect(reads()).toBe(0);
  });
});

describe("invalid values", () => {
  test.each([
    [{ T: { k: { at: new Date(0) } } }, "T.k.at", "Date"],
    [{ T: { k: { list: [1, Number.NaN] } } }, "T.k.list[1]", "NaN"],
    [{ T: { k: { big: 1n } } }, "T.k.big", "bigint"],
    [{ T: { k: { run: () => 1 } } }, "T.k.run", "function"],
    [{ T: { k: { at: undefined } } }, "T.k.at", "undefined"],
    [{ T: { "my key": { seen: new Set() } } }, 'T["my key"].seen', "Set"],
  ])("CTX-20 a value that a checkpoint would change is refused by path: %o", (update, path, found) => {
    const current = stateOf(3);
    const before = structuredClone(current);
    expect(() => merge(current, update)).toThrow(reducerErrors.notJson({ path, found }));
    expect(current).toEqual(before);
  });

  test("an invalid last entry prevents all writes", () => {
    const current = { T: {} };
    expect(() => merge(current, untyped({ T: { good: { v: 1 }, bad: { v: 1n } } }))).toThrow(/T\.bad\.v/);
    expect(current).toEqual({ T: {} });
  });
});
