import { expect, test } from "vitest";
import { freezeDeep } from "../src/freeze.ts";

test("plain objects and lists are frozen to the bottom, and stay the same objects", () => {
  const value = { list: [{ deep: { n: 1 } }] };
  expect(freezeDeep(value)).toBe(value);
  expect(() => Object.assign(value.list[0]?.deep ?? {}, { n: 2 })).toThrow(TypeError);
});

test("class instances are left as they are", () => {
  const value = { when: new Date(0) };
  expect(Object.isFrozen(freezeDeep(value).when)).toBe(false);
});
