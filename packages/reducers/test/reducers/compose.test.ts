import { append, compose, lastWrite, mergeDeep, type Reducer, reducerErrors, upsertById } from "@tidemark/reducers";
import { testLaws } from "@tidemark/reducers/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { untyped } from "../untyped.ts";

interface Task {
  readonly id: string;
  readonly status?: string;
}

const reduce = compose({
  profile: mergeDeep<Readonly<Record<string, string>>>,
  tasks: upsertById<Task>({ key: (task) => task.id }),
  notes: append<string>(),
});

const profile = { name: "Ada" };

const letters = fc.array(fc.constantFrom("a", "b"), { maxLength: 2 });
const union: Reducer<readonly string[], readonly string[]> = (current, update) => {
  const added = (update ?? []).filter((each, index, all) => all.indexOf(each) === index && !current?.includes(each));
  return added.length === 0 ? (current ?? []) : [...(current ?? []), ...added];
};

describe("compose", () => {
  test("applies each member's reducer", () => {
    const current = { profile, tasks: [{ id: "t1", status: "open" }], notes: ["a"] };
    expect(reduce(current, { profile: { city: "Oslo" }, tasks: [{ id: "t1", status: "done" }], notes: ["b"] })).toEqual(
      {
        profile: { name: "Ada", city: "Oslo" },
        tasks: [{ id: "t1", status: "done" }],
        notes: ["a", "b"],
      },
    );
  });

  test("starts every member with the default of its reducer", () => {
    expect(reduce(undefined, undefined)).toEqual({ profile: {}, tasks: [], notes: [] });
    expect(reduce(null, { notes: ["a"] })).toEqual({ profile: {}, tasks: [], notes: ["a"] });
  });

  test("adds a missing member", () => {
    expect(reduce(untyped({ profile, tasks: [] }), {})).toEqual({ profile, tasks: [], notes: [] });
  });

  test("returns the current value itself when no member changed, and shares unchanged members", () => {
    const current = { profile, tasks: [{ id: "t1" }], notes: ["a"] };
    expect(reduce(current, { notes: [], tasks: [{ id: "t1" }], profile: {} })).toBe(current);
    const next = reduce(current, { notes: ["b"] });
    expect(next.tasks).toBe(current.tasks);
    expect(Object.isFrozen(next)).toBe(true);
  });

  test("keeps members of the current value that have no reducer", () => {
    const current = { profile, tasks: [], notes: ["a"], older: 1 };
    expect(reduce(current, { notes: ["b"] })).toEqual({ profile, tasks: [], notes: ["a", "b"], older: 1 });
  });

  test("refuses a name without a reducer, including inherited names", () => {
    const error = reducerErrors.unknownKey({ key: "note", known: ["profile", "tasks", "notes"] });
    expect(() => reduce(null, untyped({ note: ["a"] }))).toThrow(error);
    expect(() => reduce(null, untyped({ toString: 1 }))).toThrow(/"toString"/);
  });

  test("types the value and the update by the members", () => {
    const nested: Reducer<
      { readonly inner: { readonly last: string } },
      { readonly inner?: { readonly last?: string } }
    > = compose({
      inner: compose({ last: lastWrite<string> }),
    });
    expect(nested(null, { inner: { last: "x" } })).toEqual({ inner: { last: "x" } });
    // @ts-expect-error a note is a string
    expect(reduce(null, { notes: [1] }).notes).toEqual([1]);
  });

  testLaws(
    ["identity", "batching", "idempotence", "purity"],
    {
      reduce: compose({ one: union, other: union }),
      initial: { one: [], other: [] },
      empty: {},
      update: fc.record({ one: letters, other: letters }, { requiredKeys: [] }),
      concat: (first, second) => ({
        one: [...(first.one ?? []), ...(second.one ?? [])],
        other: [...(first.other ?? []), ...(second.other ?? [])],
      }),
    },
    { test },
  );
});
