import { expect, test } from "vitest";
import { frozenCopy } from "@tidemark/reducers";
import { untyped } from "../untyped.ts";
import { assertCap, isWhole, keyOf, listOf } from "../../src/values/list.ts";

test("a missing list is always the same empty list", () => {
  expect(listOf(undefined, "")).toEqual([]);
  expect(listOf(null, "")).toBe(listOf(undefined, ""));
});

test("a value that is not a list is refused, and the error names its kind", () => {
  expect(() => listOf(untyped("abc"), "")).toThrow("The update itself must be a list (found: string).");
});

test.each([0, -1, 1.5, Number.NaN, Infinity])("a cap of %d is refused", (cap) => {
  expect(() => assertCap("cap", cap)).toThrow(/an integer of at least 1/);
});

test.each([undefined, 1, 200])("a cap of %s is accepted", (cap) => {
  expect(() => assertCap("cap", cap)).not.toThrow();
});

test("a key is a non-empty string", () => {
  expect(keyOf((item: { id: string }) => item.id, { id: "a" }, 0)).toBe("a");
  expect(() => keyOf((item: { id: string }) => item.id, { id: "" }, 3)).toThrow('The update at "[3]" has no key');
});

test("a list is whole when all its items are frozen copies", () => {
  expect([isWhole([]), isWhole(frozenCopy([{ a: 1 }])), isWhole(Object.freeze([{ a: 1 }]))]).toEqual([
    true,
    true,
    false,
  ]);
});
