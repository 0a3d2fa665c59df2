import { idBytes, idOfBytes } from "../saver/id-bytes.ts";
import { DamagedRow } from "../snapshots/damage.ts";
import type { CheckpointPlace } from "../snapshots/checkpoint-facts.ts";
import { hasParent } from "./schema.ts";
import type { SqliteRecords } from "./records.ts";

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
export function countsOf(store: SqliteRecords, asked: Asked): Counts {
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
export function missingOf(store: SqliteRecords, asked: Asked, checkpointId: string | null = null): string | null {
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
export function findParents(store: SqliteRecords, threadId: string): void {
  store
    .sql(`UPDATE checkpoints SET rootless = 0 WHERE thread_id = ? AND rootless = 1 AND ${hasParent("checkpoints")}`)
    .run(threadId);
}

/** The damage of a checkpoint at which not every task that sent something is found. */
export const missingTasks = (tasks: number, found: number): DamagedRow =>
  new DamagedRow(`of ${tasks} tasks that sent something ${found} are there`);
