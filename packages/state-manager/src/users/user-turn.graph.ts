import { type LangGraphRunnableConfig, Overwrite } from "@langchain/langgraph";
import { BaseCheckpointSaver, type BaseStore } from "@langchain/langgraph-checkpoint";
import type { ThreadLocks } from "@tidemark/checkpoint";
import type { StateDeclaration } from "@tidemark/core-state";
import { noUserUpdates, STORED_USER_VALUE, USER_UPDATES } from "@tidemark/core-state/internal";
import { stateManagerErrors } from "../kernel/errors.ts";
import type { Values } from "../kernel/values.ts";
import { MigratingSaver } from "../migrations/migrating-saver.graph.ts";
import { declaredMigrations, type Migrations } from "../migrations/migrations.ts";
import { defaultLocks } from "../savers/default-locks.graph.ts";
import { WrappedSaver } from "../savers/wrapped-saver.graph.ts";
import { type SettledRecord, settleUpdates } from "./settle-updates.ts";
import { type StoredValues, storedValues, userUpdatesOf } from "./stored-values.ts";
import { fieldsThatNeedUser, hasUserFields, userState } from "./user-fields.ts";
import { userKey } from "./user-key.ts";
import { changeUser, readUser } from "./user-store.graph.ts";

/** A thread of a user, with the store that has the user's values. */
export interface UserThread {
  readonly state: StateDeclaration;
  readonly threadId: string;
  /** Key of the user; null for a turn without a user. */
  readonly user: string | null;
  readonly store: BaseStore | null;
  readonly locks: ThreadLocks | null;
  readonly migrations?: Migrations | undefined;
}

/**
 * Returns the key of a user for a state, or null if there is no user and every user field allows it.
 *
 * Throws `state-manager/missingUser` with the fields that need a user, and `state-manager/invalidUserId`.
 */
export function requireUser(state: StateDeclaration, userId: unknown): string | null {
  if (userId !== undefined && userId !== null) return userKey(userId);
  const fields = fieldsThatNeedUser(state);
  if (fields.length > 0) throw stateManagerErrors.missingUser({ fields });
  return null;
}

/** Reads the user, the store and the thread from the config of a run. The user id comes only from there. */
export function userThreadOf(
  state: StateDeclaration,
  config: LangGraphRunnableConfig,
  migrations?: Migrations,
): UserThread {
  const configurable: Readonly<Record<string, unknown>> = config.configurable ?? {};
  const { user_id: userId, thread_id: threadId, __pregel_checkpointer: checkpointer } = configurable;
  const store = config.store ?? null;
  const saver = isSaver(checkpointer) ? checkpointer : null;
  return {
    state,
    threadId: typeof threadId === "string" ? threadId : "",
    user: requireUser(state, userId),
    store,
    locks: saver === null ? null : defaultLocks(saver),
    migrations: migrations ?? migrationsFor(state, saver),
  };
}

const isSaver = (value: unknown): value is BaseCheckpointSaver => value instanceof BaseCheckpointSaver;

/** Returns the migrations of a state: those of the saver around the checkpointer, or those that were declared. */
export function migrationsFor(state: StateDeclaration, saver: BaseCheckpointSaver | null): Migrations | undefined {
  const ofSaver = migrationsIn(saver);
  // A graph inside of another one has the saver of that graph.
  return ofSaver?.state === state ? ofSaver : declaredMigrations(state);
}

function migrationsIn(saver: BaseCheckpointSaver | null): Migrations | undefined {
  if (saver instanceof MigratingSaver) return saver.migrations;
  return saver instanceof WrappedSaver ? migrationsIn(saver.inner) : undefined;
}

/**
 * Stores the recorded updates of a thread and returns the newest values of its user.
 *
 * Storing an update again changes nothing, so a run that was killed at any point can be repeated. Throws `state-manager/missingStore`.
 */
export async function settleThread(
  thread: UserThread,
  current: Values,
  { now, begins }: { readonly now: string; readonly begins: boolean },
): Promise<StoredValues> {
  const { state, user, store, locks, migrations, threadId } = thread;
  const left = await settleLeft(thread, current, now);
  if (user === null) return storedValues(state, current, { user, settled: null, left, now, begins });
  if (store === null) throw stateManagerErrors.missingStore({ fields: Object.keys(userState(state).fields) });
  const updates = userUpdatesOf(current) ?? noUserUpdates();
  const settle = (record: Parameters<typeof settleUpdates>[0]): SettledRecord =>
    settleUpdates(record, { state, migrations, user, threadId, thread: updates, now });
  const settled =
    !updates.inherited && hasUpdatesOf(current, user)
      ? await changeUser({ store, locks }, user, settle)
      : settleUpdates(await readUser(store, user), {
          state,
          migrations,
          user,
          threadId,
          thread: { ...updates, updates: [] },
          now,
        });
  return storedValues(state, current, { user, settled, left, now, begins });
}

/** Stores what an unfinished turn of another user has left. Null for none, and without a store. */
async function settleLeft(thread: UserThread, current: Values, now: string): Promise<SettledRecord | null> {
  const { store, locks, ...given } = thread;
  const updates = userUpdatesOf(current);
  const user = updates?.user ?? null;
  if (updates === null || updates.inherited || user === null || user === thread.user || store === null) return null;
  if (!updates.updates.some((each) => each.user === user && user !== "")) return null;
  return changeUser({ store, locks }, user, (record) =>
    settleUpdates(record, { ...given, user, thread: updates, now }),
  );
}

/** User whose turn a thread is in: the one who began it, also when another person answers. Defaults to the given user. */
export function userOfTurn(values: Values, user: string | null): string | null {
  const recorded = userUpdatesOf(values);
  return recorded === null || recorded.user === "" ? user : recorded.user;
}

/** True if a thread has updates of a user that may not be stored yet. */
export function hasUpdatesOf(values: Values, user: string | null): boolean {
  const recorded = userUpdatesOf(values);
  if (recorded === null || recorded.inherited || user === null) return false;
  return recorded.updates.some((each) => each.user === user || each.user === "");
}

/** True if a graph has updates to store for the user of a run. */
export function hasUnstoredUpdates(state: StateDeclaration, values: Values, config: LangGraphRunnableConfig): boolean {
  if (!hasUserFields(state)) return false;
  const userId: unknown = config.configurable?.["user_id"];
  return hasUpdatesOf(values, userOfTurn(values, typeof userId === "string" ? userKey(userId) : null));
}

/** Marks a value that was read from the store: it replaces the value of its field and is not recorded as a write of the thread. */
export const storedWrite = (value: unknown): Overwrite =>
  Object.defineProperty(new Overwrite(value), STORED_USER_VALUE, { value: true });

/** Update of a node that takes over stored values. */
export function storedUpdate({ values, read, versions, audit }: StoredValues): Record<string, unknown> {
  return {
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, storedWrite(value)])),
    ...(read !== null && { [USER_UPDATES]: storedWrite(read) }),
    ...(versions !== null && { runtime_field_versions: versions }),
    ...(audit.length > 0 && { runtime_audit_log: audit }),
  };
}
