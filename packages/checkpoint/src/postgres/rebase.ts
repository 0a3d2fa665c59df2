import type { NumberedSecret } from "../encryption/sealing.ts";
import { snapshotOf } from "../snapshots/record-snapshots.ts";
import { planRecord } from "../snapshots/planned-record.ts";
import type { StoredDeltas, StoredSnapshot } from "../snapshots/stored-snapshot.ts";
import { namesOf, recordBody, recordSum } from "./batch.ts";
import type { Query } from "./connection.ts";
import type { PostgresRecords } from "./records.ts";

/** A transaction that nothing else that removes or copies runs beside. */
export interface Maintenance {
  readonly query: Query;
  readonly store: PostgresRecords;
}

/**
 * Lets documents that stay, oldest first, depend on each other and on none that goes; what they say stays the same, also for copies
 * that share them.
 *
 * @internal
 */
export async function rebase(
  {
    query,
    store,
    deltas,
    secret,
  }: Maintenance & { readonly deltas: StoredDeltas; readonly secret: NumberedSecret | null },
  kept: readonly number[],
  gone: ReadonlySet<number>,
): Promise<void> {
  const bases = new Map(Array.from(deltas, ([id, { base }]) => [id, base]));
  const rewritten = new Map<number, StoredSnapshot>();
  let before: number | null = null;
  for (const id of new Set(kept)) {
    const base = bases.get(id) ?? null;
    if (base !== null && gone.has(base)) {
      const { tree } = snapshotOf(id, deltas, store.serializer);
      // Ids say nothing about time: what depends on this one must not be what it is to depend on.
      const free: number | null = before !== null && !standsOn(before, id, bases) ? before : null;
      const onto = free === null ? null : (rewritten.get(free) ?? snapshotOf(free, deltas, store.serializer));
      const { text, ...planned } = planRecord(tree, onto);
      await query(
        `UPDATE ${store.schema}.tidemark_checkpoints
         SET base = $2, links = $3, whole = $4, changed = $5, names = $6, sum = $7, body = $8 WHERE id = $1`,
        [
          id,
          planned.base,
          planned.links,
          planned.whole,
          planned.changed,
          namesOf(JSON.parse(text)),
          recordSum(secret, { base: planned.base, text }),
          recordBody(secret, id, { base: planned.base, text }),
        ],
      );
      bases.set(id, planned.base);
      const { links, whole, changed } = planned;
      rewritten.set(id, { tree, document: { id, links, whole, changed } });
    }
    before = id;
  }
}

function standsOn(document: number, other: number, bases: ReadonlyMap<number, number | null>): boolean {
  for (let next: number | null = document; next !== null; next = bases.get(next) ?? null) {
    if (next === other) return true;
  }
  return false;
}
