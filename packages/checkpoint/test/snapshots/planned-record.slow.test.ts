import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { strictSerializer } from "../../src/index.ts";
import { contentHash } from "../../src/snapshots/content-hash.ts";
import { planRecord, storedAfter } from "../../src/snapshots/planned-record.ts";
import { chainOf, snapshotOf } from "../../src/snapshots/record-snapshots.ts";
import { SnapshotBuilder } from "../../src/snapshots/snapshot-builder.ts";
import { sourceOf } from "../../src/snapshots/snapshot-text.ts";
import type { StoredDeltas, StoredSnapshot } from "../../src/snapshots/stored-snapshot.ts";

const serializer = strictSerializer();
const at = { key: "value", parent: null };

/** Stores a snapshot after each change of a value. `isKnown` says whether the process still knows the anchor. */
function stored(values: Iterable<unknown>, isKnown: (index: number) => boolean) {
  const builder = new SnapshotBuilder((value) => serializer.stringify(value), contentHash);
  const deltas: StoredDeltas = new Map();
  let before: StoredSnapshot | null = null;
  for (const value of values) {
    const known: StoredSnapshot | null = before;
    const base = known === null || isKnown(deltas.size) ? known : { tree: known.tree, document: known.document };
    const tree = builder.build(value, at, { guide: known?.tree });
    const { text, base: on, links, whole, changed } = planRecord(tree, base);
    const document = { id: deltas.size, links, whole, changed };
    deltas.set(document.id, { document, base: on, written: JSON.parse(text) });
    before = storedAfter(base, tree, document);
  }
  return deltas;
}

function* growing(count: number): Generator<object> {
  let value: Readonly<Record<string, unknown>> = { log: [] };
  for (let step = 0; step < count; step += 1) {
    const log: readonly unknown[] = Array.isArray(value["log"]) ? value["log"] : [];
    value = { ...value, [`k${step % 700}`]: { step, text: "some words" }, log: [...log.slice(-50), step] };
    yield value;
  }
}

test("a snapshot is read from few records, however many were stored before it", () => {
  const deltas = stored(growing(6_000), () => true);
  const lengths = Array.from(deltas.keys(), (id) => chainOf(id, deltas).length);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(64 + 32 + 1);
});

test("every snapshot is read as it was stored, whether or not the process knows the last anchor", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.nat({ max: 90 }), (count, every) => {
      const deltas = stored(growing(count), (index) => every === 0 || index % every !== 0);
      let id = 0;
      for (const value of growing(count)) {
        assert.deepStrictEqual(sourceOf(snapshotOf(id, deltas, serializer).tree), value);
        id += 1;
      }
    }),
    { numRuns: 8 },
  );
});
