import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { isArrayBuffer, isDate, isMap, isRegExp, isSet } from "../../src/serializer/builtin-kind.ts";

const madeElsewhere = (expression: string): object => {
  const made: unknown = runInNewContext(expression);
  return typeof made === "object" && made !== null ? made : {};
};

const kinds = [
  ["Date", isDate, "new Date(0)"],
  ["Map", isMap, "new Map()"],
  ["Set", isSet, "new Set()"],
  ["RegExp", isRegExp, "/a/g"],
  ["ArrayBuffer", isArrayBuffer, "new ArrayBuffer(1)"],
] as const;

test.each(kinds)("a %s differs from every other object, also one of another realm", (name, is, made) => {
  const instances = kinds.map(([, , each]) => madeElsewhere(each));
  expect(instances.filter((each) => is(each))).toEqual([instances[kinds.findIndex(([each]) => each === name)]]);
  expect(is(madeElsewhere(made))).toBe(true);
});

test.each(kinds)("an object that only claims to be a %s is not one", (name, is) => {
  expect(is({ [Symbol.toStringTag]: name })).toBe(false);
});

test("a shared buffer is not an array buffer", () => {
  expect(isArrayBuffer(new SharedArrayBuffer(1))).toBe(false);
});
