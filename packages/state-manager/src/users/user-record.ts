import { freezeDeep } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { z } from "zod";
import { digest } from "../kernel/digest.ts";
import { stateManagerErrors } from "../kernel/errors.ts";

/** Number of applied updates that a record remembers, so that none of them is applied twice. */
const REMEMBERED = 512;

const StoredField = z.object({
  value: z.unknown(),
  version: z.int().min(0),
  schemaVersion: z.int(),
  threadId: z.string(),
  turnId: z.string().nullable(),
  by: z.string(),
  at: z.string(),
});

/** One value of a user, with its version and the write that made it. */
export type StoredField = z.infer<typeof StoredField>;

/** Values of a user by field name. */
export type StoredFields = Readonly<Record<string, StoredField>>;

const Bookkeeping = z.object({
  format: z.literal(1),
  id: z.string().min(1),
  revision: z.int().min(1),
  applied: z.array(z.tuple([z.string(), z.int()])).readonly(),
  forgottenThrough: z.int().min(0),
  deleted: z.boolean(),
});

/** All values of a user, with the updates that were applied last. */
export interface UserRecord {
  /** Id that changes when the values are deleted; null for a user who never had values. */
  readonly id: string | null;
  /** Number of changes of the record; 0 for a user without values. */
  readonly revision: number;
  readonly fields: StoredFields;
  /** Keys of the updates that were applied last, each with the revision that contains it. */
  readonly applied: ReadonlyMap<string, number>;
  /** Highest revision whose updates are no longer in `applied`. */
  readonly forgottenThrough: number;
  /** True if the values were deleted before. The record stays as the mark that refuses writes of turns that began before. */
  readonly deleted: boolean;
}

/** A user without values. */
export const emptyRecord: UserRecord = Object.freeze({
  id: null,
  revision: 0,
  fields: Object.freeze({}),
  applied: new Map(),
  forgottenThrough: 0,
  deleted: false,
});

/** Value of the store's item for a record, and the text that changes with every change of the record. */
export interface RecordItem {
  readonly etag: string;
  readonly [name: string]: unknown;
}

/** True if a record contains an update. */
export const contains = ({ applied }: UserRecord, key: string): boolean => applied.has(shortened(key));

/** Part of the digest of a key. Keys contain the ids of tasks, so two keys never share it by chance. */
const shortened = (key: string): string => digest(key).slice(0, 20);

/** Text that identifies a revision of a record. */
export const etagOf = ({ id, revision }: UserRecord): string | null => (id === null ? null : `${revision}/${id}`);

/** Reads the value of the store's item. The store may be shared, so an invalid value throws `state-manager/invalidUserRecord`. */
export function readRecord(user: string, value: unknown): UserRecord {
  if (value === null || value === undefined) return emptyRecord;
  const read = Bookkeeping.safeParse(value);
  const fields = z.record(z.string(), StoredField).safeParse(fieldsIn(value));
  const issue = read.error?.issues[0] ?? fields.error?.issues[0];
  if (!read.success || !fields.success) {
    const at = issue?.path.map(String).join(".") ?? "";
    throw stateManagerErrors.invalidUserRecord({ user, at, problem: issue?.message ?? "it is not a record" });
  }
  return { ...read.data, fields: freezeDeep(fields.data), applied: new Map(read.data.applied) };
}

/** Returns the value to store for a record. */
export function itemOf(record: UserRecord): RecordItem {
  const { fields, applied, ...rest } = record;
  const about = { etag: etagOf(record) ?? "", format: 1, ...rest, applied: [...applied] };
  const text = JSON.stringify(fields);
  // Postgres stores neither NUL nor half of a character in JSON, but both as escapes inside a text.
  return UNSTORABLE.test(text) ? { ...about, packed: text } : { ...about, fields };
}

const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

function fieldsIn(value: unknown): unknown {
  if (!isPlainRecord(value)) return undefined;
  if (typeof value["packed"] !== "string") return value["fields"];
  try {
    return JSON.parse(value["packed"]);
  } catch {
    return undefined;
  }
}

/** Returns the next revision of a record, with changed fields and the keys of the updates that it contains. */
export function nextRecord(before: UserRecord, fields: StoredFields, keys: readonly string[]): UserRecord {
  const revision = before.revision + 1;
  const applied = [...before.applied, ...keys.map((key) => [shortened(key), revision] as const)];
  const surplus = applied.slice(0, Math.max(0, applied.length - Math.max(REMEMBERED, keys.length)));
  return {
    id: before.id ?? shortened(keys[0] ?? ""),
    revision,
    fields: freezeDeep({ ...fields }),
    applied: new Map(applied.slice(surplus.length)),
    forgottenThrough: surplus.reduce((most, [, each]) => Math.max(most, each), before.forgottenThrough),
    deleted: before.deleted,
  };
}

/** Returns the record that is left of a user whose values are deleted: a mark with another id and without values. */
export function deletedRecord({ id, revision }: UserRecord): UserRecord {
  const mark = shortened(JSON.stringify(["deleted", id, revision]));
  return { ...emptyRecord, id: mark, revision: revision + 1, deleted: true };
}
