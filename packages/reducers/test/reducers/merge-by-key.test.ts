import { mergeByKey, reducerErrors } from "@tidemark/reducers";
import { testLaws } from "@tidemark/reducers/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { untyped } from "../untyped.ts";

const keys = fc.constantFrom("a", "b", "7");
const values = fc.constantFrom<unknown>(1, 2, null, [1], { x: 1 });

describe("mergeByKey", () => {
  const reduce = mergeByKey<unknown>();

  test("PS-23 writes values under their keys and replaces existing ones as a whole", () => {
    expect(reduce({ a: 1 }, { b: 2 })).toEqual({ a: 1, b: 2 });
    expect(reduce({ m: { x: 1 } }, { m: { y: 2 } })).toEqual({ m: { y: 2 } });
  });

  test("PS-23 skips a key whose value is undefined", () => {
    const current = { a: 1 };
    expect(reduce(current, { a: undefined, b: undefined })).toBe(current);
  });

  test("keeps the position of an existing key and adds new ones at the end", () => {
    expect(Object.keys(reduce({ a: 1, b: 1 }, { c: 1, a: 2 }))).toEqual(["a", "b", "c"]);
  });

  test.each([undefined, null, {}])("returns the record itself for %j", (update) => {
    const current = { a: 1 };
    expect(reduce(current, update)).toBe(current);
  });

  test("returns the record itself for an equal update", () => {
    const current = { a: { x: [1] } };
    expect(reduce(current, { a: { x: [1] } })).toBe(current);
  });

  test("defaults to the empty record, which is frozen", () => {
    expect(reduce(undefined, undefined)).toEqual({});
    expect(Object.isFrozen(reduce(null, null))).toBe(true);
  });

  test("accepts null as a value", () => {
    expect(reduce({ a: 1 }, { a: null })).toEqual({ a: null });
  });

  test("shares unchanged values and freezes new ones", () => {
    const current = { a: { n: 1 } };
    const update = { b: { list: [1] } };
    const next = mergeByKey<object>()(current, update);
    update.b.list.push(2);
    expect(next["a"]).toBe(current.a);
    expect(next).toEqual({ a: { n: 1 }, b: { list: [1] } });
    expect(Object.isFrozen(next) && Object.isFrozen(next["b"])).toBe(true);
  });

  test.each([[[]], ["text"], [1]])("refuses %j as an update", (update) => {
    expect(() => reduce({}, untyped(update))).toThrow(/must be a record \(found: /);
  });

  test("refuses undefined inside a value, with its path", () => {
    const error = reducerErrors.notJson({ path: "a.b", found: "undefined" });
    expect(() => reduce({}, { a: { b: undefined } })).toThrow(error);
  });

  testLaws(
    ["identity", "batching", "idempotence", "purity"],
    {
      reduce,
      initial: {},
      empty: {},
      update: fc.dictionary(keys, fc.oneof(values, fc.constant(undefined))),
      concat: (first, second) => ({
        ...first,
        ...Object.fromEntries(Object.entries(second).filter(([, value]) => value !== undefined)),
      }),
    },
    { test },
  );
});

describe("mergeByKey with deleteOnNull", () => {
  const reduce = mergeByKey<unknown>({ deleteOnNull: true });

  test("null deletes the key", () => {
    expect(reduce({ a: 1, b: 2 }, { a: null, c: 3 })).toEqual({ b: 2, c: 3 });
  });

  test("deleting a missing key returns the record itself", () => {
    const current = { a: 1 };
    expect(reduce(current, { b: null })).toBe(current);
  });

  test("null inside a value is an ordinary value", () => {
    expect(reduce({}, { a: { b: null } })).toEqual({ a: { b: null } });
  });

  testLaws(
    ["identity", "batching", "idempotence", "purity"],
    {
      reduce,
      initial: {},
      empty: {},
      update: fc.dictionary(keys, values),
      concat: (first, second) => ({ ...first, ...second }),
    },
    { test },
  );
});
