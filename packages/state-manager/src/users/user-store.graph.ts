import { type BaseStore, InMemoryStore } from "@langchain/langgraph-checkpoint";
import type { ThreadLocks } from "@tidemark/checkpoint";
import { COMPARE_AND_SET, type Swap } from "@tidemark/checkpoint/internal";
import { freezeDeep } from "@tidemark/core-state/internal";
import { stateManagerErrors } from "../kernel/errors.ts";
import { postgresSwap } from "./postgres-swap.graph.ts";
import { userNamespace } from "./user-key.ts";
import { deletedRecord, emptyRecord, etagOf, itemOf, readRecord, type UserRecord } from "./user-record.ts";

/** Key of the item with the values of a user. */
const ITEM = "values";

/** Each lost attempt means that another writer was successful, so this many are lost only in a defect. */
const MAX_ATTEMPTS = 1_000;

/** The store of a graph. LangGraph wraps it for the nodes of a run. */
function innerStore(store: BaseStore): BaseStore {
  const inner: unknown = Reflect.get(store, "lg_name") === "AsyncBatchedStore" ? Reflect.get(store, "store") : null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- LangGraph's wrapper contains the store that it was created with
  return typeof inner === "object" && inner !== null ? (inner as BaseStore) : store;
}

/** Reads the values of a user. */
export async function readUser(store: BaseStore, user: string): Promise<UserRecord> {
  const item = await innerStore(store).get(userNamespace(user), ITEM);
  return readRecord(user, item?.value);
}

/** Deletes all values of a user, and leaves a mark. Values that cannot be read are deleted as well. */
export async function deleteUser(store: BaseStore, user: string): Promise<void> {
  try {
    await changeUser({ store, locks: null }, user, (record) => ({ record: deletedRecord(record) }));
  } catch (error) {
    if (!stateManagerErrors.invalidUserRecord.is(error)) throw error;
    const inner = innerStore(store);
    const item = await inner.get(userNamespace(user), ITEM);
    const unreadable = { ...emptyRecord, id: JSON.stringify(item?.value ?? null) };
    await inner.put(userNamespace(user), ITEM, freezeDeep({ ...itemOf(deletedRecord(unreadable)) }), false);
  }
}

/**
 * Changes the values of a user: `decide` receives the newest ones, and is called again when they have changed meanwhile.
 *
 * On Tidemark's and LangGraph's SQLite and Postgres stores the comparison and the write are one statement or transaction, so no change of
 * another process is lost. An `InMemoryStore` has one process. On any other store, `locks` let one process at a time change a user; a
 * process that is paused between its check of the lease and its write can overwrite a later change.
 */
export async function changeUser<Result extends { readonly record: UserRecord }>(
  { store, locks }: { readonly store: BaseStore; readonly locks: ThreadLocks | null },
  user: string,
  decide: (record: UserRecord) => Result,
): Promise<Result> {
  const inner = innerStore(store);
  return alone(inner, user, async () => {
    const swap = swapOf(inner);
    if (swap !== null) return swapping(inner, { user, swap }, decide);
    if (inner instanceof InMemoryStore || locks === null) return writing(inner, user, { decide, holds: null });
    return leased(locks, user, (holds) => writing(inner, user, { decide, holds }));
  });
}

type Decide<Result> = (record: UserRecord) => Result;

async function swapping<Result extends { readonly record: UserRecord }>(
  store: BaseStore,
  { user, swap }: { readonly user: string; readonly swap: Swap },
  decide: Decide<Result>,
): Promise<Result> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const before = await readUser(store, user);
    const result = decide(before);
    const place = { namespace: userNamespace(user), key: ITEM };
    if (result.record.revision === before.revision) return result;
    if (await swap({ ...place, etag: etagOf(before), value: itemOf(result.record) })) return result;
  }
  throw stateManagerErrors.userContended({ user, attempts: MAX_ATTEMPTS });
}

async function writing<Result extends { readonly record: UserRecord }>(
  store: BaseStore,
  user: string,
  { decide, holds }: { readonly decide: Decide<Result>; readonly holds: (() => Promise<boolean>) | null },
): Promise<Result> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const before = await readUser(store, user);
    const result = decide(before);
    if (result.record.revision === before.revision) return result;
    if (holds !== null && !(await holds())) break;
    // Frozen, because an InMemoryStore returns the object itself.
    await store.put(userNamespace(user), ITEM, freezeDeep({ ...itemOf(result.record) }), false);
    return result;
  }
  throw stateManagerErrors.userContended({ user, attempts: 1 });
}

async function leased<Result>(
  locks: ThreadLocks,
  user: string,
  work: (holds: () => Promise<boolean>) => Promise<Result>,
): Promise<Result> {
  const acquisition = await locks.acquire(`tidemark:user:${user}`);
  if (acquisition.outcome !== "acquired") throw stateManagerErrors.userContended({ user, attempts: 1 });
  const { lease } = acquisition;
  try {
    return await work(() => lease.holds());
  } finally {
    await lease.release();
  }
}

/** Compares and writes in one step, for the stores that can. */
function swapOf(store: BaseStore): Swap | null {
  const own: unknown = Reflect.get(store, COMPARE_AND_SET);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the symbol belongs to Tidemark's stores
  if (typeof own === "function") return own.bind(store) as Swap;
  return postgresSwap(store);
}

/** Last change of each user of a store in this process. */
const queues = new WeakMap<BaseStore, Map<string, Promise<unknown>>>();

/** Runs the changes of one user one after the other in this process, so that they do not compete. */
async function alone<Result>(store: BaseStore, user: string, work: () => Promise<Result>): Promise<Result> {
  const queue = queues.get(store) ?? new Map<string, Promise<unknown>>();
  queues.set(store, queue);
  const before = queue.get(user) ?? Promise.resolve();
  const run = before.then(work, work);
  queue.set(user, run);
  try {
    return await run;
  } finally {
    if (queue.get(user) === run) queue.delete(user);
  }
}
