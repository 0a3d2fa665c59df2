import { append, appendUnique, compose, contextDataReducer, lastWrite, max, mergeByKey } from "@tidemark/reducers";
import { mergeCapabilityContextData, mergeDeep, sum, upsertById, writeOnce } from "@tidemark/reducers";
import { type MergedSides, mergeSides } from "@tidemark/reducers/internal";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

interface Item {
  readonly id: string;
  readonly note?: string;
  readonly size?: number;
}

const key = ({ id }: Item): string => id;
const letters = fc.constantFrom("a", "b", "c", "d");
const texts = fc.array(letters, { maxLength: 3 });
const numbers = fc.integer({ min: -5, max: 5 });
const record = fc.dictionary(letters, numbers, { maxKeys: 3 });
const items = fc.uniqueArray(fc.record({ id: letters, note: letters }), { selector: key, maxLength: 3 });
const deep = fc.dictionary(letters, fc.oneof(numbers, record), { maxKeys: 3 });
const contexts = fc.dictionary(
  fc.constantFrom("A", "B"),
  fc.dictionary(letters, fc.record({ n: numbers }), { minKeys: 1, maxKeys: 2 }),
  { maxKeys: 2 },
);

/** Each reducer with updates of its field. */
const fields: readonly (readonly [string, (current: never, update: never) => unknown, fc.Arbitrary<unknown>])[] = [
  ["append", append<string>(), texts],
  ["append with a cap", append<string>({ cap: 4 }), texts],
  ["appendUnique", appendUnique<Item>({ key }), items],
  ["appendUnique with a cap", appendUnique<Item>({ key, cap: 3 }), items],
  ["sum", sum, numbers],
  ["max", max, numbers],
  ["mergeByKey", mergeByKey<number>(), record],
  ["mergeDeep", mergeDeep, deep],
  ["upsertById", upsertById<Item>({ key }), items],
  ["context data", mergeCapabilityContextData, contexts],
  ["context data with a cap", contextDataReducer({ maxEntriesPerType: 2 }), contexts],
  ["lastWrite", lastWrite, letters],
  ["writeOnce", writeOnce, letters],
  ["compose", compose({ log: append<string>(), cost: sum }), fc.record({ log: texts, cost: numbers })],
];

/** Values of a field at a step, and after two different series of updates. */
const sidesOf = (reduce: (current: never, update: never) => unknown, update: fc.Arbitrary<unknown>) => {
  const after = (value: unknown, updates: readonly unknown[]): unknown =>
    updates.reduce((current, each) => {
      try {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each reducer gets its own values and updates
        return reduce(current as never, each as never);
      } catch {
        return current; // writeOnce refuses a second value
      }
    }, value);
  const several = fc.array(update, { minLength: 1, maxLength: 2 });
  return fc.tuple(several, several, several).map(([before, own, others]) => {
    const base = after(undefined, before);
    return { base, ours: after(base, own), theirs: after(base, others) };
  });
};

describe.each(fields)("%s", (_, reduce, update) => {
  const sides = sidesOf(reduce, update);

  test("what only one side changed is the result", () => {
    fc.assert(
      fc.property(sides, ({ base, ours, theirs }) => {
        expect(mergeSides(reduce, { base, ours, theirs: base })).toEqual({ how: "kept", value: ours });
        expect(mergeSides(reduce, { base, ours: base, theirs })).toMatchObject({ value: theirs });
      }),
    );
  });

  test("a merge changes none of its arguments", () => {
    fc.assert(
      fc.property(sides, (given) => {
        const before = structuredClone(given);
        mergeSides(reduce, given);
        expect(given).toEqual(before);
      }),
    );
  });
});

const contentOf = (merged: MergedSides): unknown => (merged.how === "conflict" ? "conflict" : inAnyOrder(merged.value));

const inAnyOrder = (value: unknown): unknown =>
  Array.isArray(value) ? value.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)) : value;

test.each(fields.filter(([name]) => !name.includes("cap") && name !== "compose"))(
  "%s: both orders of two threads have the same content, or both are in conflict",
  (name, reduce, update) => {
    fc.assert(
      fc.property(sidesOf(reduce, update), ({ base, ours, theirs }) => {
        const [forth, back] = [
          contentOf(mergeSides(reduce, { base, ours, theirs })),
          contentOf(mergeSides(reduce, { base, ours: theirs, theirs: ours })),
        ];
        // Of two items with one key, a list without duplicates keeps its own.
        const shown = name === "appendUnique" ? idsIn : (value: unknown) => value;
        expect(shown(forth)).toEqual(shown(back));
      }),
    );
  },
);

