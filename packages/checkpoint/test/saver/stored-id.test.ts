import fc from "fast-check";
import { expect, test } from "vitest";
import { idOf, pathOf, storedId, storedPath } from "../../src/saver/stored-id.ts";

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

test("every path of a task is restored, and the usual ones are stored short", () => {
  const path = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom("\u0000", "\u0001", "\u0002", "\uD800", "a") }),
    fc.string({ unit: odd }).map((node) => `~__pregel_pull, ${node}`),
  );
  fc.assert(
    fc.property(path, path, (one, other) => {
      expect(pathOf(storedPath(one))).toBe(one);
      expect(storedPath(one) === storedPath(other)).toBe(one === other);
      expect(storedPath(one)).not.toMatch(/\0|\p{Surrogate}/u);
    }),
  );
  expect(storedPath("~__pregel_pull, agent")).toHaveLength(6);
  expect(storedPath("")).toBe("");
});

test("an id that damage has changed is read without an error", () => {
  expect(idOf("\u0001{")).toBe("\u0001{");
});
