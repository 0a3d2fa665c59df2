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
  test("CTX-19 keeps the 100 newest of 1,000 when one is written, and says which ones leave", () => {
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

  test("writing what is there makes it the newest too, and keeps the object", () => {
    const touched = reduce(full, { T: { a: { v: 1 } } });
    expect(keysOf(touched)).toEqual(["b", "a"]);
    expect(touched["T"]?.["a"]).toBe(full.T.a);
  });

  test("writing what is there, where it is, returns the current value itself", () => {
    expect(reduce(full, { T: { b: { v: 2 } } })).toBe(full);
    expect(reduce(full, { T: { a: { v: 1 }, b: { v: 2 } } })).toBe(full);
  });

  test("of an update that is over the cap itself the last entries stay", () => {
    expect(keysOf(reduce(full, { T: { c: {}, d: {}, e: {} } }))).toEqual(["d", "e"]);
    expect(reduce.evictedBy(full, { T: { c: {}, d: {}, e: {} } }).map((each) => each.key)).toEqual(["a", "b", "c"]);
  });

  test("deletion makes room before anything is evicted", () => {
    const update = { T: { a: { _delete: true }, c: {} } };
    expect(keysOf(reduce(full, update))).toEqual(["b", "c"]);
    expect(reduce.evictedBy(full, update)).toEqual([]);
  });

  test("types that the update does not write to are left alone", () => {
    const current = { T: { a: {}, b: {}, c: {} }, U: {} };
    expect(keysOf(reduce(current, { U: { x: {} } }))).toEqual(["a", "b", "c"]);
    expect(keysOf(reduce({ T: { a: {}, b: {}, c: {}, d: {} } }, deleteContext("T", "a")))).toEqual(["b", "c", "d"]);
  });

  test("a key that is a whole number does not leave in the update that writes it", () => {
    expect(keysOf(reduce(full, { T: { 7: {} } })).toSorted()).toEqual(["7", "b"]);
  });

  test("nothing is evicted below the cap", () => {
    expect(reduce.evictedBy({ T: { a: {} } }, { T: { b: {} } })).toEqual([]);
    expect(reduce.evictedBy(full, undefined)).toEqual([]);
  });

  test("what stays and what leaves add up to what the merge without caps makes", () => {
    fc.assert(
      fc.property(fc.array(updates, { maxLength: 3 }), updates, (before, update) => {
        const current = before.reduce<ContextData>(reduce, {});
        const uncapped = mergeCapabilityContextData(current, update);
        const capped = reduce(current, update);
        const evicted = reduce.evictedBy(current, update);
        for (const type of Object.keys(uncapped)) {
          const gone = evicted.filter((each) => each.type === type).map((each) => each.key);
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
      // What is written again is written last.
      concat: (first, second) => {
        const [before = {}, after = {}] = [first["T"], second["T"]];
        const stays = Object.entries(before).filter(([key]) => !Object.hasOwn(after, key));
        return { T: { ...Object.fromEntries(stays), ...after } };
      },
    },
    { test },
  );
});

describe("contextDataReducer with maxBytesPerType", () => {
  const reduce = contextDataReducer({ maxBytesPerType: 60 });

  test("keeps a type within its bytes as JSON in UTF-8", () => {
    const entry = { text: "é" };
    // Each entry of {"kN":{"text":"é"}} takes 18 bytes and a comma.
    const three = [0, 1, 2].reduce<ContextData>((data, n) => reduce(data, { T: { [`k${n}`]: entry } }), {});
    expect([keysOf(three), bytesOf(three)]).toEqual([["k0", "k1", "k2"], 58]);
    const four = reduce(three, { T: { k3: entry } });
    expect(keysOf(four)).toEqual(["k1", "k2", "k3"]);
  });

  test("a type may be as large as the cap and not larger", () => {
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

  test("the entry that was written last stays although it is too large", () => {
    const update = { T: { big: { text: "x".repeat(100) } } };
    const current = { T: { a: {}, b: {} } };
    expect(keysOf(reduce(current, update))).toEqual(["big"]);
    expect(reduce.evictedBy(current, update).map((each) => each.key)).toEqual(["a", "b"]);
  });

  test("both caps hold together", () => {
    const both = contextDataReducer({ maxBytesPerType: 1_000, maxEntriesPerType: 1 });
    expect(keysOf(both({ T: { a: {} } }, { T: { b: {} } }))).toEqual(["b"]);
    const tight = contextDataReducer({ maxBytesPerType: 20, maxEntriesPerType: 3 });
    expect(keysOf(tight({ T: { a: { v: 1 }, b: { v: 1 } } }, { T: { c: { v: 1 } } }))).toEqual(["c"]);
  });

  test("no type is over its bytes unless it has one entry only", () => {
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
  "caps of %j are refused",
  (caps) => {
    const [option = "", found] = Object.entries(caps)[0] ?? [];
    const error = reducerErrors.invalidOption({ option, expected: "a whole number from 1 up", found });
    expect(() => contextDataReducer(caps)).toThrow(error);
  },
);

test("without caps it merges as mergeCapabilityContextData does, key order aside", () => {
  const reduce = contextDataReducer({});
  fc.assert(
    fc.property(updates, updates, (first, second) => {
      const current = mergeCapabilityContextData({}, first);
      expect(reduce(current, second)).toEqual(mergeCapabilityContextData(current, second));
    }),
  );
});
