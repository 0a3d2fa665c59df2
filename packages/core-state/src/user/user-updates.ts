import { z } from "zod";
import { type Field, field, fieldGroup, fields } from "../kernel/field.ts";
import { JsonValue } from "../schemas/json-value.ts";

/** Name of the field that `defineState` adds to a state with user fields. */
export const USER_UPDATES = "runtime_user_updates";

/** Marks an `Overwrite` with a value that was read from the store, which is not a write of the thread. The same for every copy of the package. */
export const STORED_USER_VALUE: unique symbol = Symbol.for("tidemark.storedUserValue");

/** One write of a user field in this thread that the store may not have yet. */
export const UserUpdate = z.strictObject({
  /** Unique key, equal when its task runs again: the key of the task, the field and a number. */
  key: z.string().min(1),
  /** Key of the user in the store; empty for a write before the first turn. */
  user: z.string(),
  field: z.string().min(1),
  /** An `update` for the reducer of the field, or a `value` that replaces the stored one. */
  form: z.enum(["update", "value"]),
  value: JsonValue,
  /** Node that wrote it, or the author of an edit from outside a run. */
  by: z.string(),
  /** Turn of the write; null if it is unknown. */
  turnId: z.string().nullable(),
  /** Version of the state that wrote it. */
  schemaVersion: z.int(),
});
export type UserUpdate = z.infer<typeof UserUpdate>;

/** Version and author of a stored value when the thread last read it. */
export const ReadUserValue = z.strictObject({
  /** Number of updates that the store accepted for the field. */
  version: z.int().min(0),
  threadId: z.string(),
  turnId: z.string().nullable(),
  by: z.string(),
  /** Time of the update, as ISO 8601 with `Z`. */
  at: z.string(),
});
export type ReadUserValue = z.infer<typeof ReadUserValue>;

/** A write that the store has refused. */
const UserRefusal = z.strictObject({
  field: z.string(),
  by: z.string(),
  turnId: z.string().nullable(),
  reason: z.string(),
});

/** State of a thread towards the stored values of its user. */
export const UserUpdates = z.strictObject({
  /** Key of the user in the store. Null for a turn without a user; empty before the first turn. */
  user: z.string().nullable(),
  /** Id of the stored record that was read; null if there was none. */
  record: z.string().nullable(),
  /** Revision of the record that was read. */
  revision: z.int().min(0),
  /** Stored fields that were read, by name. */
  read: z.record(z.string(), ReadUserValue),
  /** Number of reads in this thread. */
  reads: z.int().min(0),
  /** Updates of this turn that were refused, and of the previous one if it was unfinished. */
  refused: z.array(UserRefusal).readonly(),
  /** Updates since then, oldest first. */
  updates: z.array(UserUpdate).readonly(),
  /** True in a graph inside a graph that records the updates itself. */
  inherited: z.boolean(),
});
export type UserUpdates = z.infer<typeof UserUpdates>;

/** Adds the write of a task. Its key is completed with a number, so that a task can write a field several times. */
const AddedUpdate = z.strictObject({ add: UserUpdate });

/** Records that the stored values were read, and that updates have reached the store or were refused. */
const ReadUpdate = z.strictObject({
  read: UserUpdates.omit({ updates: true, inherited: true, reads: true }),
  settled: z.array(z.string()).readonly(),
});

/** Change of `runtime_user_updates`. A whole value comes from a graph around or inside this one. */
export const UserUpdatesChange = z.union([AddedUpdate, ReadUpdate, UserUpdates]);
export type UserUpdatesChange = z.infer<typeof UserUpdatesChange>;

/** State of a thread before its first turn. */
export const noUserUpdates = (): UserUpdates => ({
  user: "",
  record: null,
  revision: 0,
  read: {},
  reads: 0,
  refused: [],
  updates: [],
  inherited: false,
});

/**
 * Applies a change to the updates of a thread.
 *
 * @internal
 */
export function reduceUserUpdates(
  current: UserUpdates | null | undefined,
  change: UserUpdatesChange | null | undefined,
): UserUpdates {
  const before = current ?? noUserUpdates();
  if (change === null || change === undefined) return before;
  if ("add" in change) return added(before, change.add);
  if ("settled" in change) {
    const updates = before.updates.filter(({ key }) => !change.settled.includes(key));
    return { ...before, ...change.read, reads: before.reads + 1, updates };
  }
  if (!change.inherited) {
    // From the graph around this one, which records the updates. A node that returns the whole state changes nothing.
    return before.inherited || before.reads === 0 ? { ...change, inherited: true } : before;
  }
  const known = new Set(before.updates.map(({ key }) => key));
  // Nobody writes for another user.
  const further = change.updates.filter(({ key, user }) => !known.has(key) && user === before.user);
  return further.length === 0 ? before : { ...before, updates: [...before.updates, ...further] };
}

function added(before: UserUpdates, update: UserUpdate): UserUpdates {
  if (before.user === null || before.inherited) return before;
  const { field: name, form, key } = update;
  const own = before.updates.filter((each) => each.key.startsWith(`${key}/`));
  const count = own.reduce((most, each) => Math.max(most, Number(each.key.slice(key.length + 1))), 0);
  const last = before.updates.findLast((each) => each.field === name);
  // Of two values in a row only the last one matters.
  const replaces = form === "value" && last?.form === "value" && last.user === update.user;
  const kept = replaces ? before.updates.filter((each) => each !== last) : before.updates;
  return { ...before, updates: [...kept, { ...update, key: `${key}/${count + 1}` }] };
}

/** The field that `defineState` adds. */
const userUpdateFields: Readonly<Record<string, Field>> = fieldGroup(
  "runtime",
  fields("runtime", {
    user_updates: field({
      description: "Writes of user fields that are not stored yet, and the stored versions that this thread last read.",
      schema: UserUpdates,
      updateSchema: UserUpdatesChange,
      default: noUserUpdates,
      lifetime: "thread",
      owner: "runtime",
      ui: false,
      reducer: reduceUserUpdates,
    }),
  }),
);

/** Adds the field for updates to fields that contain a user field. */
export function withUserUpdates(declared: Readonly<Record<string, Field>>): Readonly<Record<string, Field>> {
  const hasUserFields = Object.values(declared).some(({ lifetime }) => lifetime === "user");
  return hasUserFields ? { ...declared, ...userUpdateFields } : declared;
}
