import fc from "fast-check";
import { expect, test } from "vitest";
import { idOf, storedId } from "../../src/postgres/stored-id.ts";

const odd = fc.constantFrom("\u0000", "\u0001", "\uD800", "\uDC00", "a", '"');

test("every id is restored, differs from every other one, and is text that Postgres can store", () => {
  const id = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: odd }));
  fc.assert(
    fc.property(id, id, (one, other) => {
      expect(idOf(storedId(one))).toBe(one);
      expect(storedId(one) === storedId(other)).toBe(one === other);
      expect(storedId(one)).not.toMatch(/\0|\p{Surrogate}/u);
    }),
  );
});

test("an ordinary id stands as it is", () => {
  expect(storedId("ann's thread; 1")).toBe("ann's thread; 1");
});
