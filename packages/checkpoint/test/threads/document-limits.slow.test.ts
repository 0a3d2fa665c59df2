import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkpointErrors, importThreads } from "../../src/index.ts";
import { sqliteSaver, type SqliteSaver } from "../../src/sqlite.ts";
import { count } from "../sqlite/written.ts";

const empty = { v: [4], ts: ["2026-01-01T00:00:00Z"], channel_versions: { o: { a: [1] } }, versions_seen: { o: {} } };
const whole = (a: unknown) => ({ base: null, tree: { o: { ...empty, channel_values: { o: { a } } } } });
const change = (base: number, a: unknown) => ({ base, tree: { p: { channel_values: { p: { a } } } } });
const metadata = { source: "loop", step: 0, parents: {} };
const checkpoint = (tree: number) => ({ namespace: "", id: `c${tree}`, parent: null, metadata, tree });
const documentOf = (values: readonly unknown[], trees: readonly unknown[], shown = [trees.length - 1]) => ({
  format: "tidemark/thread",
  version: 1,
  threadId: "t",
  values,
  trees,
  checkpoints: shown.map(checkpoint),
  writes: [],
});
const times = <Value>(length: number, value: (index: number) => Value): Value[] =>
  Array.from({ length }, (_, index) => value(index));

const rows = (saver: SqliteSaver): number =>
  ["checkpoints", "tidemark_documents", "tidemark_values", "tidemark_writes", "tidemark_uses"]
    .map((table) => count(saver, table))
    .reduce((one, other) => one + other);

const outcome = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { k: value };
  return value;
};

describe("a document of a thread", () => {
  const large = "x".repeat(1_000_000);
  test.each([
    ["one value named in a list 600 times", documentOf([large], [whole({ a: times(600, () => 0) })])],
    ["one value named in a list 5,000 times", documentOf([large], [whole({ a: times(5_000, () => 0) })])],
    [
      "one value named in one record after the other",
      documentOf([large], [whole({ o: {} }), ...times(90, (index) => change(index, { p: { [`k${index}`]: 0 } }))]),
    ],
    [
      "many trees that change the same large one",
      documentOf(
        [],
        [whole({ a: times(100_000, () => [0]) }), ...times(5_000, () => change(0, { i: { 0: [1] } }))],
        times(5_001, Number),
      ),
    ],
    [
      "items put before a long list again and again",
      documentOf(
        [],
        [whole({ a: times(100_000, () => [0]) }), ...times(40_000, (index) => change(index, { s: [0, 0, [[1]]] }))],
      ),
    ],
    [
      "many checkpoints of a tree with many channels",
      documentOf(
        [],
        [
          {
            base: null,
            tree: {
              o: {
                ...empty,
                channel_versions: { o: Object.fromEntries(times(30_000, (index) => [`c${index}`, [1]])) },
                channel_values: { o: {} },
              },
            },
          },
          ...times(20_000, (index) => change(index, [index])),
        ],
        times(20_001, Number),
      ),
    ],
  ])("with %s is refused, with nothing left behind", async (_, document) => {
    const saver = sqliteSaver();
    const refused = await outcome(saver.importThread(document));
    assert.ok(checkpointErrors.tooLarge.is(refused), String(refused));
    expect(rows(saver)).toBe(0);
  });

  test("of ordinary repetition arrives, and costs what it holds", async () => {
    const saver = sqliteSaver();
    const long = "y".repeat(1_000);
    const trees = [whole({ a: [0] }), ...times(1_500, (index) => change(index, { s: [index + 1, 0, [index % 2]] }))];
    await saver.importThread(documentOf([long, [long, 1]], trees, times(1_501, Number)));
    const { channels, checkpoints } = await saver.stats("t");
    expect(checkpoints).toBe(1_501);
    const tuple = await saver.getTuple({ configurable: { thread_id: "t", checkpoint_id: "c1500" } });
    expect(tuple?.checkpoint.channel_values["a"]).toHaveLength(1_501);
    expect(Object.keys(channels)).toEqual(["a"]);
    expect((await saver.exportThread("t")).values).toHaveLength(2);
  });

  test("with a value that is named often says its size without writing it out", async () => {
    const saver = sqliteSaver();
    const value = "z".repeat(100_000);
    await saver.importThread(documentOf([value], [whole({ a: times(600, () => 0) })]));
    expect((await saver.stats("t")).channels).toEqual({ a: 600 * (value.length + 2) + 2 + 599 });
    expect(await importThreads(saver, sqliteSaver())).toEqual({ imported: ["t"], skipped: [] });
  });

  test("that is cut, deep, repeated or made up arrives whole, or is a typed error that leaves nothing behind", async () => {
    const part: fc.Memo<unknown> = fc.memo((depth) =>
      depth <= 1
        ? fc.oneof(fc.nat(3), fc.constantFrom([1], ["x"], [null], { a: [] }, { o: {} }))
        : fc.oneof(
            part(),
            fc.record({ a: fc.array(part(), { maxLength: 4 }) }),
            fc.record({ o: fc.dictionary(fc.constantFrom("a", "b", "__proto__"), part(), { maxKeys: 3 }) }),
            fc.record({ s: fc.tuple(fc.nat(3), fc.nat(3), fc.array(part(), { maxLength: 3 })) }),
            fc.record({ p: fc.dictionary(fc.constantFrom("a", "b"), part(), { maxKeys: 3 }) }),
          ),
    );
    const drawn = fc.record({
      values: fc.array(fc.oneof(fc.jsonValue(), fc.constant("v".repeat(50_000))), { maxLength: 3 }),
      levels: fc.constantFrom(0, 10, 900, 1_100, 3_000),
      first: part(4),
      changes: fc.array(part(3), { maxLength: 5 }),
      repeated: fc.constantFrom(1, 1, 1, 50, 3_000),
      cut: fc.option(fc.nat(400), { nil: null }),
    });
    await fc.assert(
      fc.asyncProperty(drawn, async ({ values, levels, first, changes, repeated, cut }) => {
        const trees = [
          whole({ a: times(repeated, () => first) }),
          ...changes.map((each, index) => change(index, each)),
        ];
        const text = JSON.stringify(documentOf([...values, deep(levels)], trees, times(trees.length, Number)));
        const saver = sqliteSaver();
        const document: unknown = cut === null ? JSON.parse(text) : cutAt(text, cut);
        const refused = await outcome(saver.importThread(document));
        if (refused === null) {
          const { checkpoints } = await saver.exportThread("t");
          assert.equal(checkpoints.length, trees.length);
          await saver.stats("t");
        } else {
          assert.ok(
            checkpointErrors.unreadable.is(refused) || checkpointErrors.tooLarge.is(refused),
            "an error that is not typed",
          );
          assert.equal(rows(saver), 0);
        }
        saver.close();
      }),
    );
  }, 120_000);
});

/** What a reader makes of a text that ends too early: some other JSON. */
function cutAt(text: string, from: number): unknown {
  for (let end = text.length - from; end > 0; end -= 1) {
    try {
      return JSON.parse(`${text.slice(0, end)}]}`);
    } catch {
      // Cut a little more.
    }
    if (text.length - from - end > 50) break;
  }
  return text.slice(0, from);
}
