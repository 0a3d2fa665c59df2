import { mergeDeep, reducerErrors } from "@tidemark/reducers";
import { testLaws } from "@tidemark/reducers/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsed, untyped } from "../untyped.ts";

type Trip = Readonly<Record<string, unknown>>;

const tree = fc.object({
  key: fc.constantFrom("a", "b"),
  values: [fc.constantFrom(1, 2, null), fc.constant([1])],
  maxDepth: 3,
});

/** Combines two consecutive updates into one, without the code under test. */
function overlay(first: Trip, second: Trip): Trip {
  const next: Record<string, unknown> = { ...first };
  for (const [key, value] of Object.entries(second)) {
    const before = next[key];
    next[key] = isTree(before) && isTree(value) ? overlay(before, value) : value;
  }
  return next;
}
const isTree = (value: unknown): value is Trip => typeof value === "object" && value !== null && !Array.isArray(value);

describe("mergeDeep", () => {
  test("TR-02 keeps members that are missing in the update, at every depth", () => {
    const current = { travel_info: { outbound: { flight_selection: "F", seat_number: "" } } };
    expect(mergeDeep(current, { travel_info: { outbound: { seat_number: "12A" } } })).toEqual({
      travel_info: { outbound: { flight_selection: "F", seat_number: "12A" } },
    });
  });

  test("TR-10 replaces lists", () => {
    expect(mergeDeep({ likes: ["sea", "hills"] }, { likes: ["snow"] })).toEqual({ likes: ["snow"] });
  });

  test("TR-11 null replaces", () => {
    const current = Object.freeze({ outbound: Object.freeze({ seat: "12A", gate: "B4" }), bags: [1], paid: true });
    expect(mergeDeep<Trip>(current, { outbound: null })).toEqual({ outbound: null, bags: [1], paid: true });
    expect(mergeDeep<Trip>(current, { outbound: { seat: null } })).toEqual({
      ...current,
      outbound: { seat: null, gate: "B4" },
    });
    expect(mergeDeep<Trip>(current, { bags: null, paid: null })).toEqual({ ...current, bags: null, paid: null });
    expect(mergeDeep<Trip>({ outbound: null }, { outbound: { seat: "1C" } })).toEqual({ outbound: { seat: "1C" } });
  });

  test("TR-12 returns the value itself for an update that changes nothing", () => {
    const current = { a: { b: 1 } };
    expect(mergeDeep(current, {})).toBe(current);
    expect(mergeDeep(current, { a: {} })).toBe(current);
    expect(mergeDeep(current, { a: { b: 1 } })).toBe(current);
  });

  test("TR-13 a scalar replaces a record, and a record a scalar", () => {
    expect(mergeDeep<Trip>({ a: { b: 1 } }, { a: 2 })).toEqual({ a: 2 });
    expect(mergeDeep<Trip>({ a: 2 }, { a: { b: 1 } })).toEqual({ a: { b: 1 } });
    expect(mergeDeep<Trip>({ a: [1] }, { a: { b: 1 } })).toEqual({ a: { b: 1 } });
    expect(mergeDeep<Trip>({ a: { b: 1 } }, { a: [1] })).toEqual({ a: [1] });
    for (const scalar of [0, "", false, null]) {
      const record = { a: { b: { c: 1 }, kept: 1 }, kept: 2 };
      expect(mergeDeep<Trip>(record, { a: { b: scalar } })).toEqual({ a: { b: scalar, kept: 1 }, kept: 2 });
      const plain = { a: { b: scalar, kept: 1 }, kept: 2 };
      expect(mergeDeep<Trip>(plain, { a: { b: { c: 1 } } })).toEqual(record);
      expect([record.a.b, plain.a.b]).toEqual([{ c: 1 }, scalar]);
    }
  });

  test("TR-15 replaces a list called tasks like any other", () => {
    const current = { notes: { tasks: [{ id: "t1", status: "open" }] } };
    expect(mergeDeep<Trip>(current, { notes: { tasks: [{ id: "t1" }] } })).toEqual({
      notes: { tasks: [{ id: "t1" }] },
    });
  });

  test("TR-28 a key named __proto__ is refused, and no prototype is changed", () => {
    const update = parsed('{"a":{"__proto__":{"polluted":1}}}');
    expect(() => mergeDeep<Trip>({ a: { b: 1 } }, update)).toThrow(reducerErrors.unsafeKey({ path: "a.__proto__" }));
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  test("skips members that are undefined, whether or not they have a current value", () => {
    const current = { a: { b: 1 } };
    expect(mergeDeep(current, { a: { b: undefined } })).toBe(current);
    expect(mergeDeep<Trip>({}, { a: { b: undefined } })).toStrictEqual({ a: {} });
  });

  test("shares unchanged branches", () => {
    const current = { a: { b: { c: 1 } }, d: { e: 1 } };
    const next = mergeDeep(current, { d: { e: 2 } });
    expect(next.a).toBe(current.a);
    expect(Object.isFrozen(next) && Object.isFrozen(next.d)).toBe(true);
    expect(current.d.e).toBe(1);
  });

  test("refuses a value that is not a record", () => {
    expect(() => mergeDeep({}, untyped([]))).toThrow(/must be a record \(found: a list\)/);
  });

  test("replacing a record with a list loses the record, which a single update cannot express", () => {
    const current = { a: { b: 1 } };
    const inTurn = mergeDeep<Trip>(mergeDeep<Trip>(current, { a: [] }), { a: { c: 1 } });
    expect(inTurn).toEqual({ a: { c: 1 } });
    expect(mergeDeep<Trip>(current, overlay({ a: [] }, { a: { c: 1 } }))).toEqual({ a: { b: 1, c: 1 } });
  });

  testLaws(
    ["identity", "idempotence", "purity"],
    { reduce: mergeDeep<Trip>, initial: {}, empty: {}, update: tree },
    { test },
  );
});

describe("mergeDeep with records that stay records", () => {
  const leaf = fc.constantFrom<unknown>(1, 2, null, [1], []);
  const branch = fc.dictionary(fc.constantFrom("x", "y"), leaf);
  const update: fc.Arbitrary<Trip> = fc.record(
    { scalar: leaf, branch, deep: fc.record({ branch }) },
    { requiredKeys: [] },
  );

  testLaws(
    ["identity", "batching", "idempotence", "purity"],
    { reduce: mergeDeep<Trip>, initial: {}, empty: {}, update, concat: overlay },
    { test },
  );
});
