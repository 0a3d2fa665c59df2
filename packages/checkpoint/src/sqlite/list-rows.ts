import type { SQLInputValue } from "node:sqlite";
import { idBytes } from "../store/id-bytes.ts";
import type { Asked } from "../snapshots/saver-config.ts";
import type { CheckpointRow } from "./checkpoint-row.ts";
import type { CompleteAnswers } from "./complete-answers.ts";
import type { SqliteStore } from "./store.ts";

/** Reads of a saver that a list is built on. */
export interface ListReader {
  readonly store: SqliteStore;
  readonly answers: CompleteAnswers;
  readonly rows: (condition: string, ...values: SQLInputValue[]) => CheckpointRow[];
  readonly requireSound: (row: CheckpointRow) => void;
}

/** Bound of a list. */
interface Cutoff {
  /** Id of a checkpoint that was removed. */
  readonly id?: string;
  readonly sequence?: number;
  readonly row?: CheckpointRow;
}

/** Returns at most `most` rows of a list, newest first; all of them for -1. Throws `checkpoint/corrupt` where some are missing. */
export function listRows(
  reader: ListReader,
  { threadId, namespace, checkpointId }: Asked,
  { before, most }: { readonly before: Asked | undefined; readonly most: number },
): readonly CheckpointRow[] {
  const { answers, rows } = reader;
  const cutoff = before === undefined ? {} : cutoffOf(reader, before, { threadId, namespace });
  const read = (order: "seq" | "+seq"): CheckpointRow[] => {
    const conditions = Object.entries<SQLInputValue | undefined>({
      "thread_id = ?": threadId,
      "checkpoint_ns = ?": namespace,
      "checkpoint_id = ?": checkpointId === undefined ? undefined : idBytes(checkpointId),
      "checkpoint_id < ?": cutoff.id === undefined ? undefined : idBytes(cutoff.id),
      [`${order} < ?`]: cutoff.sequence,
    }).filter((each): each is [string, SQLInputValue] => each[1] !== undefined);
    const where = ["1", ...conditions.map(([condition]) => condition)].join(" AND ");
    return rows(
      `${where} ORDER BY ${order} DESC, thread_id DESC LIMIT ?`,
      ...conditions.map(([, value]) => value),
      most,
    );
  };
  const newest = most === -1 ? [] : read("seq");
  const isCut = newest.length === most;
  // A list to the end is not read through the index of sequence numbers: damage to it may hide rows that are there.
  const found = isCut ? newest : read("+seq");
  const isWhole = cutoff.id === undefined && cutoff.sequence === undefined;
  const follower = [cutoff.row?.namespace, undefined].includes(namespace) ? cutoff.row : undefined;
  answers.requireListed(found, { threadId, namespace, checkpointId, isWhole, follower }, isCut);
  return found;
}

/** The number of the checkpoint that is named, in whatever namespace of the thread it is. */
function cutoffOf(
  { store, answers, rows, requireSound }: ListReader,
  before: Asked,
  listed: { readonly threadId: string | undefined; readonly namespace: string | undefined },
): Cutoff {
  const { threadId = listed.threadId, namespace, checkpointId } = before;
  if (checkpointId === undefined) return {};
  if (threadId !== undefined) {
    // LangGraph names a checkpoint of the outer graph when it looks for those of a subgraph.
    for (const each of new Set([namespace ?? listed.namespace ?? "", ""])) {
      const place = "thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?";
      const [row] = rows(place, threadId, each, idBytes(checkpointId));
      if (row === undefined) continue;
      requireSound(row);
      return { row, sequence: row.sequence };
    }
  }
  const [found] = store.all(
    `SELECT max(seq) AS seq FROM checkpoints WHERE checkpoint_id = ? AND (? IS NULL OR thread_id = ?)`,
    idBytes(checkpointId),
    threadId ?? null,
    threadId ?? null,
  );
  const { seq = null } = found ?? {};
  if (seq !== null) return { sequence: Number(seq) };
  // Of one that was removed, nothing but the id is left.
  if (threadId !== undefined) answers.requireRemoved({ threadId }, checkpointId);
  return { id: checkpointId };
}
