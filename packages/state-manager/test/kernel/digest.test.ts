import { createHash } from "node:crypto";
import { digest, stateManagerErrors } from "@tidemark/state-manager";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsed } from "../untyped.ts";

const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

function circle(): unknown {
  const list: unknown[] = [];
  list.push(list);
  return list;
}

const broken = (): unknown =>
  new Proxy(
    {},
    {
      getPrototypeOf: () => {
        throw new Error("broken");
      },
    },
  );

/** The same JSON with the keys of every record written in reverse. */
const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
};

describe("digest", () => {
  test.each([
    [null, "74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b"],
    [true, "b5bea41b6c623f7c09f1bf24dcae58ebab3c0cdd90ad966bc43a45b44867e12b"],
    [[], "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"],
    [0, "5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9"],
    ["", "12ae32cb1ec02d01eda3581b127c1fee3b0dc53572ed6baf239721a03d82e126"],
  ])("of %j is the SHA-256 of its JSON", (value, expected) => {
    expect(digest(value)).toBe(expected);
  });

  test("for text and lists equals the SHA-256 of their JSON in UTF-8", () => {
    const scalar = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("🚂", "ñ", "n\u0303", "\u0000", "\u{10FFFF}", "\uD800"),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
    );
    fc.assert(
      fc.property(fc.array(scalar), (list) => {
        expect(digest(list)).toBe(sha256(JSON.stringify(list)));
      }),
    );
  });

  test.each([54, 55, 56, 63, 64, 65, 119, 120, 1_000_000])(
    "is correct for %d bytes, at the edges of blocks",
    (bytes) => {
      const text = "a".repeat(bytes - 2);
      expect(digest(text)).toBe(sha256(JSON.stringify(text)));
    },
  );

  test("does not depend on the order of keys, at any depth", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(digest(reversed(value))).toBe(digest(value));
      }),
    );
  });

  test("is equal for two values exactly when they differ only in the order of keys", () => {
    const { small } = fc.letrec((tie) => ({
      small: fc.oneof(
        { maxDepth: 2 },
        fc.constantFrom(null, 1, "a"),
        fc.array(tie("small"), { maxLength: 2 }),
        fc.dictionary(fc.constantFrom("a", "1", "record"), tie("small"), { maxKeys: 2, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(small, small, (one, other) => {
        expect(digest(one) === digest(other)).toBe(sortedText(one) === sortedText(other));
      }),
    );
  });

  test.each([
    ["the order of a list", [1, 2], [2, 1]],
    ["a list and a record with the same keys", ["a"], { 0: "a" }],
    ["a record and its pairs", { a: 1 }, [["a", 1]]],
    ["a record and its hashed form", { a: 1 }, { record: [["a", 1]] }],
    ["an empty list and an empty record", [], {}],
    ["null and a missing key", { a: null }, {}],
    ["a number and its text", 1, "1"],
    ["two Unicode forms of a letter", "ñ", "n\u0303"],
    ["the end of a level", { a: { b: 1, c: 2 } }, { a: { b: 1 }, c: 2 }],
    ["the end of a text", ["a", "b"], ["a,b"]],
    ["prototype keys", parsed('{"__proto__":1}'), {}],
    ["values under prototype keys", parsed('{"__proto__":1}'), parsed('{"__proto__":2}')],
  ])("distinguishes %s", (_, one, other) => {
    expect(digest(one)).not.toBe(digest(other));
  });

  test("number-like keys have no special order", () => {
    expect(digest(parsed('{"10":1,"9":2,"a":3}'))).toBe(digest(parsed('{"a":3,"9":2,"10":1}')));
  });

  test("does not change the value", () => {
    const value = Object.freeze({ b: Object.freeze([2]), a: 1 });
    digest(value);
    expect(JSON.stringify(value)).toBe('{"b":[2],"a":1}');
  });

  test.each<[string, unknown, string]>([
    ["a BigInt", { list: [10n] }, "bigint"],
    ["undefined", undefined, "undefined"],
    ["a function", () => 1, "function"],
    ["a symbol", Symbol("x"), "symbol"],
    ["infinite depth", parsed(`${"[".repeat(100_000)}${"]".repeat(100_000)}`), "more than 200 levels"],
    ["a circular value", circle(), "circular reference"],
    ["a property that throws", broken(), "a value that cannot be read"],
  ])("of %s is a typed error", (_, value, found) => {
    const details: unknown = expect.objectContaining({ found });
    expect(() => digest(value)).toThrow(
      expect.objectContaining({ code: stateManagerErrors.undigestible.code, details }),
    );
  });

  test("leaves out values that JSON leaves out", () => {
    expect(digest({ a: 1, b: undefined })).toBe(digest({ a: 1 }));
    expect(digest([undefined, Number.NaN])).toBe(digest([null, null]));
  });
});

/** JSON with keys in order, written independently of the digest. */
function sortedText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedText).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const pairs = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${sortedText(inner)}`);
  return `{${pairs.toSorted((one, other) => (one < other ? -1 : 1)).join()}}`;
}
