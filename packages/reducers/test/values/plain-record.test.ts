import vm from "node:vm";
import { expect, test } from "vitest";
import { isPlainRecord, nameOf, ownValue } from "../../src/values/plain-record.ts";

const blank: object = { __proto__: null };

class Point {
  x = 1;
}

test.each([{}, { a: 1 }, Object.create(null), vm.runInNewContext("({ a: 1 })"), JSON.parse('{"__proto__":1}')])(
  "%o is a plain record",
  (value) => {
    expect(isPlainRecord(value)).toBe(true);
  },
);

test.each([
  null,
  undefined,
  "text",
  [],
  new Point(),
  new Date(0),
  new Map(),
  Object.create({ inherited: 1 }),
  Object.create(blank),
  () => 1,
])("%o is not a plain record", (value) => {
  expect(isPlainRecord(value)).toBe(false);
});

test("ownValue does not find inherited members", () => {
  expect(ownValue<unknown>({}, "toString")).toBeUndefined();
  expect(ownValue({ a: 1 }, "a")).toBe(1);
});

test.each([
  [null, "null"],
  [undefined, "undefined"],
  [[], "a list"],
  [1, "a number"],
  [Number.NaN, "NaN"],
  [-Infinity, "-Infinity"],
  [1n, "bigint"],
  [new Date(0), "Date"],
  [new Point(), "Point"],
  [{}, "a record"],
  [{ [Symbol("s")]: 1 }, "symbol key"],
  [Object.create(blank), "class instance"],
])("%o is described as %s", (value, name) => {
  expect(nameOf(value)).toBe(name);
});
