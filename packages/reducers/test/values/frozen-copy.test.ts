import { frozenCopy, reducerErrors } from "@tidemark/reducers";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isFrozenCopy, seal } from "../../src/values/frozen-copy.ts";

const isDeepFrozen = (value: unknown): boolean =>
  typeof value !== "object" || value === null || (Object.isFrozen(value) && Object.values(value).every(isDeepFrozen));

const json = fc.object({
  key: fc.constantFrom("a", "b", "7", "lc"),
  values: [fc.constantFrom(null, true, 0, -0, 1.5, ""), fc.string()],
  withNullPrototype: true,
});

class Point {
  x = 1;
}

describe("a frozen copy", () => {
  test("equals its JSON round trip and is deeply frozen", () => {
    fc.assert(
      fc.property(json, (value) => {
        const copy = frozenCopy(value);
        expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
        expect(isDeepFrozen(copy)).toBe(true);
      }),
    );
  });

  test("shares nothing with the original", () => {
    const original = { list: [{ a: 1 }], record: { b: {} } };
    const copy = frozenCopy(original);
    expect(copy.list).not.toBe(original.list);
    expect(copy.list[0]).not.toBe(original.list[0]);
    expect(copy.record.b).not.toBe(original.record.b);
    expect(isDeepFrozen(original)).toBe(false);
  });

  test("is not copied again, including as part of another value", () => {
    const copy = frozenCopy({ a: [1] });
    expect(frozenCopy(copy)).toBe(copy);
    expect(frozenCopy({ inner: copy }).inner).toBe(copy);
  });

  test("is created even if the original is frozen, since its members may not be", () => {
    const original = Object.freeze({ list: [1] });
    expect(frozenCopy(original)).not.toBe(original);
  });

  test("turns -0 into 0, as JSON does", () => {
    expect(Object.is(frozenCopy({ n: -0 }).n, 0)).toBe(true);
  });

  test("turns a record without a prototype into a plain one", () => {
    expect(frozenCopy(Object.assign(Object.create(null), { a: 1 }))).toStrictEqual({ a: 1 });
  });

  test("keeps 150 levels", () => {
    const deep: unknown = JSON.parse("[".repeat(150) + "]".repeat(150));
    expect(JSON.stringify(frozenCopy(deep))).toBe(JSON.stringify(deep));
  });

  test("is recognized only when all of it is frozen", () => {
    expect(isFrozenCopy(seal({ inner: { a: 1 } }, false))).toBe(false);
    expect(isFrozenCopy(seal({}, true))).toBe(true);
  });
});

describe("a value that a checkpoint would change is refused with its path", () => {
  const circle: { list: unknown[] } = { list: [] };
  circle.list.push({ back: circle });
  const chain: unknown = JSON.parse("[".repeat(201) + "]".repeat(201));

  test.each([
    [{ a: { at: new Date(0) } }, "a.at", "Date"],
    [{ a: [1, Number.NaN] }, "a[1]", "NaN"],
    [{ a: Infinity }, "a", "Infinity"],
    [{ a: 1n }, "a", "bigint"],
    [{ a: () => 1 }, "a", "function"],
    [{ a: Symbol("s") }, "a", "symbol"],
    [{ a: undefined }, "a", "undefined"],
    [{ a: Array(2) }, "a[0]", "undefined"],
    [{ a: new Map() }, "a", "Map"],
    [{ a: new Point() }, "a", "Point"],
    [{ a: new Error("x") }, "a", "Error"],
    [{ a: new Uint8Array(2) }, "a", "Uint8Array"],
    [{ a: Buffer.from("x") }, "a", "Buffer"],
    [{ a: new URL("https://example.org") }, "a", "URL"],
    [{ "start time": [{ [Symbol("s")]: 1 }] }, '["start time"][0]', "symbol key"],
    [{ a: circle }, "a.list[0].back", "circular reference"],
    [new Date(0), "", "Date"],
    [undefined, "", "undefined"],
  ])("%o", (value, path, found) => {
    expect(() => frozenCopy(value)).toThrow(reducerErrors.notJson({ path, found }));
  });

  test("more than 200 levels", () => {
    expect(() => frozenCopy(chain)).toThrow(/more than 200 levels/);
  });

  test("a circular reference", () => {
    const self: Record<string, unknown> = {};
    self["self"] = self;
    expect(() => frozenCopy(self)).toThrow(reducerErrors.notJson({ path: "self", found: "circular reference" }));
  });

  test("one object in two places is not a circular reference", () => {
    const shared = { a: 1 };
    expect(frozenCopy({ one: shared, other: shared })).toEqual({ one: { a: 1 }, other: { a: 1 } });
  });

  test("the path begins with the position of the value", () => {
    const error = reducerErrors.notJson({ path: "T.k.at", found: "Date" });
    expect(() => frozenCopy({ at: new Date(0) }, { at: ["T", "k"] })).toThrow(error);
  });
});

describe("a serialized LangChain object is refused", () => {
  test.each([
    { lc: 1, type: "constructor", id: ["langchain_core", "messages", "SystemMessage"], kwargs: {} },
    { lc: 2, type: "undefined" },
    { lc: 2, type: "constructor", id: ["Set"], args: [[1]] },
  ])("%j", (value) => {
    expect(() => frozenCopy({ note: value })).toThrow(reducerErrors.revivableObject({ path: "note" }));
  });

  test("a key called lc is allowed by itself", () => {
    expect(frozenCopy({ lc: "NO", type: "language" })).toEqual({ lc: "NO", type: "language" });
    expect(frozenCopy({ lc: 1 })).toEqual({ lc: 1 });
  });
});

describe("properties of undefined", () => {
  test("are skipped down to the optional levels", () => {
    const value = { a: undefined, b: { c: undefined, d: 1 } };
    expect(Object.keys(frozenCopy({ a: undefined, b: 1 }, { optionalLevels: 1 }))).toEqual(["b"]);
    expect(frozenCopy(value, { optionalLevels: 2 })).toStrictEqual({ b: { d: 1 } });
    expect(() => frozenCopy(value, { optionalLevels: 1 })).toThrow(
      reducerErrors.notJson({ path: "b.c", found: "undefined" }),
    );
  });

  test("are refused in a list at any level", () => {
    expect(() => frozenCopy([undefined], { optionalLevels: Infinity })).toThrow(/\[0\]/);
  });
});
