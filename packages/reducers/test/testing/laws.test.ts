import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lawsOf } from "@tidemark/reducers/testing";
import type { LawName, LawSubject } from "../../src/testing/laws.ts";
import { type Reducer, reducerErrors } from "@tidemark/reducers";

type Tags = readonly string[];

const tags = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 3 });

/** Satisfies every law: a sorted list without duplicates. */
const union: Reducer<Tags, Tags> = (current, update) => {
  const before = current ?? [];
  const added = (update ?? []).filter((tag) => !before.includes(tag));
  return added.length === 0
    ? before
    : [...new Set([...before, ...added])].toSorted((one, other) => (one < other ? -1 : 1));
};

const subjectOf = (reduce: Reducer<Tags, Tags>): LawSubject<Tags, Tags> => ({
  reduce,
  initial: [],
  empty: [],
  update: tags,
  concat: (first, second) => [...first, ...second],
});

const check = (name: LawName, subject: LawSubject<Tags, Tags>) => () => {
  for (const law of lawsOf([name], subject)) law.check();
};

const ALL: readonly LawName[] = ["identity", "batching", "idempotence", "commutativity", "purity"];

/** Mutates a value although its type is read-only, as a plain JavaScript reducer would. */
const push = (list: Tags, tag: string): void => void Array.prototype.push.call(list, tag);

describe("a reducer that satisfies all laws", () => {
  test.each(ALL)("passes %s", (name) => {
    expect(check(name, subjectOf(union))).not.toThrow();
  });

  test("passes with generated states too", () => {
    const subject = { ...subjectOf(union), state: fc.constantFrom<Tags>(["a"], ["a", "b"]) };
    expect(check("identity", subject)).not.toThrow();
  });
});

describe("a reducer with one fault fails the law that it violates", () => {
  const faults: readonly (readonly [LawName, string, Reducer<Tags, Tags>, RegExp])[] = [
    ["identity", "copies for an empty update", (c, u) => [...union(c, u)], /did not return the current value itself/],
    ["identity", "treats null as a value", (c, u) => (u === null ? [] : union(c, u)), /update of null/],
    ["identity", "starts from something else", (c, u) => union(c ?? ["z"], u), /does not count as the initial value/],
    [
      "batching",
      "takes the last tag of an update only",
      (c, u) => union(c, (u ?? []).slice(-1)),
      /combined give different results/,
    ],
    [
      "idempotence",
      "appends again",
      (c, u) => ((u ?? []).length === 0 ? (c ?? []) : [...(c ?? []), ...(u ?? [])]),
      /twice and once/,
    ],
    [
      "commutativity",
      "keeps the order of arrival",
      (c, u) => [...new Set([...(c ?? []), ...(u ?? [])])],
      /reverse order/,
    ],
  ];

  test.each(faults)("%s: %s", (name, _, reduce, message) => {
    expect(check(name, subjectOf(reduce))).toThrow(/Counterexample: \[/);
    expect(check(name, subjectOf(reduce))).toThrow(message);
  });

  const impure: readonly (readonly [string, Reducer<Tags, Tags>, RegExp])[] = [
    [
      "changes its current value",
      (current, update) => {
        if (current && update && update.length > 0) push(current, "x");
        return union(current, update);
      },
      /the current value was changed|not extensible/,
    ],
    [
      "changes the update",
      (current, update) => {
        const next = union(current, update);
        if (update) push(update, "x");
        return next;
      },
      /the update was changed|not extensible/,
    ],
    [
      "keeps the caller's list",
      (current, update) => update ?? current ?? [],
      /later change of the update changed the result/,
    ],
  ];

  test.each(impure)("purity: %s", (_, reduce, message) => {
    // The fault would corrupt generated states before the law is checked, so a constant is used.
    const subject = { ...subjectOf(reduce), state: fc.constant<Tags>(["a"]) };
    expect(check("purity", subject)).toThrow(message);
  });

  test("purity: depends on earlier calls", () => {
    let calls = 0;
    const reduce: Reducer<Tags, Tags> = (current, update) => {
      calls += 1;
      return (update ?? []).length === 0 ? (current ?? []) : [...(current ?? []), String(calls)];
    };
    expect(check("purity", subjectOf(reduce))).toThrow(/gave a different result/);
  });
});

const replacing: LawSubject<Tags | null, Tags> = {
  reduce: (current, update) => (update === undefined ? (current ?? null) : update),
  initial: null,
  update: tags,
};

const run = (nullClears: boolean) => () => {
  for (const law of lawsOf(["identity"], { ...replacing, nullClears })) law.check();
};

describe("options of a subject", () => {
  test("with nullClears, null is not tested as an empty update", () => {
    expect(run(true)).not.toThrow();
    expect(run(false)).toThrow(/update of null/);
  });

  test("batching without concat is refused before anything runs", () => {
    const subject = { reduce: union, initial: [], update: tags };
    const error = (() => {
      try {
        return lawsOf(["batching"], subject);
      } catch (caught) {
        return caught;
      }
    })();
    expect(reducerErrors.invalidOption.is(error)).toBe(true);
  });
});
