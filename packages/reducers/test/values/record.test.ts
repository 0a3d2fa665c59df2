import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { frozenCopy } from "@tidemark/reducers";
import { columnsOf, keysOf, pick, putAll, removeAll, replaceAll } from "../../src/values/record.ts";

const wide = (length: number, prefix = "k"): Record<string, number> =>
  Object.fromEntries(Array.from({ length }, (_, index) => [`${prefix}${index}`, index]));

/** Sizes below, at and above the threshold between the two ways of copying. */
const sizes = fc.constantFrom(0, 1, 62, 63, 64, 65, 66, 130);
const names = fc.constantFrom("k0", "k63", "new", "also new", "7", "300");
const change = fc.oneof(
  fc.record({ put: fc.dictionary(names, fc.integer(), { maxKeys: 12 }) }),
  fc.record({ remove: fc.uniqueArray(names) }),
);

const entries = (plain: object) => ({ keys: Object.keys(plain), values: Object.values(plain) });

describe("a patched record", () => {
  test("equals the result of plain JavaScript, including the order, over any number of patches", () => {
    fc.assert(
      fc.property(sizes, fc.boolean(), fc.array(change, { maxLength: 6 }), (size, ours, changes) => {
        let record: Readonly<Record<string, number>> = ours ? frozenCopy(wide(size)) : wide(size);
        const plain = wide(size);
        for (const each of changes) {
          if ("put" in each) {
            record = putAll(record, new Map(Object.entries(each.put)));
            Object.assign(plain, each.put);
          } else {
            record = removeAll(record, new Set(each.remove));
            for (const key of each.remove) Reflect.deleteProperty(plain, key);
          }
          expect(JSON.stringify(record)).toBe(JSON.stringify(plain));
          expect(keysOf(record)).toEqual(Object.keys(plain));
          expect(columnsOf(record) ?? entries(plain)).toEqual(entries(plain));
          expect(Object.isFrozen(record) && Object.getPrototypeOf(record) === Object.prototype).toBe(true);
        }
      }),
    );
  });

  test("grows and changes many times without losing a value", () => {
    let record: Readonly<Record<string, number>> = {};
    const plain: Record<string, number> = {};
    for (let step = 0; step < 300; step += 1) {
      const puts = { [`k${step}`]: step, [`k${step >> 1}`]: -step };
      record = putAll(record, new Map(Object.entries(puts)));
      Object.assign(plain, puts);
    }
    expect(JSON.stringify(record)).toBe(JSON.stringify(plain));
  });

  test("is remembered with all that it has, if it is wide", () => {
    const first = putAll(frozenCopy(wide(100)), new Map([["a", 1]]));
    const second = putAll(first, new Map([["b", 2]]));
    const third = putAll(second, new Map([["a", 3]]));
    for (const [record, plain] of [
      [second, { ...wide(100), a: 1, b: 2 }],
      [third, { ...wide(100), a: 3, b: 2 }],
    ] as const)
      expect(columnsOf(record)).toEqual(entries(plain));
    expect([wide(100), frozenCopy(wide(100)), Object.freeze(wide(100))].map(columnsOf)).toEqual([null, null, null]);
  });

  test("does not change the original record", () => {
    const record = wide(100);
    const next = putAll(record, new Map([["k5", -1]]));
    putAll(next, new Map([["k6", -1]]));
    expect(record).toEqual(wide(100));
    expect(next["k6"]).toBe(6);
  });

  test("reads a foreign record again after it changed", () => {
    const record = wide(100);
    putAll(record, new Map([["a", 1]]));
    record["k5"] = -5;
    expect(putAll(record, new Map([["b", 1]]))["k5"]).toBe(-5);
  });

  test("is a frozen copy only when all its values are", () => {
    const entry = frozenCopy({ n: 1 });
    const made = putAll<object>({}, new Map([["a", entry]]));
    expect(frozenCopy(made)).toBe(made);
    for (const size of [1, 100]) {
      const loaded = Object.fromEntries(Object.keys(wide(size)).map((key) => [key, { n: 1 }]));
      const mixed = putAll<object>(loaded, new Map([["a", entry]]));
      expect(frozenCopy(mixed)).not.toBe(mixed);
      const rest = removeAll<object>(loaded, new Set(["k0"]));
      expect(frozenCopy(rest)).not.toBe(rest);
    }
    const holdsForeign = putAll<object>(made, new Map([["b", { n: 2 }]]));
    expect(frozenCopy(holdsForeign)).not.toBe(holdsForeign);
  });
});

describe("pick and replaceAll", () => {
  test("create frozen copies from frozen copies", () => {
    const entry = frozenCopy({ n: 1 });
    const made = replaceAll<object>({ a: entry }, new Map([["b", entry]]));
    expect(frozenCopy(made)).toBe(made);
    const kept = pick(made, ["b"]);
    expect(frozenCopy(kept)).toBe(kept);
  });

  test("pick creates a record in the given order", () => {
    const record = wide(3);
    expect(Object.keys(pick(record, ["k2", "x", "k0"], new Map([["x", 9]])))).toEqual(["k2", "x", "k0"]);
  });

  test("replaceAll returns the record itself when it equals the result, including the order", () => {
    const record = { a: 1, b: 2 };
    expect(
      replaceAll(
        record,
        new Map([
          ["a", 1],
          ["b", 2],
        ]),
      ),
    ).toBe(record);
    expect(
      Object.keys(
        replaceAll(
          record,
          new Map([
            ["b", 2],
            ["a", 1],
          ]),
        ),
      ),
    ).toEqual(["b", "a"]);
    expect(replaceAll(record, new Map([["a", 1]]))).toEqual({ a: 1 });
    expect(
      replaceAll(
        record,
        new Map([
          ["a", 1],
          ["b", 3],
        ]),
      ),
    ).toEqual({ a: 1, b: 3 });
  });
});
