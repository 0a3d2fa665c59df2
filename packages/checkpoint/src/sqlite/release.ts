import type { SqliteRecords } from "./records.ts";

/**
 * Takes back one use of each record, and removes the records and values that nothing needs any more. The epoch tells every process
 * that keeps ids in memory; records of writes are not kept in memory.
 *
 * @internal
 */
export function releaseRecords(
  store: SqliteRecords,
  documents: readonly number[],
  kind: "checkpoints" | "writes",
): void {
  if (takeBack(store, documents, kind)) growEpoch(store);
}

/** Tells everybody who keeps ids in memory that some of them may name nothing any more. */
export function growEpoch(store: SqliteRecords): void {
  store.sql("UPDATE tidemark_schema SET value = value + 1 WHERE name = 'epoch'").run();
}

/** Takes back one use of each document; returns whether {@link growEpoch} has to be called in the same transaction. */
export function takeBack(store: SqliteRecords, documents: readonly number[], kind: "checkpoints" | "writes"): boolean {
  for (const document of documents)
    store.sql("UPDATE tidemark_documents SET uses = uses - 1 WHERE id = ?").run(document);
  return removeUnused(store, documents, kind);
}

function removeUnused(store: SqliteRecords, documents: readonly number[], kind: "checkpoints" | "writes"): boolean {
  const waiting = [...documents];
  let removed = false;
  for (let document = waiting.pop(); document !== undefined; document = waiting.pop()) {
    const [row] = store.all(
      `SELECT base FROM tidemark_documents d
       WHERE id = ? AND uses <= 0 AND NOT EXISTS (SELECT 1 FROM tidemark_documents WHERE base = d.id)`,
      document,
    );
    if (row === undefined) continue;
    for (const value of store.dropUses(document)) {
      const { changes } = store
        .sql("DELETE FROM tidemark_values WHERE id = ? AND NOT EXISTS (SELECT 1 FROM tidemark_uses WHERE value = ?)")
        .run(value, value);
      removed ||= changes > 0;
    }
    store.sql("DELETE FROM tidemark_documents WHERE id = ?").run(document);
    removed ||= kind === "checkpoints";
    if (row["base"] !== null) waiting.push(Number(row["base"]));
  }
  return removed;
}
