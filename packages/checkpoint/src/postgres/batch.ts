import type { PlannedRecord } from "../snapshots/planned-record.ts";
import { digestOf, sealRecord, sealValue } from "../encryption/sealed-rows.ts";
import { type NumberedSecret, sealBody } from "../encryption/sealing.ts";
import { bytesOf, packText, RECORDS, VALUES } from "../packing/packed-text.ts";
import { linkedChecksum } from "../snapshots/stored-text.ts";
import { idsIn } from "../snapshots/snapshot-text.ts";
import { idBytes } from "../saver/id-bytes.ts";
import type { TaskPlace } from "../rows/stored-rows.ts";
import { ROW } from "./keys.ts";
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
  /** The secret of the thread. Null if the database is not encrypted. */
  readonly secret: NumberedSecret | null;
}

/** Result of a batch. `known` means that some values were stored already under other ids, and nothing was written. */
export type Applied =
  | { readonly outcome: "stored"; readonly released: readonly number[] }
  | { readonly outcome: "known"; readonly ids: ReadonlyMap<string, number> };

/** The ids that a record names, as text. */
export const namesOf = (written: unknown): string => [...idsIn(written)].join(",");

/** Parameters of the function that stores a batch. */
export function batchParameters({ threadId, values, rows, token, secret }: Batch, moreIds: boolean): unknown[] {
  const thread = storedId(threadId);
  const named = new Set<number>();
  const described = rows.map((each) => {
    const ids = idsIn(JSON.parse(each.planned.text));
    for (const id of ids) named.add(id);
    return { ...columnsOf(each, secret), names: [...ids].join(",") };
  });
  return [
    thread,
    // An id that Postgres cannot hold has no lease.
    token === null || threadId.includes("\0") ? thread : threadId,
    token,
    values.map(({ id }) => id),
    values.map(({ hash }) => digestOf(secret, hash)),
    values.map((value) => valueBody(secret, { ...value, hash: digestOf(secret, value.hash) })),
    JSON.stringify(described),
    rows.map((each) =>
      each.kind === "writes"
        ? writesChecksum(each.row, each.planned.text, secret)
        : unsequencedChecksum(each.row, secret),
    ),
    rows.map(({ kind, planned }) => (kind === "writes" ? null : recordSum(secret, planned))),
    rows.map((each) =>
      each.kind === "writes"
        ? writesBody(secret, each.planned.text)
        : recordBody(secret, each.row.number, each.planned),
    ),
    [...named],
    moreIds,
  ];
}

/** Metadata as it is stored: packed at any length, because it is short and repetitive. */
export const describedOf = (secret: NumberedSecret | null, metadata: string): Buffer =>
  sealedRow(secret, bytesOf(metadata, RECORDS, 0));

/** The body of what a task wrote. */
export const writesBody = (secret: NumberedSecret | null, text: string): Buffer => sealedRow(secret, bytesOf(text));

/** The body of a value with its number and the digits of its hash. */
export const valueBody = (
  secret: NumberedSecret | null,
  { id, hash, text }: { readonly id: number; readonly hash: string; readonly text: string },
): Buffer =>
  secret === null
    ? bytesOf(text, VALUES)
    : sealValue(secret, { id, hash: Buffer.from(hash, "hex") }, packText(text, VALUES));

type RecordText = Pick<PlannedRecord, "base" | "text">;

/** The body of a record with its number. */
export const recordBody = (secret: NumberedSecret | null, id: number, { base, text }: RecordText): Buffer =>
  secret === null ? bytesOf(text) : sealRecord(secret, { id, base }, text);

/** The checksum of a record. An encrypted one needs none. */
export const recordSum = (secret: NumberedSecret | null, { base, text }: RecordText): Buffer =>
  secret === null ? linkedChecksum(base, text) : Buffer.alloc(0);

const sealedRow = (secret: NumberedSecret | null, body: Buffer): Buffer =>
  secret === null ? body : sealBody(secret, body, ROW);

const hexOf = (id: string): string => idBytes(id).toString("hex");

function columnsOf({ kind, row, planned }: NewRow, secret: NumberedSecret | null): Readonly<Record<string, unknown>> {
  const place = { namespace: storedId(row.namespace), id: hexOf(row.id) };
  if (kind === "writes") return { ...place, task: hexOf(row.taskId), path: storedPath(row.taskPath) };
  const { number, parent, metadata } = row;
  const { base, links, whole, changed } = planned;
  return {
    ...place,
    number,
    parent: parent === null ? null : hexOf(parent),
    described: describedOf(secret, metadata).toString("hex"),
    base,
    links,
    whole,
    changed,
  };
}