const idsIn = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((each: Item) => each.id).toSorted() : value;

test("numbers and new items of both sides are in the result", () => {
  expect(mergeSides(sum, { base: 10, ours: 11, theirs: 11 })).toEqual({ how: "combined", value: 12 });
  expect(mergeSides(max, { base: 1, ours: 5, theirs: 3 })).toEqual({ how: "kept", value: 5 });
  const lists = { base: ["a"], ours: ["a", "b"], theirs: ["a", "c", "d"] };
  expect(mergeSides(append<string>(), lists)).toEqual({ how: "combined", value: ["a", "b", "c", "d"] });
  const full = { base: ["a", "b"], ours: ["b", "c"], theirs: ["b", "d"] };
  expect(mergeSides(append<string>({ cap: 2 }), full)).toEqual({ how: "combined", value: ["c", "d"] });
});

test("records combine other members, and conflict in the same one", () => {
  const reduce = mergeByKey<number>({ deleteOnNull: true });
  const other = { base: { a: 1, b: 1 }, ours: { a: 2, b: 1 }, theirs: { a: 1, c: 3 } };
  expect(mergeSides(reduce, other)).toEqual({ how: "combined", value: { a: 2, c: 3 } });
  const same = { base: { a: 1 }, ours: { a: 2 }, theirs: { a: 3 } };
  expect(mergeSides(reduce, same)).toEqual({ how: "conflict" });
  expect(mergeSides(reduce, { base: { a: 1 }, ours: { a: 2 }, theirs: {} })).toEqual({ how: "conflict" });
});

test("items with a key combine other properties, and conflict in the same one", () => {
  const reduce = upsertById<Item>({ key });
  const base = [{ id: "a", note: "x", size: 1 }];
  const other = {
    base,
    ours: [{ id: "a", note: "y", size: 1 }],
    theirs: [{ id: "a", note: "x", size: 2 }, { id: "b" }],
  };
  expect(mergeSides(reduce, other)).toEqual({
    how: "combined",
    value: [{ id: "a", note: "y", size: 2 }, { id: "b" }],
  });
  const same = { base, ours: [{ id: "a", note: "y", size: 1 }], theirs: [{ id: "a", note: "z", size: 1 }] };
  expect(mergeSides(reduce, same)).toEqual({ how: "conflict" });
});

test("a removed item is removed, and an edited list is in conflict", () => {
  const isMark = (item: Item): item is Item & { size: -1 } => item.size === -1;
  const unique = appendUnique<Item, Item & { size: -1 }>({ key, removes: isMark });
  const removed = { base: [{ id: "a" }], ours: [{ id: "a" }, { id: "b" }], theirs: [{ id: "c" }] };
  expect(mergeSides(unique, removed)).toEqual({ how: "combined", value: [{ id: "b" }, { id: "c" }] });
  expect(mergeSides(appendUnique<Item>({ key }), removed)).toEqual({ how: "conflict" });
  expect(mergeSides(append<string>(), { base: ["a"], ours: ["a", "b"], theirs: ["c", "a"] })).toEqual({
    how: "combined",
    value: ["a", "b", "c"],
  });
  expect(mergeSides(append<string>(), { base: ["a"], ours: ["a", "b"], theirs: ["c"] })).toEqual({ how: "conflict" });
  expect(mergeSides(max, { base: 3, ours: 4, theirs: 1 })).toEqual({ how: "conflict" });
});

test("the same value on both sides does not conflict, and a reducer that nobody knows combines nothing", () => {
  expect(mergeSides(lastWrite, { base: "a", ours: "b", theirs: "b" })).toEqual({ how: "kept", value: "b" });
  expect(
    mergeSides((current: number, update: number) => sum(current, update), { base: 1, ours: 2, theirs: 3 }),
  ).toEqual({ how: "conflict" });
  expect(mergeSides(undefined, { base: 1, ours: 2, theirs: 3 })).toEqual({ how: "conflict" });
});

test("compose combines each member by its reducer", () => {
  const reduce = compose({ log: append<string>(), cost: sum, city: lastWrite<string> });
  const base = { log: ["a"], cost: 1, city: "Oslo" };
  const ours = { log: ["a", "b"], cost: 2, city: "Rome" };
  expect(mergeSides(reduce, { base, ours, theirs: { log: ["a", "c"], cost: 4, city: "Oslo" } })).toEqual({
    how: "combined",
    value: { log: ["a", "b", "c"], cost: 5, city: "Rome" },
  });
  expect(mergeSides(reduce, { base, ours, theirs: { ...base, city: "Bonn" } })).toEqual({ how: "conflict" });
});
