import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { isPlainObject, needsWrapping, setOwn } from "../../src/serializer/plain-object.ts";

test("records of any realm are plain, instances are not", () => {
  expect(isPlainObject({}) && isPlainObject({ __proto__: null })).toBe(true);
  expect(runInNewContext("test({ a: 1 })", { test: isPlainObject })).toBe(true);
  expect([new Map(), new Date(), new Error("x")].some(isPlainObject)).toBe(false);
  expect(isPlainObject({ __proto__: {} })).toBe(false);
});

test("a key called __proto__ is a key", () => {
  const target = {};
  setOwn(target, "__proto__", { isAdmin: true });
  expect(Object.keys(target)).toEqual(["__proto__"]);
  expect(Object.getPrototypeOf(target)).toBe(Object.prototype);
});

test("only records that would be taken for something else are wrapped", () => {
  expect([{ lc: 1 }, { "~": 1 }, { lcd: 1 }, {}].map(needsWrapping)).toEqual([true, true, false, false]);
});
