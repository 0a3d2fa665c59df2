import {
  type ContextData,
  contextDataReducer,
  deleteContext,
  mergeCapabilityContextData,
  reducerErrors,
} from "@tidemark/reducers";
import { testLaws } from "@tidemark/reducers/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stateOf, updates, type Writes } from "./context-updates.ts";

const keysOf = (data: ContextData, type = "T"): string[] => Object.keys(data[type] ?? {});
const bytesOf = (data: ContextData, type = "T"): number => Buffer.byteLength(JSON.stringify(data[type]));

describe("contextDataReducer with maxEntriesPerType only", () => {
  test("CTX-19 keeps the newest 100 of 1,000 entries when one is written, and lists the evicted ones", () => {
    const reduce = contextDataReducer({ maxEntriesPerType: 100 });
    const current = stateOf(1_000);
    const update = { T: { fresh: { v: 1 } } };
    const result = reduce(current, update);
    const expected = [...Array.from({ length: 99 }, (_, index) => `k${901 + index}`), "fresh"];
    expect(keysOf(result)).toEqual(expected);
    expect(result["T"]?.["k950"]).toBe(current.T["k950"]);
    const evicted = reduce.evictedBy(current, update);
    expect(evicted).toHaveLength(901);
    expect(evicted[0]).toEqual({ type: "T", key: "k0" });
    expect(evicted.at(-1)).toEqual({ type: "T", key: "k900" });
  });

  const reduce = contextDataReducer({ maxEntriesPerType: 2 });
  const full = { T: { a: { v: 1 }, b: { v: 2 } } };

  test("writing a key makes it the newest", () => {
    const touched = reduce(full, { T: { a: { v: 9 } } });
    expect(keysOf(touched)).toEqual(["b", "a"]);
    expect(keysOf(reduce(touched, { T: { c: {} } }))).toEqual(["a", "c"]);
  });

  test("writing an equal entry makes it the newest too, and keeps the object", () => {
    const touched = reduce(full, { T: { a: { v: 1 } } });
    expect(keysOf(touched)).toEqual(["b", "a"]);
    expect(touched["T"]?.["a"]).toBe(full.T.a);
  });

  test("writing equal entries in the same order returns the current value itself", () => {
    expect(reduce(full, { T: { b: { v: 2 } } })).toBe(full);
    expect(reduce(full, { T: { a: { v: 1 }, b: { v: 2 } } })).toBe(full);
  });

  test("an update that exceeds the limit keeps its last entries", () => {
    expect(keysOf(reduce(full, { T: { c: {}, d: {}, e: {} } }))).toEqual(["d", "e"]);
    expect(reduce.evictedBy(full, { T: { c: {}, d: {}, e: {} } }).map((ref) => ref.key)).toEqual(["a", "b", "c"]);
  });

  test("deletions are applied before evictions", () => {
    const update = { T: { a: { _delete: true }, c: {} } };
    expect(keysOf(reduce(full, update))).toEqual(["b", "c"]);
    expect(reduce.evictedBy(full, update)).toEqual([]);
  });

  test("types that the update does not write to are not changed", () => {
    const current = { T: { a: {}, b: {}, c: {} }, U: {} };
    expect(keysOf(reduce(current, { U: { x: {} } }))).toEqual(["a", "b", "c"]);
    expect(keysOf(reduce({ T: { a: {}, b: {}, c: {}, d: {} } }, deleteContext("T", "a")))).toEqual(["b", "c", "d"]);
  });

  test("an integer key is not evicted by the update that writes it", () => {
    expect(keysOf(reduce(full, { T: { 7: {} } })).toSorted()).toEqual(["7", "b"]);
  });

  test("nothing is evicted below the limit", () => {
    expect(reduce.evictedBy({ T: { a: {} } }, { T: { b: {} } })).toEqual([]);
    expect(reduce.evictedBy(full, undefined)).toEqual([]);
  });

  test("kept and evicted entries together equal the merge without limits", () => {
    fc.assert(
      fc.property(fc.array(updates, { maxLength: 3 }), updates, (before, update) => {
        const current = before.reduce<ContextData>(reduce, {});
        const uncapped = mergeCapabilityContextData(current, update);
        const capped = reduce(current, update);
        const evicted = reduce.evictedBy(current, update);
        for (const type of Object.keys(uncapped)) {
          const gone = evicted.filter((ref) => ref.type === type).map((ref) => ref.key);
          expect([...keysOf(capped, type), ...gone].toSorted()).toEqual(keysOf(uncapped, type).toSorted());
          expect(keysOf(capped, type).length).toBeLessThanOrEqual(2);
        }
      }),
    );
  });

  const named = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.record({ v: fc.constantFrom(1, 2) }));

  testLaws(
    ["identity", "batching", "idempotence", "purity"],
    {
      reduce,
      initial: {},
      empty: {},
      update: fc.record<Writes>({ T: named }),
      // A key that is written again moves to the end.
      concat: (first, second) => {
        const [before = {}, after = {}] = [first["T"], second["T"]];
        const kept = Object.entries(before).filter(([key]) => !Object.hasOwn(after, key));
        return { T: { ...Object.fromEntries(kept), ...after } };
      },
    },
    { test },
  );
});

