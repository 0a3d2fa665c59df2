import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { userKey, userNamespace } from "../../src/users/user-key.ts";

const wellFormed = fc
  .oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.string({
      unit: fc.constantFrom("/", ".", ":", "%", "_", "~", "-", "a", "A", "é", "e\u0301", "\0", "日", "*", " "),
      maxLength: 8,
    }),
    fc.constantFrom("__proto__", "constructor", "id-ann", "sha256-", "~2f", "../ben", "ann:values", "*"),
  )
  .filter((id) => id !== "" && !/\p{Surrogate}/u.test(id));

describe("userKey", () => {
  test("is different for different ids, however they are written", () => {
    fc.assert(
      fc.property(wellFormed, wellFormed, (one, other) => {
        expect(userKey(one) === userKey(other)).toBe(one === other);
      }),
    );
  });

  test("is one label of a namespace, without patterns of any database, and short enough for an index", () => {
    fc.assert(
      fc.property(wellFormed, (id) => {
        expect(userKey(id)).toMatch(/^(?:id|sha256)-[A-Za-z\d~-]+$/);
        expect(userKey(id).length).toBeLessThanOrEqual(131);
        expect(userNamespace(userKey(id))).toHaveLength(3);
      }),
    );
  });

  test("is readable for an ordinary id", () => {
    expect(userKey("ann_1@home")).toBe("id-ann~5f1~40home");
  });

  test("distinguishes the case and the normalization of letters", () => {
    expect(new Set(["Ann", "ann", "é", "e\u0301"].map(userKey)).size).toBe(4);
  });

  test.each([[""], ["\ud800"], ["a\udc00b"], [42], [{}], [["ann"]]])("refuses %j", (id) => {
    expect(() => userKey(id)).toThrow(/^The user id .* Use a non-empty text of whole characters\.$/);
  });

  test("hashes a long id, and no short id has the key of a hash", () => {
    const long = "a".repeat(1_000_000);
    expect(userKey(long)).toMatch(/^sha256-[\da-f]{64}$/);
    expect(userKey(userKey(long))).toBe(`id-${userKey(long)}`);
  });
});
