import { idBytes } from "../saver/id-bytes.ts";
import { DamagedRow } from "../snapshots/damage.ts";
import type { CheckpointPlace } from "../snapshots/checkpoint-facts.ts";
import { CHECKPOINT_COLUMNS, type CheckpointRow, rowOf } from "./checkpoint-row.ts";
import { COUNTED_COLUMNS, COUNTED_NEWEST, countsOf, missingOf } from "./row-counts.ts";
import type { SqliteRecords } from "./records.ts";

/** Place of checkpoints, as far as it is known. */
type AskedPlace = { readonly [Name in keyof CheckpointPlace]?: string | undefined };

/** Request for a list. */
export interface ListedPlace {
  readonly threadId: string | undefined;
  readonly namespace: string | undefined;
  readonly checkpointId: string | undefined;
  /** True if nothing newer was excluded. */
  readonly isWhole: boolean;
  /** The checkpoint before which it was asked for, if its ancestors belong to the list. */
  readonly follower: CheckpointRow | undefined;
}

const SELECTED = `${CHECKPOINT_COLUMNS}, ${COUNTED_COLUMNS}`;

const SELECT_NEWEST = `SELECT ${SELECTED}, ${COUNTED_NEWEST} AS counted FROM checkpoints
  WHERE thread_id = ? AND checkpoint_ns = ? ORDER BY seq DESC LIMIT 1`;

/**
 * Rows of checkpoints, compared with what was counted: an answer is complete, or `checkpoint/corrupt` is thrown.
 *
 * @internal
 */
export class CompleteAnswers {
  readonly #store: SqliteRecords;
  readonly #inspect: <Result>(place: CheckpointPlace, read: () => Result) => Result;

  /** Takes what makes a typed error of damage at a place. */
  constructor(store: SqliteRecords, inspect: <Result>(place: CheckpointPlace, read: () => Result) => Result) {
    this.#store = store;
    this.#inspect = inspect;
  }

  /** The row of one checkpoint. */
  one({ threadId, namespace, id }: CheckpointPlace): CheckpointRow | undefined {
    const row = this.#row(threadId, namespace, id);
    if (row === undefined) this.requireRemoved({ threadId, namespace }, id);
    return row;
  }

  /** The row of the newest checkpoint, which may be damaged. */
  newest(threadId: string, namespace: string): CheckpointRow | undefined {
    const found = this.#store.sql(SELECT_NEWEST).get(threadId, namespace);
    const row = found === undefined ? undefined : rowOf(found, this.#store.keys);
    // Of a damaged row, its reader says more than that its number is another one.
    if (row !== undefined && (row.damage !== null || found?.["counted"] === row.sequence)) return row;
    const { newest } = countsOf(this.#store, { threadId, namespace });
    if (row !== undefined || newest !== null)
      this.#miss({ threadId, namespace }, newest?.id ?? row?.id ?? "", "it is not found");
    return undefined;
  }

  /** Parent of a checkpoint. Undefined when it was not stored before the checkpoint. */
  parentOf({ threadId, namespace, parent, rootless }: CheckpointRow): CheckpointRow | undefined {
    if (parent === null) return undefined;
    const found = this.#row(threadId, namespace, parent);
    if (found === undefined && !rootless)
      this.#miss({ threadId, namespace }, parent, "it is not found, and others come after it");
    return found;
  }

  /** Looks at all rows of a thread for those that are missing. */
  requireAll(threadId: string): void {
    const missing = missingOf(this.#store, { threadId });
    if (missing !== null) this.#miss({ threadId }, countsOf(this.#store, { threadId }).newest?.id ?? "", missing);
  }

  /** Looks for a checkpoint that is not found among all rows of its thread. */
  requireRemoved(place: Parameters<typeof missingOf>[1], id: string): void {
    const hidden = missingOf(this.#store, place, id);
    if (hidden !== null) this.#miss(place, id, hidden);
  }

  /** Looks for what is missing in a list, newest first, which is cut when it has as many rows as were asked for. */
  requireListed(rows: readonly CheckpointRow[], wanted: ListedPlace, isCut: boolean): void {
    const { threadId, namespace, checkpointId, isWhole, follower } = wanted;
    const place = { ...(threadId !== undefined && { threadId }), ...(namespace !== undefined && { namespace }) };
    if (checkpointId !== undefined) {
      if (rows.length === 0 && isWhole) this.requireRemoved(place, checkpointId);
      return;
    }
    this.#requireOrder(rows);
    const { checkpoints, newest } = countsOf(this.#store, place);
    const at = { ...place, ...(rows[0] && { threadId: rows[0].threadId, namespace: rows[0].namespace }) };
    if (isWhole && rows.length > 0 && newest?.sequence !== rows[0]?.sequence)
      this.#miss(at, newest?.id ?? "", "it is not found");
    if (isCut) {
      this.#requireParents(rows, follower);
      return;
    }
    const missing = isWhole && rows.length === checkpoints ? null : missingOf(this.#store, place);
    if (missing !== null) this.#miss(at, newest?.id ?? "", missing);
  }

  /** No row is there twice: another one would be missing for it. */
  #requireOrder(rows: readonly CheckpointRow[]): void {
    for (const [index, row] of rows.entries()) {
      const before = rows[index - 1];
      if (before === undefined || before.sequence > row.sequence) continue;
      if (before.sequence < row.sequence || before.threadId === row.threadId)
        this.#miss(row, row.id, "it is not where it belongs in the order of checkpoints");
    }
  }

  /** Checks parents of a list that was found by sequence number: they must be found in the same way. */
  #requireParents(rows: readonly CheckpointRow[], follower: CheckpointRow | undefined): void {
    const listed = new Set(rows.map(({ threadId, namespace, id }) => JSON.stringify([threadId, namespace, id])));
    const last = rows.at(-1);
    if (last === undefined) return;
    for (const row of follower === undefined ? rows : [follower, ...rows]) {
      if (listed.has(JSON.stringify([row.threadId, row.namespace, row.parent]))) continue;
      const parent = this.parentOf(row);
      if (parent !== undefined && parent.sequence > last.sequence && parent.sequence < row.sequence)
        this.#miss(parent, parent.id, "it is not found by its place in the order of checkpoints");
    }
  }

  #row(threadId: string, namespace: string, id: string): CheckpointRow | undefined {
    const place = "thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?";
    const [found] = this.#store.all(
      `SELECT ${SELECTED} FROM checkpoints WHERE ${place}`,
      threadId,
      namespace,
      idBytes(id),
    );
    return found === undefined ? undefined : rowOf(found, this.#store.keys);
  }

  #miss({ threadId = "", namespace = "" }: AskedPlace, id: string, missing: string): void {
    this.#inspect({ threadId, namespace, id }, () => {
      throw new DamagedRow(missing);
    });
  }
}
