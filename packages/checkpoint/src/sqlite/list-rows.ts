import type { SQLInputValue } from "node:sqlite";
import { idBytes } from "../saver/id-bytes.ts";
import type { Asked } from "../snapshots/saver-config.ts";
import type { CheckpointPlace } from "../snapshots/checkpoint-facts.ts";
import type { CheckpointRow } from "./checkpoint-row.ts";
import type { CompleteAnswers } from "./complete-answers.ts";
import type { SqliteRecords } from "./records.ts";

/** Reads of a saver that a list is built on. */
export interface ListReader {
  readonly memory: { readonly store: SqliteRecords };
  readonly answers: CompleteAnswers;
  readonly rows: (condition: string, ...values: SQLInputValue[]) => CheckpointRow[];
  readonly requireSound: (row: CheckpointRow) => void;
}

/** Bound of a list. */
interface Cutoff {
  /** Id of a checkpoint that was removed. */
  readonly id?: string;
  readonly sequence?: number;
  /** The checkpoint itself, unless it was removed. */
  readonly row?: CheckpointRow;
}

/** Part of a list. */
interface ListedPart {
  /** Only rows that were stored before this one. */
  readonly before: Asked | undefined;
  /** The last row of the part before. */
  readonly after: CheckpointRow | undefined;
  /** Maximum number of rows. All for -1. */
  readonly most: number;
  /** True if the list ends where its rows do. */
  readonly isEndless: boolean;
}

/** Returns rows of a list, newest first. Throws `checkpoint/corrupt` where some are missing. */
export function listRows(
  reader: ListReader,
  { threadId, namespace, checkpointId }: Asked,
  { before, after, most, isEndless }: ListedPart,
): readonly CheckpointRow[] {
  const { answers } = reader;
  const cutoff: Cutoff =
    after !== undefined
      ? { ...cutAt(reader.rows(PLACE, ...placeOf(after))[0]), sequence: after.sequence }
      : before === undefined
        ? {}
        : cutoffOf(reader, before, { threadId, namespace });
  const read = (order: "seq" | "+seq"): CheckpointRow[] => {
    const conditions = Object.entries<SQLInputValue | undefined>({
      "thread_id = ?": threadId,
      "checkpoint_ns = ?": namespace,
      "checkpoint_id = ?": checkpointId === undefined ? undefined : idBytes(checkpointId),
      "checkpoint_id < ?": cutoff.id === undefined ? undefined : idBytes(cutoff.id),
      [`${order} < ?`]: cutoff.sequence,
    }).filter((each): each is [string, SQLInputValue] => each[1] !== undefined);
    const where = ["1", ...conditions.map(([condition]) => condition)].join(" AND ");
    return reader.rows(
      `${where} ORDER BY ${order} DESC, thread_id DESC LIMIT ?`,
      ...conditions.map(([, value]) => value),
      most,
    );
  };
  // A list to the end is not read through the index of sequence numbers: damage to it may hide rows that are there.
  const newest = read(isEndless ? "+seq" : "seq");
  const isCut = newest.length === most;
  const found = isCut || isEndless ? newest : read("+seq");
  const isWhole = cutoff.id === undefined && cutoff.sequence === undefined;
  const follower = [cutoff.row?.namespace, undefined].includes(namespace) ? cutoff.row : undefined;
  answers.requireListed(found, { threadId, namespace, checkpointId, isWhole, follower }, isCut);
  return found;
}

const PLACE = "thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?";

const cutAt = (row: CheckpointRow | undefined): Cutoff => (row === undefined ? {} : { row, sequence: row.sequence });

const placeOf = ({ threadId, namespace, id }: CheckpointPlace) => [threadId, namespace, idBytes(id)] as const;

/** The number of the checkpoint that is named, in whatever namespace of the thread it is. */
function cutoffOf(
  reader: ListReader,
  before: Asked,
  listed: { readonly threadId: string | undefined; readonly namespace: string | undefined },
): Cutoff {
  const { answers } = reader;
  const { threadId = listed.threadId, namespace, checkpointId } = before;
  if (checkpointId === undefined) return {};
  if (threadId !== undefined) {
    // LangGraph names a checkpoint of the outer graph when it looks for those of a subgraph.
    for (const each of new Set([namespace ?? listed.namespace ?? "", ""])) {
      const [row] = reader.rows(PLACE, ...placeOf({ threadId, namespace: each, id: checkpointId }));
      if (row === undefined) continue;
      reader.requireSound(row);
      return cutAt(row);
    }
  }
  const [found] = reader.memory.store.all(
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
