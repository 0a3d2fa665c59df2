import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { FENCE_TRIGGER, LEASES } from "../locks/lease-names.ts";
import { idBytes } from "../store/id-bytes.ts";
import { idOf } from "../store/stored-id.ts";
import { CREATE_FENCE } from "./locks/sqlite-locks.ts";

/** The same checkpoint. */
const same = (one: string, other: string): string =>
  `${one}thread_id = ${other}thread_id AND ${one}checkpoint_ns = ${other}checkpoint_ns AND ${one}checkpoint_id = ${other}checkpoint_id`;

/** The parent of a checkpoint is stored as well. */
export const hasParent = (row: string): string =>
  `EXISTS (SELECT 1 FROM checkpoints p WHERE p.thread_id = ${row}.thread_id AND p.checkpoint_ns = ${row}.checkpoint_ns
     AND p.checkpoint_id = ${row}.parent_id)`;

const tasksOf = (row: string): string => `(SELECT count(*) FROM tidemark_writes w WHERE ${same("w.", `${row}.`)})`;

/** Tables whose columns with ids contain bytes. A process of an older version finds no column `document`, and can neither read nor write. */
const TABLES = `
  ALTER TABLE checkpoints RENAME TO tidemark_earlier_checkpoints;
  ALTER TABLE tidemark_writes RENAME TO tidemark_earlier_writes;
  ALTER TABLE tidemark_counts RENAME TO tidemark_earlier_counts;
  DROP INDEX checkpoints_by_seq;

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
  ) STRICT, WITHOUT ROWID;`;

/** The triggers that count, as they were, on the new columns. They are made when the rows are there, whose counts are kept. */
const TRIGGERS = `
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
    UPDATE checkpoints SET tasks = ${tasksOf("NEW")}, rootless = NEW.parent_id IS NOT NULL AND NOT ${hasParent("NEW")}
      WHERE ${same("", "NEW.")} AND (${tasksOf("NEW")} > 0 OR NEW.parent_id IS NOT NULL AND NOT ${hasParent("NEW")});
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

const DROPPED = `
  DROP TABLE tidemark_earlier_checkpoints;
  DROP TABLE tidemark_earlier_writes;
  DROP TABLE tidemark_earlier_counts;`;

const EARLIER_TRIGGERS = [
  "tidemark_replace_checkpoint",
  "tidemark_count_checkpoint",
  "tidemark_uncount_checkpoint",
  "tidemark_replace_writes",
  "tidemark_count_writes",
  "tidemark_uncount_writes",
  FENCE_TRIGGER,
];

/** Tables whose rows are copied: the old column of each new one, and the columns that contain ids. */
const COPIED = [
  {
    table: "checkpoints",
    columns: {
      thread_id: "thread_id",
      checkpoint_ns: "checkpoint_ns",
      checkpoint_id: "checkpoint_id",
      parent_id: "parent_checkpoint_id",
      record: "document",
      metadata: "metadata",
      hash: "hash",
      seq: "seq",
      tasks: "tasks",
      rootless: "rootless",
    },
    ids: ["checkpoint_id", "parent_id"],
    order: "thread_id, checkpoint_ns, checkpoint_id",
    from: "tidemark_earlier_checkpoints",
  },
  {
    table: "tidemark_writes",
    columns: {
      thread_id: "thread_id",
      checkpoint_ns: "checkpoint_ns",
      checkpoint_id: "checkpoint_id",
      task_id: "task_id",
      record: "document",
      hash: "hash",
      task_path: "task_path",
    },
    ids: ["checkpoint_id", "task_id"],
    order: "thread_id, checkpoint_ns, checkpoint_id, task_id",
    from: "tidemark_earlier_writes",
  },
  {
    table: "tidemark_counts",
    columns: {
      thread_id: "thread_id",
      checkpoint_ns: "checkpoint_ns",
      checkpoints: "checkpoints",
      puts: "puts",
      newest: "newest",
      newest_seq: "newest_seq",
    },
    ids: ["newest"],
    order: "thread_id, checkpoint_ns",
    from: "tidemark_earlier_counts",
  },
] as const;

/**
 * Stores ids as bytes: a UUID takes up 16 instead of 36, in each row and in each index that repeats it. Everything else stays as it
 * was, also what damage has made of it: a checksum covers ids as texts.
 */
export function storeIdsAsBytes(database: DatabaseSync): void {
  for (const name of EARLIER_TRIGGERS) database.exec(`DROP TRIGGER IF EXISTS ${name}`);
  database.exec(TABLES);
  for (const { table, columns, ids, order, from } of COPIED) {
    const names = Object.keys(columns);
    const insert = database.prepare(
      `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
    );
    const isId = new Set<string>(ids);
    const read = Object.entries(columns).map(([name, old]) => `${old} AS ${name}`);
    for (const row of database.prepare(`SELECT ${read.join(", ")} FROM ${from} ORDER BY ${order}`).iterate()) {
      insert.run(...names.map((name) => (isId.has(name) ? bytesOfId(row[name]) : (row[name] ?? null))));
    }
  }
  database.exec(TRIGGERS);
  database.exec(DROPPED);
  const leases = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(LEASES);
  if (leases !== undefined) database.exec(CREATE_FENCE);
}

const bytesOfId = (stored: unknown): SQLInputValue => (typeof stored === "string" ? idBytes(idOf(stored)) : null);
