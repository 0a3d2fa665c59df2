import { DamagedRow } from "../storage/damage.ts";
import { CHECKPOINT_COLUMNS, type CheckpointPlace, type CheckpointRow, rowOf } from "./checkpoint-row.ts";
import { COUNTED_COLUMNS, COUNTED_NEWEST, countsOf, missingOf } from "./row-counts.ts";
import type { SqliteStore } from "./store.ts";

/** Which checkpoints are asked for, as far as it was said. */
type AskedPlace = { readonly [Name in keyof CheckpointPlace]?: string | undefined };

/** What a list was asked for. */
export interface ListedPlace {
  readonly threadId: string | undefined;
  readonly namespace: string | undefined;
  readonly checkpointId: string | undefined;
  readonly before: string | undefined;
}

const SELECTED = `${CHECKPOINT_COLUMNS}, ${COUNTED_COLUMNS}`;

/**
 * Rows of checkpoints, compared with what was counted: an answer is complete, or `checkpoint/corrupt` is thrown.
 *
 * @internal
 */
export class CompleteAnswers {
  readonly #store: SqliteStore;
  readonly #inspect: <Result>(place: CheckpointPlace, read: () => Result) => Result;

  /** Takes what makes a typed error of damage at a place. */
  constructor(store: SqliteStore, inspect: <Result>(place: CheckpointPlace, read: () => Result) => Result) {
    this.#store = store;
    this.#inspect = inspect;
  }

  /** The row of one checkpoint. */
  one({ threadId, namespace, id }: CheckpointPlace): CheckpointRow | undefined {
    const row = this.#row(threadId, namespace, id);
    const missing = row === undefined ? missingOf(this.#store, { threadId, namespace }, id) : null;
    if (missing !== null) this.#miss({ threadId, namespace }, id, missing);
    return row;
  }

  /** The row of the newest checkpoint. */
  newest(threadId: string, namespace: string): CheckpointRow | undefined {
    const [found] = this.#store.all(
      `SELECT ${SELECTED}, ${COUNTED_NEWEST} AS counted FROM checkpoints
       WHERE thread_id = ? AND checkpoint_ns = ? ORDER BY checkpoint_id DESC LIMIT 1`,
      threadId,
      namespace,
    );
    const row = found === undefined ? undefined : rowOf(found);
    const noted = found?.["counted"];
    const counted = found === undefined ? countsOf(this.#store, { threadId, namespace }).newest : noted;
    const newest = typeof counted === "string" ? counted : null;
    if (newest !== (row?.id ?? null)) this.#miss({ threadId, namespace }, newest ?? row?.id ?? "", "it is not found");
    return row;
  }

  /** What a checkpoint comes after; nothing when that was not there when the checkpoint was stored. */
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
    if (missing !== null) this.#miss({ threadId }, countsOf(this.#store, { threadId }).newest ?? "", missing);
  }

  /** Looks for what is missing in a list, newest first, which is cut when it has as many rows as were asked for. */
  requireListed(rows: readonly CheckpointRow[], wanted: ListedPlace, isCut: boolean): void {
    const { threadId, namespace, checkpointId, before } = wanted;
    const place = { ...(threadId !== undefined && { threadId }), ...(namespace !== undefined && { namespace }) };
    if (checkpointId !== undefined) {
      const hidden = rows.length === 0 && before === undefined ? missingOf(this.#store, place, checkpointId) : null;
      if (hidden !== null) this.#miss(place, checkpointId, hidden);
      return;
    }
    const { checkpoints, newest } = countsOf(this.#store, place);
    const at = { ...place, ...(rows[0] && { threadId: rows[0].threadId, namespace: rows[0].namespace }) };
    if (before === undefined && rows.length > 0 && newest !== rows[0]?.id)
      this.#miss(at, newest ?? "", "it is not found");
    if (isCut) return;
    const missing = before === undefined && rows.length === checkpoints ? null : missingOf(this.#store, place);
    if (missing !== null) this.#miss(at, newest ?? "", missing);
  }

  #row(threadId: string, namespace: string, id: string): CheckpointRow | undefined {
    const place = "thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?";
    const [found] = this.#store.all(`SELECT ${SELECTED} FROM checkpoints WHERE ${place}`, threadId, namespace, id);
    return found === undefined ? undefined : rowOf(found);
  }

  #miss({ threadId = "", namespace = "" }: AskedPlace, id: string, missing: string): void {
    this.#inspect({ threadId, namespace, id }, () => {
      throw new DamagedRow(missing);
    });
  }
}
