import type { PlannedRecord } from "../snapshots/planned-record.ts";
import { bytesOf, RECORDS, VALUES } from "../packing/packed-text.ts";
import { linkedChecksum } from "../snapshots/stored-text.ts";
import { idsIn } from "../snapshots/snapshot-text.ts";
import { idBytes } from "../saver/id-bytes.ts";
import type { TaskPlace } from "../rows/stored-rows.ts";
import { type CheckpointRow, unsequencedChecksum, writesChecksum } from "./pages.ts";
import { storedId, storedPath } from "../saver/stored-id.ts";

/** A checkpoint that the database is to give its sequence number. */
export type NewCheckpointRow = Omit<CheckpointRow, "damage" | "sequence">;

/** A row that is to be stored, with its tree. */
export type NewRow =
  | { readonly kind: "checkpoint"; readonly row: NewCheckpointRow; readonly planned: PlannedRecord }
  | { readonly kind: "writes"; readonly row: TaskPlace; readonly planned: PlannedRecord };

/** Rows and values that one statement stores, all of them or none. */
export interface Batch {
  readonly threadId: string;
  readonly values: readonly { readonly id: number; readonly hash: string; readonly text: string }[];
  readonly rows: readonly NewRow[];
  /** The lease under which it is written. */
  readonly token: number | null;
}

/** Result of a batch. `known` means that some values were stored already under other ids, and nothing was written. */
export type Applied =
  | { readonly outcome: "stored"; readonly released: readonly number[] }
  | { readonly outcome: "known"; readonly ids: ReadonlyMap<string, number> };

/** The ids that a record names, as text. */
export const namesOf = (written: unknown): string => [...idsIn(written)].join(",");

/** Parameters of the function that stores a batch. */
export function batchParameters({ threadId, values, rows, token }: Batch, moreIds: boolean): unknown[] {
  const thread = storedId(threadId);
  const named = new Set<number>();
  const described = rows.map((each) => {
    const ids = idsIn(JSON.parse(each.planned.text));
    for (const id of ids) named.add(id);
    return { ...columnsOf(each), names: [...ids].join(",") };
  });
  return [
    thread,
    // An id that Postgres cannot hold has no lease.
    token === null || threadId.includes("\0") ? thread : threadId,
    token,
    values.map(({ id }) => id),
    values.map(({ hash }) => hash),
    values.map(({ text }) => bytesOf(text, VALUES)),
    JSON.stringify(described),
    rows.map((each) =>
      each.kind === "writes" ? writesChecksum(each.row, each.planned.text) : unsequencedChecksum(each.row),
    ),
    rows.map(({ kind, planned: { base, text } }) => (kind === "writes" ? null : linkedChecksum(base, text))),
    rows.map(({ planned }) => bytesOf(planned.text)),
    [...named],
    moreIds,
  ];
}

/** Metadata as it is stored: packed at any length, because it is short and repetitive. */
export const describedOf = (metadata: string): Buffer => bytesOf(metadata, RECORDS, 0);

const hexOf = (id: string): string => idBytes(id).toString("hex");

function columnsOf({ kind, row, planned }: NewRow): Readonly<Record<string, unknown>> {
  const place = { namespace: storedId(row.namespace), id: hexOf(row.id) };
  if (kind === "writes") return { ...place, task: hexOf(row.taskId), path: storedPath(row.taskPath) };
  const { number, parent, metadata } = row;
  const { base, links, whole, changed } = planned;
  return {
    ...place,
    number,
    parent: parent === null ? null : hexOf(parent),
    described: describedOf(metadata).toString("hex"),
    base,
    links,
    whole,
    changed,
  };
}
