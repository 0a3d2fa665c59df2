import { expect, test } from "vitest";
import { freezeAll, sameData, show, spoil } from "../../src/testing/plain-data.ts";

test("the order of keys does not matter, the order of list items does", () => {
  expect(sameData({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true);
  expect(sameData([1, 2], [2, 1])).toBe(false);
});

test.each([
  [{ a: 1 }, { a: 2 }],
  [{ a: undefined }, {}],
  [{ a: undefined }, { b: undefined }],
  [[], {}],
  [{}, null],
  ["1", 1],
])("%j and %j differ", (one, other) => {
  expect(sameData(one, other)).toBe(false);
  expect(sameData(other, one)).toBe(false);
});

test("0 equals -0, and NaN equals NaN", () => {
  expect(sameData(0, -0)).toBe(true);
  expect(sameData(Number.NaN, Number.NaN)).toBe(true);
});

test("freezing is deep", () => {
  const value = freezeAll({ list: [{ a: 1 }] });
  expect([value, value.list, value.list[0]].every((each) => Object.isFrozen(each))).toBe(true);
});

test("spoil changes every list and record that is not frozen", () => {
  const frozen = Object.freeze({ a: 1 });
  const value = { list: [{}], frozen };
  spoil(value);
  expect(value).toEqual({ list: [{ spoiled: true }, "spoiled"], frozen: { a: 1 }, spoiled: true });
});

test("show formats undefined", () => {
  expect([show(undefined), show(null), show({ a: 1 })]).toEqual(["undefined", "null", '{"a":1}']);
});
