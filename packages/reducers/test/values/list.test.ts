import { expect, test } from "vitest";
import { frozenCopy } from "@tidemark/reducers";
import { untyped } from "../untyped.ts";
import { assertCap, isWhole, keyOf, listOf } from "../../src/values/list.ts";

test("nothing is the empty list, and always the same one", () => {
  expect(listOf(undefined, "")).toEqual([]);
  expect(listOf(null, "")).toBe(listOf(undefined, ""));
});

test("what is no list is refused with its name", () => {
  expect(() => listOf(untyped("abc"), "")).toThrow("The update itself is string, but a list belongs here.");
});

test.each([0, -1, 1.5, Number.NaN, Infinity])("a cap of %d is refused", (cap) => {
  expect(() => assertCap("cap", cap)).toThrow(/whole number from 1 up/);
});

test.each([undefined, 1, 200])("a cap of %s is fine", (cap) => {
  expect(() => assertCap("cap", cap)).not.toThrow();
});

test("a key is a text that is not empty", () => {
  expect(keyOf((item: { id: string }) => item.id, { id: "a" }, 0)).toBe("a");
  expect(() => keyOf((item: { id: string }) => item.id, { id: "" }, 3)).toThrow('The update at "[3]" has no key');
});

test("a list is whole when nobody can change anything in it", () => {
  expect([isWhole([]), isWhole(frozenCopy([{ a: 1 }])), isWhole(Object.freeze([{ a: 1 }]))]).toEqual([
    true,
    true,
    false,
  ]);
});
