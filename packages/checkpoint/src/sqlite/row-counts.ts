import { idBytes, idOfBytes } from "../store/id-bytes.ts";
import { DamagedRow } from "../snapshots/damage.ts";
import type { CheckpointPlace } from "../snapshots/checkpoint-facts.ts";
import { hasParent as hasParentNow } from "./id-columns.ts";
import type { SqliteStore } from "./store.ts";

/** The same checkpoint. */
const same = (one: string, other: string): string =>
  `${one}thread_id = ${other}thread_id AND ${one}checkpoint_ns = ${other}checkpoint_ns AND ${one}checkpoint_id = ${other}checkpoint_id`;

/** The parent of a checkpoint is stored as well. */
const hasParent = (row: string): string =>
  `EXISTS (SELECT 1 FROM checkpoints p WHERE p.thread_id = ${row}.thread_id AND p.checkpoint_ns = ${row}.checkpoint_ns
     AND p.checkpoint_id = ${row}.parent_checkpoint_id)`;

const tasksOf = (row: string): string =>
  `(SELECT count(*) FROM tidemark_writes w WHERE w.thread_id = ${row}.thread_id AND w.checkpoint_ns = ${row}.checkpoint_ns
     AND w.checkpoint_id = ${row}.checkpoint_id)`;

/**
 * Counts what is stored, apart from it, so that rows that damage has hidden are missed: the checkpoints of a thread and namespace and
 * the one with the greatest sequence number, the tasks that sent something at a checkpoint, and whether its parent was stored.
 * Triggers keep the counts, in the transaction that changes the rows.
 */
export const COUNTS_STEP = `
  ALTER TABLE checkpoints ADD COLUMN tasks INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE checkpoints ADD COLUMN rootless INTEGER NOT NULL DEFAULT 0;
  UPDATE checkpoints SET tasks = ${tasksOf("checkpoints")},
    rootless = parent_checkpoint_id IS NOT NULL AND NOT ${hasParent("checkpoints")};

  CREATE TABLE tidemark_counts (
    thread_id TEXT NOT NULL,
    checkpoint_ns TEXT NOT NULL,
    checkpoints INTEGER NOT NULL,
    puts INTEGER NOT NULL,
    newest TEXT,
    newest_seq INTEGER,
    PRIMARY KEY (thread_id, checkpoint_ns)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO tidemark_counts
    SELECT thread_id, checkpoint_ns, count(*), count(*), checkpoint_id, max(seq) FROM checkpoints
    GROUP BY thread_id, checkpoint_ns;

  CREATE TRIGGER tidemark_replace_checkpoint BEFORE INSERT ON checkpoints BEGIN
    DELETE FROM checkpoints WHERE ${same("", "NEW.")};
  END;
  CREATE TRIGGER tidemark_count_checkpoint AFTER INSERT ON checkpoints BEGIN
    UPDATE tidemark_counts SET checkpoints = checkpoints + 1, puts = puts + 1,
      newest = CASE WHEN NEW.seq > newest_seq THEN NEW.checkpoint_id ELSE newest END, newest_seq = max(newest_seq, NEW.seq)
      WHERE thread_id = NEW.thread_id AND checkpoint_ns = NEW.checkpoint_ns;
    INSERT INTO tidemark_counts SELECT NEW.thread_id, NEW.checkpoint_ns, 1, 1, NEW.checkpoint_id, NEW.seq
      WHERE changes() = 0;
    UPDATE checkpoints SET tasks = ${tasksOf("NEW")}, rootless = NEW.parent_checkpoint_id IS NOT NULL AND NOT ${hasParent("NEW")}
      WHERE ${same("", "NEW.")} AND (${tasksOf("NEW")} > 0 OR NEW.parent_checkpoint_id IS NOT NULL AND NOT ${hasParent("NEW")});
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

/** Columns that are counted, and not part of what was written. */
export const COUNTED_COLUMNS = "tasks, rootless";

/** Sequence number of the newest checkpoint that was counted where a row of checkpoints is. */
export const COUNTED_NEWEST = `(SELECT newest_seq FROM tidemark_counts c
  WHERE c.thread_id = checkpoints.thread_id AND c.checkpoint_ns = checkpoints.checkpoint_ns)`;

/** Counts of a thread, of one of its namespaces, or of all threads. */
interface Counts {
  readonly checkpoints: number;
  /** Grows with each checkpoint that is put, also with one that was there before. */
  readonly puts: number;
  /** The checkpoint with the greatest sequence number. */
  readonly newest: { readonly id: string; readonly sequence: number } | null;
}

type Asked = Partial<Pick<CheckpointPlace, "threadId" | "namespace">>;

function conditionOf({ threadId, namespace }: Asked): readonly [text: string, values: readonly string[]] {
  const conditions = Object.entries({ "thread_id = ?": threadId, "checkpoint_ns = ?": namespace });
  const said = conditions.filter((each): each is [string, string] => each[1] !== undefined);
  return [["1", ...said.map(([text]) => text)].join(" AND "), said.map(([, value]) => value)];
}

/** Reads the counts. */
export function countsOf(store: SqliteStore, asked: Asked): Counts {
  const [where, values] = conditionOf(asked);
  const row = store
    .sql(
      // SQLite takes "newest" from the row with the greatest number.
      `SELECT coalesce(sum(checkpoints), 0) AS checkpoints, coalesce(sum(puts), 0) AS puts, newest, max(newest_seq) AS sequence
       FROM tidemark_counts WHERE ${where}`,
    )
    .get(...values);
  const { newest: id, sequence } = row ?? {};
  return {
    checkpoints: Number(row?.["checkpoints"]),
    puts: Number(row?.["puts"]),
    newest: id instanceof Uint8Array && typeof sequence === "number" ? { id: idOfBytes(id), sequence } : null,
  };
}

/**
 * Says what is missing of a thread or namespace, by a look at all of its rows; `null` when nothing is. */
export function missingOf(store: SqliteStore, asked: Asked, checkpointId: string | null = null): string | null {
  const [where, values] = conditionOf(asked);
  const { checkpoints, newest } = countsOf(store, asked);
  const wanted = checkpointId === null ? null : idBytes(checkpointId);
  // Not by a search: what leads to the row may be what is damaged.
  const found = store
    .sql(
      `SELECT count(*) AS n, sum(+checkpoint_id = ? OR (parent_id = ? AND rootless = 0)) AS named
       FROM checkpoints WHERE ${where}`,
    )
    .get(wanted, wanted, ...values);
  const wasStored = Number(found?.["named"] ?? 0) > 0 || (checkpointId !== null && newest?.id === checkpointId);
  if (wasStored) return "it was stored and is not found";
  const there = Number(found?.["n"]);
  return there === checkpoints ? null : `of ${checkpoints} checkpoints ${there} are there`;
}

/** Looks again for the parents of checkpoints that may have been stored before what they came after. */
export function findParents(store: SqliteStore, threadId: string): void {
  store
    .sql(`UPDATE checkpoints SET rootless = 0 WHERE thread_id = ? AND rootless = 1 AND ${hasParentNow("checkpoints")}`)
    .run(threadId);
}

/** The damage of a checkpoint at which not every task that sent something is found. */
export const missingTasks = (tasks: number, found: number): DamagedRow =>
  new DamagedRow(`of ${tasks} tasks that sent something ${found} are there`);
