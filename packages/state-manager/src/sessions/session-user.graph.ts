import type { BaseCheckpointSaver, BaseStore } from "@langchain/langgraph-checkpoint";
import { stateManagerErrors } from "../kernel/errors.ts";
import type { Values } from "../kernel/values.ts";
import { writeEdit } from "../savers/thread-saver.graph.ts";
import { type UserRefusal, userUpdatesOf, withStoredValues } from "../users/stored-values.ts";
import { hasUserFields } from "../users/user-fields.ts";
import {
  hasUpdatesOf,
  migrationsFor,
  requireUser,
  settleThread,
  userOfTurn,
  type UserThread,
} from "../users/user-turn.graph.ts";
import type { GraphThread } from "./leased-thread.graph.ts";

/** The user of a session's thread, and the store of the user's values. */
export function userThreadIn(thread: GraphThread, store?: BaseStore): UserThread {
  const { state, threadId, userId, locks, saver } = thread;
  return {
    state,
    threadId,
    user: hasUserFields(state) ? requireUser(state, userId) : null,
    store: store ?? thread.store ?? thread.graph.store ?? null,
    locks,
    migrations: migrationsFor(state, saver),
  };
}

/** Values that an edit builds on: the newest ones of the user instead of those that the last turn has read. */
export async function readForEdit(thread: UserThread, values: Values, now: string): Promise<Values> {
  if (thread.user === null) return {};
  const stored = await settleThread(thread, values, { now, begins: false });
  return withStoredValues(thread.state, values, stored);
}

/**
 * Stores the writes of user fields in the thread. Returns true if there were any.
 *
 * The turn is stored already. If the lease is lost now, the next turn finds that the updates are stored.
 */
export async function storeUpdates(
  thread: GraphThread,
  saver: BaseCheckpointSaver,
  values: Values,
  store?: BaseStore,
): Promise<boolean> {
  const { state, threadId, clock } = thread;
  if (!hasUserFields(state)) return false;
  const given = userThreadIn(thread, store);
  const userThread = { ...given, user: userOfTurn(values, given.user) };
  if (!hasUpdatesOf(values, userThread.user)) return false;
  const stored = await settleThread(userThread, values, { now: clock.now(), begins: false });
  const changed = withStoredValues(state, values, stored);
  try {
    await writeEdit(saver, threadId, { values: changed, clock });
  } catch (error) {
    if (!stateManagerErrors.fenced.is(error) && !stateManagerErrors.superseded.is(error)) throw error;
  }
  return true;
}

/** Refused writes of user fields, for the result of a turn. */
export function refusedIn(values: Values): { readonly refused?: readonly UserRefusal[] } {
  const refused = userUpdatesOf(values)?.refused ?? [];
  return refused.length === 0 ? {} : { refused };
}
