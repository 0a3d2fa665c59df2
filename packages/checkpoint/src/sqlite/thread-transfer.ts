import { DamagedRow } from "../snapshots/damage.ts";
import type { StoredDeltas } from "../snapshots/stored-snapshot.ts";
import type { StoredThread } from "../threads/thread-document.ts";
import { idsIn, renumbered } from "../snapshots/snapshot-text.ts";
import { type SqliteRecords, VALUE_COLUMNS } from "./records.ts";

/** Reads the values and records that rows of a thread depend on. Throws a {@link DamagedRow}. */
export function readStored(
  store: SqliteRecords,
  documents: readonly number[],
): Pick<StoredThread, "values" | "deltas"> {
  const deltas: StoredDeltas = new Map();
  // The newest first: what is read with it need not be read again.
  for (const document of documents.toSorted((one, other) => other - one)) store.readDeltas(document, deltas);
  const ids = new Set<number>();
  for (const { written } of deltas.values()) {
    if (written instanceof DamagedRow) throw written;
    idsIn(written, ids);
  }
  const rows = store.all(
    `SELECT ${VALUE_COLUMNS} FROM tidemark_values WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`,
    JSON.stringify([...ids]),
  );
  return { deltas, values: store.soundTexts(rows) };
}

/**
 * Stores the values and documents of a thread that was read from elsewhere; tells the ids that documents have here. Belongs into
 * a transaction.
 */
export function writeStored(
  store: SqliteRecords,
  threadId: string,
  { values, deltas }: StoredThread,
): ReadonlyMap<number, number> {
  const ids = new Map(Array.from(values, ([id, text]) => [id, store.storeText(threadId, text)] as const));
  const documents = new Map<number, number>();
  for (const { document, base, written } of deltas.values()) {
    const { links, whole, changed } = document;
    const text = JSON.stringify(renumbered(written, (id) => ids.get(id)));
    const on = base === null ? null : (documents.get(base) ?? null);
    documents.set(document.id, store.storePlanned(threadId, { text, base: on, links, whole, changed }, { uses: 0 }).id);
  }
  return documents;
}
