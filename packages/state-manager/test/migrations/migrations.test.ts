import { defineState, field, fields } from "@tidemark/core-state";
import { defineMigrations } from "@tidemark/state-manager";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { nameAfter } from "../../src/migrations/migrations.ts";

const names = (version: number) =>
  defineState({
    version,
    fields: fields("trip", {
      places: field({
        description: "Destination.",
        schema: z.array(z.string()),
        default: () => [],
        lifetime: "thread",
      }),
    }),
  });
const step = (to: number) => ({ to, description: "Nothing of note." });
const problemOf = (declare: () => unknown): unknown => {
  try {
    declare();
    return "fine";
  } catch (error) {
    return Reflect.get(Object(Reflect.get(Object(error), "details")), "problem");
  }
};

describe("defineMigrations", () => {
  test("accepts steps without a gap from any version", () => {
    expect(defineMigrations(names(3), [step(2), step(3)]).oldest).toBe(1);
    expect(defineMigrations(names(3), [step(3)]).oldest).toBe(2);
    expect(defineMigrations(names(1), [step(1)]).oldest).toBe(0);
    expect(defineMigrations(names(4), []).oldest).toBe(4);
  });

  test.each([
    ["a gap", [step(2), step(4)], "step 2 leads to version 4 instead of 3"],
    ["a duplicate step", [step(3), step(3), step(4)], "step 2 leads to version 3 instead of 4"],
    ["steps that end too early", [step(2), step(3)], "the last step leads to version 3, but the state has version 4"],
    ["steps beyond the state", [step(4), step(5)], "the last step leads to version 5, but the state has version 4"],
    ["an invalid version", [step(0.5)], "step 1 leads to version 0.5 instead of 0.5"],
    ["a version before the first", [step(0), step(1)], "step 1 leads to version 0 instead of 0"],
  ])("refuses %s", (_, steps, problem) => {
    expect(problemOf(() => defineMigrations(names(4), steps))).toBe(problem);
  });

  test("refuses a name that leads to no field, unless a later step renames or drops it", () => {
    const change = { trip_place: (value: unknown) => value };
    expect(problemOf(() => defineMigrations(names(2), [{ ...step(2), change }]))).toBe(
      'the step to 2 names "trip_place", but the state has no field "trip_place"',
    );
    expect(
      defineMigrations(names(3), [
        { ...step(2), change },
        { ...step(3), rename: { trip_place: "trip_places" } },
      ]).steps,
    ).toHaveLength(2);
    expect(
      defineMigrations(names(3), [
        { ...step(2), change },
        { ...step(3), drop: ["trip_place"] },
      ]).steps,
    ).toHaveLength(2);
  });

  test("refuses two fields with one name, and reserved names", () => {
    const rename = { trip_a: "trip_places", trip_b: "trip_places" };
    expect(problemOf(() => defineMigrations(names(2), [{ ...step(2), rename }]))).toBe(
      'the step to 2 gives two fields the name "trip_places"',
    );
    expect(problemOf(() => defineMigrations(names(2), [{ ...step(2), drop: ["__proto__"] }]))).toBe(
      'the step to 2 names "__proto__", which is not a valid field name',
    );
  });
});

describe("nameAfter", () => {
  test("follows a field through its names until it is dropped", () => {
    const later = [
      { ...step(2), rename: { a: "b" } },
      { ...step(3), rename: { b: "c" } },
      { ...step(4), drop: ["c"] },
    ];
    expect([nameAfter("a", later.slice(0, 1)), nameAfter("a", later.slice(0, 2)), nameAfter("a", later)]).toEqual([
      "b",
      "c",
      null,
    ]);
  });
});
