import { frozenCopy, reducerErrors } from "@tidemark/reducers";
import { expect, test } from "vitest";
import { incomingRecord, mergeMembers, recordAt } from "../../src/values/merge-members.ts";

test("records meet member by member down to the given level and are replaced below", () => {
  const current = { a: { b: { c: 1 }, d: 1 } };
  const update = frozenCopy({ a: { b: { e: 2 } } });
  expect(mergeMembers(current, update, 0)).toEqual({ a: { b: { e: 2 } } });
  expect(mergeMembers(current, update, 1)).toEqual({ a: { b: { e: 2 }, d: 1 } });
  expect(mergeMembers(current, update, 2)).toEqual({ a: { b: { c: 1, e: 2 }, d: 1 } });
});

test("members that say the same keep the object that is there", () => {
  const current = { a: { b: [1] }, c: 1 };
  expect(mergeMembers(current, frozenCopy({ a: { b: [1] } }), 1)).toBe(current);
  expect(mergeMembers(current, frozenCopy({ c: 2 }), 1)["a"]).toBe(current.a);
});

test("nothing is the empty record, and what is no record is refused", () => {
  expect(recordAt(undefined, "")).toEqual({});
  expect(incomingRecord(null, {})).toEqual({});
  const error = reducerErrors.wrongShape({ path: "current", expected: "a record", found: "a list" });
  expect(() => recordAt([], "current")).toThrow(error);
});
