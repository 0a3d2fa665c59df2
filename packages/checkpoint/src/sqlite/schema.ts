import type { DatabaseSync } from "node:sqlite";
import { checkpointErrors } from "../kernel/errors.ts";
import { FENCED } from "../kernel/lease-names.ts";
import { fileProblem } from "./locks/open-file.ts";

/** The same checkpoint. */
const same = (one: string, other: string): string =>
  `${one}thread_id = ${other}thread_id AND ${one}checkpoint_ns = ${other}checkpoint_ns AND ${one}checkpoint_id = ${other}checkpoint_id`;

/** SQL condition: the parent of a row of checkpoints is stored as well. */
export const hasParent = (row: string): string =>
  `EXISTS (SELECT 1 FROM checkpoints p WHERE p.thread_id = ${row}.thread_id AND p.checkpoint_ns = ${row}.checkpoint_ns
     AND p.checkpoint_id = ${row}.parent_id)`;

const TASKS = `(SELECT count(*) FROM tidemark_writes w WHERE ${same("w.", "NEW.")})`;

const ROOTLESS = `NEW.parent_id IS NOT NULL AND NOT ${hasParent("NEW")}`;

/** Version of the tables. */
const FORMAT = 1;

/**
 * Ids are bytes, as `idBytes` makes them. Triggers count what is stored, apart from it and in the transaction that changes it, so that rows
 * that damage has hidden are missed: the checkpoints of a thread and namespace and the one with the greatest sequence number, the tasks
 * that sent something at a checkpoint, and whether its parent was stored.
 */
const TABLES = `
  CREATE TABLE tidemark_schema (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
  INSERT INTO tidemark_schema VALUES ('schema', ${FORMAT}), ('epoch', 0);

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

  CREATE TABLE tidemark_expiries (
    thread_id TEXT PRIMARY KEY,
    at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX tidemark_expiries_by_time ON tidemark_expiries (at);

  CREATE TABLE checkpoints (
    thread_id TEXT NOT NULL,
    checkpoint_ns TEXT NOT NULL,
    checkpoint_id BLOB NOT NULL,
    parent_id BLOB,
    record INTEGER NOT NULL,
    metadata TEXT NOT NULL,
    hash BLOB NOT NULL,
    seq INTEGER NOT NULL,
    tasks INTEGER NOT NULL DEFAULT 0,
    rootless INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE tidemark_writes (
    thread_id TEXT NOT NULL,
    checkpoint_ns TEXT NOT NULL,
    checkpoint_id BLOB NOT NULL,
    task_id BLOB NOT NULL,
    record INTEGER NOT NULL,
    hash BLOB NOT NULL,
    task_path TEXT NOT NULL,
    PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id, task_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE tidemark_counts (
    thread_id TEXT NOT NULL,
    checkpoint_ns TEXT NOT NULL,
    checkpoints INTEGER NOT NULL,
    puts INTEGER NOT NULL,
    newest BLOB,
    newest_seq INTEGER,
    PRIMARY KEY (thread_id, checkpoint_ns)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX checkpoints_by_seq ON checkpoints (thread_id, checkpoint_ns, seq);

  CREATE TRIGGER tidemark_replace_checkpoint BEFORE INSERT ON checkpoints BEGIN
    DELETE FROM checkpoints WHERE ${same("", "NEW.")};
  END;
  CREATE TRIGGER tidemark_count_checkpoint AFTER INSERT ON checkpoints BEGIN
    UPDATE tidemark_counts SET checkpoints = checkpoints + 1, puts = puts + 1,
      newest = CASE WHEN NEW.seq > newest_seq THEN NEW.checkpoint_id ELSE newest END, newest_seq = max(newest_seq, NEW.seq)
      WHERE thread_id = NEW.thread_id AND checkpoint_ns = NEW.checkpoint_ns;
    INSERT INTO tidemark_counts SELECT NEW.thread_id, NEW.checkpoint_ns, 1, 1, NEW.checkpoint_id, NEW.seq
      WHERE changes() = 0;
    UPDATE checkpoints SET tasks = ${TASKS}, rootless = ${ROOTLESS}
      WHERE ${same("", "NEW.")} AND (${TASKS} > 0 OR ${ROOTLESS});
  END;
  CREATE TRIGGER tidemark_uncount_checkpoint AFTER DELETE ON checkpoints BEGIN
    UPDATE tidemark_counts SET checkpoints = checkpoints - 1
      WHERE thread_id = OLD.thread_id AND checkpoint_ns = OLD.checkpoint_ns;
    UPDATE tidemark_counts SET (newest, newest_seq) = (
        SELECT checkpoint_id, seq FROM checkpoints
        WHERE thread_id = OLD.thread_id AND checkpoint_ns = OLD.checkpoint_ns ORDER BY seq DESC LIMIT 1
      )
      WHERE thread_id = OLD.thread_id AND checkpoint_ns = OLD.checkpoint_ns AND newest = OLD.checkpoint_id;
    DELETE FROM tidemark_counts
      WHERE thread_id = OLD.thread_id AND checkpoint_ns = OLD.checkpoint_ns AND checkpoints = 0;
  END;
  CREATE TRIGGER tidemark_replace_writes BEFORE INSERT ON tidemark_writes BEGIN
    DELETE FROM tidemark_writes WHERE ${same("", "NEW.")} AND task_id = NEW.task_id;
  END;
  CREATE TRIGGER tidemark_count_writes AFTER INSERT ON tidemark_writes BEGIN
    UPDATE checkpoints SET tasks = tasks + 1 WHERE ${same("", "NEW.")};
  END;
  CREATE TRIGGER tidemark_uncount_writes AFTER DELETE ON tidemark_writes BEGIN
    UPDATE checkpoints SET tasks = tasks - 1 WHERE ${same("", "OLD.")};
  END;`;

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

/** Creates the tables, in the first process that opens the file. A file that has them is only read. */
export function prepareTables(database: DatabaseSync): void {
  try {
    if (hasTables(database)) return;
    atomically(database, () => {
      // Another process may have come first.
      if (hasTables(database)) return;
      requireEmpty(database);
      if (hasTable(database, "checkpoints")) throw checkpointErrors.foreignTable({ table: "checkpoints" });
      database.exec(TABLES);
    });
  } catch (error) {
    throw readableFailure(error);
  }
}

/** True if the tables exist. Throws `checkpoint/futureSchema`. */
function hasTables(database: DatabaseSync): boolean {
  if (!hasTable(database, "tidemark_schema")) return false;
  const found = Number(database.prepare("SELECT value FROM tidemark_schema WHERE name = 'schema'").get()?.["value"]);
  if (found > FORMAT) throw checkpointErrors.futureSchema({ found, known: FORMAT });
  return true;
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
