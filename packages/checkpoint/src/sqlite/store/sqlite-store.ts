import type { DatabaseSync } from "node:sqlite";
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import type { Clock } from "../../kernel/clock.ts";
import type { Encryption } from "../../encryption/application-key.ts";
import { SqliteKeys } from "../keys.ts";
import { type ItemDatabase, ItemStore } from "../../store/item-store.ts";
import { rememberFiles } from "../locks/open-file.ts";
import { atomically, atOneMoment, open, withReadableFailures } from "../schema.ts";

/** Table beside those of `sqliteSaver`, which may be in the same file. */
const TABLE = `
  CREATE TABLE IF NOT EXISTS tidemark_items (
    added INTEGER PRIMARY KEY AUTOINCREMENT,
    namespace_added INTEGER NOT NULL,
    path TEXT NOT NULL,
    key BLOB NOT NULL,
    value TEXT NOT NULL,
    etag BLOB,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (path, key)
  ) STRICT`;

/** A store on SQLite. */
export interface SqliteStore extends BaseStore {
  /** The connection. */
  readonly database: DatabaseSync;
  /** Closes the connection. Every later call throws `checkpoint/unavailable`. */
  close(): void;
}

/** Opens a store on a connection. */
export function sqliteStoreOf(
  database: DatabaseSync,
  clock: Pick<Clock, "now">,
  encryption: Encryption | undefined,
): SqliteStore {
  withReadableFailures(() => {
    // An existing table needs no lock.
    if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'tidemark_items'").get() !== undefined) return;
    atomically(database, () => database.exec(TABLE));
  });
  const keys = withReadableFailures(() => SqliteKeys.of(database, encryption));
  rememberFiles(database);
  const close = (): void => {
    if (database.isOpen) database.close();
  };
  return Object.assign(new ItemStore(itemsIn(database, keys), clock), { database, close });
}

const itemsIn = (database: DatabaseSync, keys: SqliteKeys | null): ItemDatabase => ({
  sealing: keys?.items ?? null,
  table: "tidemark_items",
  nextNumber: "(SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'tidemark_items')",
  // oxlint-disable-next-line typescript/require-await -- other databases have to wait
  async run(work, kind) {
    const run = () => {
      const steps = work();
      let step = steps.next([]);
      while (step.done !== true) {
        const [text, values] = step.value;
        step = steps.next(database.prepare(text.replaceAll("$", "?")).all(...values));
      }
      return step.value;
    };
    return withReadableFailures(() =>
      kind === "reads" ? atOneMoment(database, run) : atomically(open(database), run),
    );
  },
});
