import { frozenCopy, reducerErrors } from "@tidemark/reducers";
import { expect, test } from "vitest";
import { incomingRecord, mergeMembers, recordAt } from "../../src/values/merge-members.ts";

test("records are merged down to the given level and replaced below", () => {
  const current = { a: { b: { c: 1 }, d: 1 } };
  const update = frozenCopy({ a: { b: { e: 2 } } });
  expect(mergeMembers(current, update, 0)).toEqual({ a: { b: { e: 2 } } });
  expect(mergeMembers(current, update, 1)).toEqual({ a: { b: { e: 2 }, d: 1 } });
  expect(mergeMembers(current, update, 2)).toEqual({ a: { b: { c: 1, e: 2 }, d: 1 } });
});

test("equal members keep the current object", () => {
  const current = { a: { b: [1] }, c: 1 };
  expect(mergeMembers(current, frozenCopy({ a: { b: [1] } }), 1)).toBe(current);
  expect(mergeMembers(current, frozenCopy({ c: 2 }), 1)["a"]).toBe(current.a);
});

test("a missing record is the empty record, and any other value is refused", () => {
  expect(recordAt(undefined, "")).toEqual({});
  expect(incomingRecord(null, {})).toEqual({});
  const error = reducerErrors.wrongShape({ path: "current", expected: "a record", found: "a list" });
  expect(() => recordAt([], "current")).toThrow(error);
});
