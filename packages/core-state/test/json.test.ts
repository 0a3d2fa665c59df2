import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findInadmissible, findNonJson, withoutUndefined } from "../src/kernel/json.ts";

class Point {
  x = 1;
}

const circular: Record<string, unknown> = { name: "loop" };
circular["self"] = { back: circular };

/** Creates a value of the given depth, without the depth limit of JSON.parse. */
const nested = (levels: number): unknown => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);

const holes: unknown[] = [1];
holes[2] = 3;

describe("findNonJson", () => {
  test.each<[string, unknown, string, string]>([
    ["a Date", { steps: [{ startedAt: new Date(0) }] }, "steps[0].startedAt", "Date"],
    ["NaN", { score: Number.NaN }, "score", "NaN"],
    ["an infinity", [1, -Infinity], "[1]", "-Infinity"],
    ["minus zero", { offset: -0 }, "offset", "-0"],
    ["a BigInt", { id: 1n }, "id", "bigint"],
    ["undefined", { a: { b: undefined } }, "a.b", "undefined"],
    ["a function", { run: () => 1 }, "run", "function"],
    ["a symbol", { tag: Symbol("x") }, "tag", "symbol"],
    ["a Map", { seen: new Map() }, "seen", "Map"],
    ["a Set", { seen: new Set() }, "seen", "Set"],
    ["bytes", { raw: new Uint8Array(2) }, "raw", "Uint8Array"],
    ["an Error", { cause: new Error("no") }, "cause", "Error"],
    ["a class instance", { at: new Point() }, "at", "Point"],
    ["a circle", circular, "self.back", "circular reference"],
    ["a hole in an array", { list: holes }, "list[1]", "hole in an array"],
    ["a named property of an array", { list: Object.assign([1], { total: 1 }) }, "list.total", "property of an array"],
    [
      "a property of an array that looks like an index",
      { list: Object.assign([1], { "01": 1 }) },
      'list["01"]',
      "property of an array",
    ],
    [
      "a getter",
      {
        now: {
          get time() {
            throw new Error("read");
          },
        },
      },
      "now.time",
      "getter",
    ],
    ["a symbol key", { [Symbol.for("x")]: 1 }, '["Symbol(x)"]', "symbol key"],
    ["a hidden property", Object.defineProperty({}, "secret", { value: 1 }), "secret", "hidden property"],
    ["the root itself", undefined, "", "undefined"],
    ["a key that is not an identifier", { "two words": 1n }, '["two words"]', "bigint"],
  ])("names the path of %s", (_, value, at, found) => {
    expect(findNonJson(value)).toMatchObject({ at, found });
  });

  test("reports the first of several problems in document order", () => {
    expect(findNonJson({ a: [1, Number.NaN], b: 2n })?.path).toEqual(["a", 1]);
  });

  test.each([201, 100_000])("refuses %i levels instead of running out of stack", (levels) => {
    expect(findNonJson(nested(levels))?.found).toBe("more than 200 levels");
    expect(findInadmissible(nested(levels))?.found).toBe("more than 200 levels");
  });

  test("accepts 200 levels", () => {
    expect(findNonJson(nested(200))).toBeNull();
  });

  test("accepts the same object twice, because that is not circular", () => {
    const shared = { n: 1 };
    expect(findNonJson({ left: shared, right: shared })).toBeNull();
  });

  test("accepts objects without a prototype and objects of another realm", () => {
    expect(findNonJson(Object.assign(Object.create(null), { n: 1 }))).toBeNull();
  });

  test("every accepted value equals its JSON round trip", () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withSparseArray: true,
      withNullPrototype: true,
    });
    fc.assert(
      fc.property(fc.oneof(anything, fc.jsonValue()), (value) => {
        if (findNonJson(value) !== null) return;
        expect(JSON.parse(JSON.stringify(value))).toEqual(value);
      }),
    );
  });

  test("accepts every JSON document without minus zero", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value: unknown = JSON.parse(text, (_, each: unknown) => (Object.is(each, -0) ? 0 : each));
        expect(findNonJson(value)).toBeNull();
      }),
    );
  });
});

describe("findInadmissible", () => {
  test.each(["__proto__", "constructor", "prototype", "__overwrite__"])("refuses the key %s at any depth", (key) => {
    const value: unknown = JSON.parse(`{ "a": [{ "${key}": { "polluted": true } }] }`);
    expect(findInadmissible(value)).toMatchObject({ at: `a[0].${key}`, found: "unsafe key" });
  });

  test("refuses a record that LangChain's loader would turn into a class instance", () => {
    const forged = { lc: 1, type: "constructor", id: ["langchain_core", "messages", "SystemMessage"], kwargs: {} };
    expect(findInadmissible({ notes: [forged] })).toMatchObject({
      at: "notes[0]",
      found: "serialized LangChain object",
    });
    expect(findInadmissible({ lc: 1 })).toBeNull();
  });

  test("accepts minus zero", () => {
    expect(findInadmissible({ offset: -0 })).toBeNull();
  });
});

test("withoutUndefined deletes undefined attributes, and keeps null, 0 and false", () => {
  const value = { a: undefined, b: null, c: 0, d: false };
  expect(Object.entries(withoutUndefined(value))).toEqual([
    ["b", null],
    ["c", 0],
    ["d", false],
  ]);
});