describe("contextDataReducer with maxBytesPerType", () => {
  const reduce = contextDataReducer({ maxBytesPerType: 60 });

  test("limits the size of a type as JSON in UTF-8", () => {
    const entry = { text: "é" };
    // Each entry of {"kN":{"text":"é"}} takes 18 bytes and a comma.
    const three = [0, 1, 2].reduce<ContextData>((data, n) => reduce(data, { T: { [`k${n}`]: entry } }), {});
    expect([keysOf(three), bytesOf(three)]).toEqual([["k0", "k1", "k2"], 58]);
    const four = reduce(three, { T: { k3: entry } });
    expect(keysOf(four)).toEqual(["k1", "k2", "k3"]);
  });

  test("a type may be exactly as large as the limit", () => {
    const data: ContextData = { T: { a: { t: "x" }, b: { t: "y" } } };
    const size = bytesOf({ T: { ...data["T"], c: { t: "z" } } });
    expect(keysOf(contextDataReducer({ maxBytesPerType: size })(data, { T: { c: { t: "z" } } }))).toEqual([
      "a",
      "b",
      "c",
    ]);
    expect(keysOf(contextDataReducer({ maxBytesPerType: size - 1 })(data, { T: { c: { t: "z" } } }))).toEqual([
      "b",
      "c",
    ]);
  });

  test("the entry written last is kept even if it is too large", () => {
    const update = { T: { big: { text: "x".repeat(100) } } };
    const current = { T: { a: {}, b: {} } };
    expect(keysOf(reduce(current, update))).toEqual(["big"]);
    expect(reduce.evictedBy(current, update).map((ref) => ref.key)).toEqual(["a", "b"]);
  });

  test("both limits apply together", () => {
    const both = contextDataReducer({ maxBytesPerType: 1_000, maxEntriesPerType: 1 });
    expect(keysOf(both({ T: { a: {} } }, { T: { b: {} } }))).toEqual(["b"]);
    const tight = contextDataReducer({ maxBytesPerType: 20, maxEntriesPerType: 3 });
    expect(keysOf(tight({ T: { a: { v: 1 }, b: { v: 1 } } }, { T: { c: { v: 1 } } }))).toEqual(["c"]);
  });

  test("no type exceeds its bytes unless it has a single entry", () => {
    fc.assert(
      fc.property(fc.array(updates, { maxLength: 5 }), (all) => {
        const data = all.reduce<ContextData>(reduce, {});
        for (const type of Object.keys(data)) {
          expect(bytesOf(data, type) <= 60 || keysOf(data, type).length === 1).toBe(true);
        }
      }),
    );
  });

  testLaws(["identity", "idempotence", "purity"], { reduce, initial: {}, empty: {}, update: updates }, { test });
});

test.each([{ maxEntriesPerType: 0 }, { maxBytesPerType: -1 }, { maxEntriesPerType: 1.5 }])(
  "limits of %j are refused",
  (caps) => {
    const [option = "", found] = Object.entries(caps)[0] ?? [];
    const error = reducerErrors.invalidOption({ option, expected: "an integer of at least 1", found });
    expect(() => contextDataReducer(caps)).toThrow(error);
  },
);

test("without limits it merges like mergeCapabilityContextData, ignoring key order", () => {
  const reduce = contextDataReducer({});
  fc.assert(
    fc.property(updates, updates, (first, second) => {
      const current = mergeCapabilityContextData({}, first);
      expect(reduce(current, second)).toEqual(mergeCapabilityContextData(current, second));
    }),
  );
});
