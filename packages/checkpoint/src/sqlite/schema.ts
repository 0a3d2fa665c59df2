import type { DatabaseSync } from "node:sqlite";
import { checkpointErrors } from "../errors.ts";
import { FENCED } from "../locks/lease-names.ts";
import { storeIdsAsBytes } from "./id-columns.ts";
import { fileProblem } from "./locks/open-file.ts";
import { numberCheckpoints } from "./number-checkpoints.ts";
import { COUNTS_STEP } from "./row-counts.ts";

/** Steps from each schema to the next. A published step never changes. */
const STEPS: readonly (string | ((database: DatabaseSync) => void))[] = [
  `
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
    hash BLOB NOT NULL,
    PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE tidemark_writes (
    thread_id TEXT NOT NULL,
    checkpoint_ns TEXT NOT NULL,
    checkpoint_id TEXT NOT NULL,
    task_id TEXT NOT NULL,
    document INTEGER NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id, task_id)
  ) STRICT, WITHOUT ROWID;`,

  `CREATE TABLE tidemark_expiries (
    thread_id TEXT PRIMARY KEY,
    at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX tidemark_expiries_by_time ON tidemark_expiries (at);`,

  numberCheckpoints,
  COUNTS_STEP,
  storeIdsAsBytes,
];

/** Runs a body as one transaction that waits for the writers before it; a failure leaves nothing behind. */
export function atomically<Result>(database: DatabaseSync, body: () => Result): Result {
  if (!database.isTransaction) {
    database.exec("BEGIN IMMEDIATE");
    return begun(database, body);
  }
  database.exec("SAVEPOINT tidemark");
  return ended(database, body, { commit: "RELEASE tidemark", rollback: "ROLLBACK TO tidemark; RELEASE tidemark" });
}

/** Runs a body in the transaction that has begun, and ends it; a failure leaves nothing behind. */
export const begun = <Result>(database: DatabaseSync, body: () => Result): Result =>
  ended(database, body, { commit: "COMMIT", rollback: "ROLLBACK" });

function ended<Result>(
  database: DatabaseSync,
  body: () => Result,
  { commit, rollback }: { readonly commit: string; readonly rollback: string },
): Result {
  try {
    const result = body();
    const problem = fileProblem(database);
    if (problem !== null) throw checkpointErrors.unavailable({ problem });
    database.exec(commit);
    return result;
  } catch (error) {
    // Some failures, as a full disk, have ended the transaction already.
    if (database.isTransaction) database.exec(rollback);
    throw error;
  }
}

/** The database, unless it was closed. Throws `checkpoint/unavailable`. */
export function open(database: DatabaseSync): DatabaseSync {
  if (database.isOpen) return database;
  throw checkpointErrors.unavailable({ problem: "it was closed" });
}

/** Runs a body that reads, on the state of one moment: what others remove meanwhile stays there for it. */
export function atOneMoment<Result>(database: DatabaseSync, body: () => Result): Result {
  if (open(database).isTransaction) return body();
  try {
    database.exec("BEGIN");
    try {
      return body();
    } finally {
      if (database.isTransaction) database.exec("COMMIT");
    }
  } catch (error) {
    throw readableFailure(error);
  }
}

/** Runs a body whose failures of the database become typed errors. */
export function withReadableFailures<Result>(body: () => Result): Result {
  try {
    return body();
  } catch (error) {
    throw readableFailure(error);
  }
}

/** Creates the tables or migrates them to this version, in the first process that opens the file. A current file is only read. */
export function prepareTables(database: DatabaseSync): void {
  try {
    if (schemaOf(database) === STEPS.length) return;
    atomically(database, () => {
      // Another process may have come first.
      const found = schemaOf(database);
      if (found === 0) begin(database);
      for (const step of STEPS.slice(found)) {
        if (typeof step === "string") database.exec(step);
        else step(database);
      }
      database.exec(`UPDATE tidemark_schema SET value = ${STEPS.length} WHERE name = 'schema'`);
    });
  } catch (error) {
    throw readableFailure(error);
  }
}

/** Version of the schema. 0 before there are tables. */
function schemaOf(database: DatabaseSync): number {
  if (!hasTable(database, "tidemark_schema")) return 0;
  const found = Number(database.prepare("SELECT value FROM tidemark_schema WHERE name = 'schema'").get()?.["value"]);
  if (found > STEPS.length) throw checkpointErrors.futureSchema({ found, known: STEPS.length });
  return found;
}

function begin(database: DatabaseSync): void {
  requireEmpty(database);
  if (hasTable(database, "checkpoints")) throw checkpointErrors.foreignTable({ table: "checkpoints" });
  database.exec(`CREATE TABLE tidemark_schema (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
    INSERT INTO tidemark_schema VALUES ('schema', 0), ('epoch', 0)`);
}

/** A file that has content and no table has lost its tables: new ones would be written over what was in the old ones. */
function requireEmpty(database: DatabaseSync): void {
  const [tables, vacuum, used] = Object.values(
    database
      .prepare(
        `SELECT (SELECT count(*) FROM sqlite_master), auto_vacuum, page_count - freelist_count
         FROM pragma_auto_vacuum, pragma_page_count, pragma_freelist_count`,
      )
      .get() ?? {},
  ).map(Number);
  if (tables === 0 && vacuum === 0 && (used ?? 0) > 1)
    throw checkpointErrors.unavailable({ problem: "the file is damaged, its tables are not found" });
}

/** True if there is a table of this name. */
export function hasTable(database: DatabaseSync, name: string): boolean {
  return database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined;
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
  [26, "the file is not a database"],
]);

/** Primary codes of errors about the file itself: they fail every write. */
const OUTAGES: ReadonlySet<number> = new Set([5, 6, 8, 10, 14, 26]);

const codeOf = (error: unknown): number =>
  error instanceof Error && Reflect.get(error, "code") === "ERR_SQLITE_ERROR"
    ? Number(Reflect.get(error, "errcode")) % 256
    : 0;

/** True if another connection was in the way. */
export const isBusy = (error: unknown): boolean => [5, 6].includes(codeOf(error));

/** True if there is nobody to answer: what fails so fails for every write. */
export const isOutage = (error: unknown): boolean => OUTAGES.has(codeOf(error));

/** A failure of the database as a typed error; everything else as it is. A write names its thread, for the trigger of `sqliteLocks`. */
export function readableFailure(error: unknown, threadId = ""): unknown {
  if (!(error instanceof Error) || Reflect.get(error, "code") !== "ERR_SQLITE_ERROR") return error;
  if (error.message.includes(FENCED)) return checkpointErrors.fenced({ threadId }, { cause: error });
  const because = FAILURES.get(codeOf(error)) ?? "its tables are not as they were made";
  return checkpointErrors.unavailable({ problem: `${because} (${error.message})` }, { cause: error });
}
