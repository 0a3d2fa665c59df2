import type { DatabaseSync } from "node:sqlite";
import { checkpointErrors } from "../errors.ts";

const SCHEMA = 1;

const TABLES = `
  CREATE TABLE tidemark_values (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash BLOB NOT NULL UNIQUE,
    body ANY NOT NULL
  ) STRICT;

  CREATE TABLE tidemark_documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    base INTEGER,
    uses INTEGER NOT NULL,
    links INTEGER NOT NULL,
    whole INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    hash BLOB NOT NULL,
    body ANY NOT NULL
  ) STRICT;
  CREATE INDEX tidemark_documents_by_base ON tidemark_documents (base) WHERE base IS NOT NULL;

  CREATE TABLE tidemark_uses (
    value INTEGER NOT NULL,
    document INTEGER NOT NULL,
    PRIMARY KEY (value, document)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE checkpoints (
    thread_id TEXT NOT NULL,
    checkpoint_ns TEXT NOT NULL,
    checkpoint_id TEXT NOT NULL,
    parent_checkpoint_id TEXT,
    document INTEGER NOT NULL,
    metadata TEXT NOT NULL,
    PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE tidemark_writes (
    thread_id TEXT NOT NULL,
    checkpoint_ns TEXT NOT NULL,
    checkpoint_id TEXT NOT NULL,
    task_id TEXT NOT NULL,
    document INTEGER NOT NULL,
    PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id, task_id)
  ) STRICT, WITHOUT ROWID;`;

/** Runs a body as one transaction that waits for the writers before it; a failure leaves nothing behind. */
export function atomically<Result>(database: DatabaseSync, body: () => Result): Result {
  const nested = database.isTransaction;
  database.exec(nested ? "SAVEPOINT tidemark" : "BEGIN IMMEDIATE");
  try {
    const result = body();
    database.exec(nested ? "RELEASE tidemark" : "COMMIT");
    return result;
  } catch (error) {
    // Some failures, as a full disk, have ended the transaction already.
    if (database.isTransaction) database.exec(nested ? "ROLLBACK TO tidemark; RELEASE tidemark" : "ROLLBACK");
    throw error;
  }
}

/** Runs a body that reads, on the state of one moment: what others remove meanwhile stays there for it. */
export function atOneMoment<Result>(database: DatabaseSync, body: () => Result): Result {
  if (database.isTransaction) return body();
  database.exec("BEGIN");
  try {
    return body();
  } finally {
    database.exec("COMMIT");
  }
}

/** Makes the tables, once, whoever comes first. */
export function prepareTables(database: DatabaseSync): void {
  database.exec(`CREATE TABLE IF NOT EXISTS tidemark_schema (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT`);
  atomically(database, () => {
    const row = database.prepare("SELECT value FROM tidemark_schema WHERE name = 'schema'").get();
    if (row === undefined) {
      refuseForeign(database);
      database.exec(TABLES);
      database.exec(`INSERT INTO tidemark_schema VALUES ('schema', ${SCHEMA}), ('epoch', 0)`);
      return;
    }
    const found = Number(row["value"]);
    if (found > SCHEMA) throw checkpointErrors.futureSchema({ found, known: SCHEMA });
  });
}

/** The failures of SQLite that are nobody's mistake, by their primary code. */
const FAILURES: ReadonlyMap<number, string> = new Map([
  [5, "another process has held it for too long"],
  [6, "another connection has held it for too long"],
  [8, "it is read-only"],
  [10, "the disk does not answer"],
  [11, "the file is damaged"],
  [13, "the disk is full"],
  [14, "the file cannot be opened"],
  [26, "the file is no database"],
]);

/** A failure of the database as an error of ours; everything else as it is. */
export function readableFailure(error: unknown): unknown {
  if (!(error instanceof Error) || Reflect.get(error, "code") !== "ERR_SQLITE_ERROR") return error;
  const code = Number(Reflect.get(error, "errcode"));
  const because = FAILURES.get(code % 256);
  if (because === undefined) return error;
  return checkpointErrors.unavailable({ problem: `${because} (${error.message})` }, { cause: error });
}

function refuseForeign(database: DatabaseSync): void {
  const foreign = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'checkpoints'")
    .get();
  if (foreign !== undefined) throw checkpointErrors.foreignTable({ table: "checkpoints" });
}
