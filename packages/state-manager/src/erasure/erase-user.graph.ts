import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { requireKnownOptions } from "@tidemark/core-state/internal";
import { stateManagerErrors } from "../kernel/errors.ts";
import type { Ids } from "../kernel/clock.ts";
import { innermost } from "../savers/wrapped-saver.graph.ts";
import { writeEdit } from "../savers/thread-saver.graph.ts";
import { endTurn } from "../sessions/finish-turn.graph.ts";
import { type GraphThread, inboxOf, withLease } from "../sessions/leased-thread.graph.ts";
import { frozenValues, readPosition } from "../sessions/thread-position.graph.ts";
import { userKey } from "../users/user-key.ts";
import { USER } from "../users/user-mark.ts";
import { deleteUser, readUser } from "../users/user-store.graph.ts";
import { countsOf, type ErasureMark, readMark, writeMark } from "../users/erasure-mark.graph.ts";
import { type Erased, peopleOf, withoutPart } from "./parts-of-user.graph.ts";
import { type ErasureReceipt, type KeptData, noCounts, receiptOf } from "../users/erasure-receipt.ts";

/** Options of `erase`. */
export interface EraseOptions {
  /** Counts and removes nothing. Defaults to false. */
  readonly dryRun?: boolean;
  /** Further threads with a part of the person, such as those that ran without a session. Defaults to none. */
  readonly threads?: readonly string[];
  /** Namespaces of the store with items of the person, such as `["memories", "ann"]`. Defaults to none. */
  readonly items?: readonly (readonly string[])[];
  /** Paths of the files of `traceToFile`. The spans of all threads of the person are removed. Defaults to none. */
  readonly traces?: readonly string[];
}

/** An application whose data is searched for a person. */
export interface ErasedApp extends Omit<GraphThread, "threadId" | "userId"> {
  readonly store: BaseStore;
  readonly ids: Ids;
  /** Removes the spans of threads from files of traces, or counts them. */
  readonly eraseSpans: (paths: readonly string[], threads: ReadonlySet<string>, dryRun: boolean) => Promise<number>;
}

/**
 * Erases a person: their threads, user values and named items of the store; their part of threads that others share.
 *
 * What was found is stored before anything is removed, so the next call goes on where a killed process stopped, and returns the same counts.
 */
export async function eraseUser(app: ErasedApp, userId: string, options: EraseOptions = {}): Promise<ErasureReceipt> {
  requireKnownOptions("erase", options, { dryRun: true, threads: true, items: true, traces: true });
  const user = userKey(userId);
  const { dryRun = false } = options;
  if (dryRun) {
    const mark = await findAll(app, { userId, user }, options);
    return receiptOf({ person: mark.person, at: mark.at, dryRun, erased: countsOf(mark), kept: KEPT });
  }
  const acquisition = await app.locks.acquire(`tidemark:erasure:${user}`);
  if (acquisition.outcome !== "acquired") throw stateManagerErrors.userContended({ user, attempts: 1 });
  try {
    return await eraseAlone(app, { userId, user }, options);
  } finally {
    await acquisition.lease.release();
  }
}

async function eraseAlone(
  app: ErasedApp,
  { userId, user }: Omit<Erased, "person">,
  options: EraseOptions,
): Promise<ErasureReceipt> {
  const known = await readMark(app.store, user);
  let mark = known?.isOpen === true ? known : await findAll(app, { userId, user }, options);
  const isNew = known?.isOpen !== true;
  if (isNew && Object.values(mark.counts).every((count) => count === 0))
    return receiptOf({
      person: known?.person ?? mark.person,
      at: mark.at,
      dryRun: false,
      erased: countsOf(mark),
      kept: KEPT,
    });
  const erased = { userId, user, person: mark.person };
  const kept: KeptData[] = [...KEPT];
  if (isNew) await writeMark(app.store, user, mark);
  await deleteUser(app.store, user);
  for (const threadId of mark.threads) await deleteThread({ ...app, threadId });
  for (const threadId of mark.shared) kept.push(...(await eraseFrom({ ...app, threadId }, erased)));
  for (const namespace of options.items ?? []) await deleteItems(app.store, namespace);
  await app.eraseSpans(options.traces ?? [], new Set([...mark.threads, ...mark.shared]), false);
  const saver = innermost(app.saver);
  if (hasVacuum(saver)) await saver.vacuum();
  mark = { ...mark, isOpen: false };
  await writeMark(app.store, user, mark);
  return receiptOf({ person: mark.person, at: mark.at, dryRun: false, erased: countsOf(mark), kept });
}

const newMark = ({ clock, ids }: ErasedApp): ErasureMark => ({
  at: clock.now(),
  person: `person-${ids.next()}`,
  threads: [],
  shared: [],
  counts: noCounts(),
  isOpen: true,
});

/** What stays of every person. */
const KEPT: readonly KeptData[] = [
  {
    what: "a digest of the id of the user, the time of the erasure, and a mark under the id of the user",
    why: "Nothing that is older may be imported or stored.",
    until: null,
  },
  {
    what: "ids of threads in the table of leases",
    why: "A process that lost its lease may still try to write.",
    until: null,
  },
];

/** Finds what belongs to a user. */
async function findAll(app: ErasedApp, erased: Omit<Erased, "person">, options: EraseOptions): Promise<ErasureMark> {
  const { user } = erased;
  const mark = newMark(app);
  const counts = noCounts();
  const named = new Set(options.threads ?? []);
  const ids = new Set(named);
  for await (const { config } of app.saver.list({ configurable: {} }, { filter: { [USER]: user } })) {
    const id: unknown = config.configurable?.["thread_id"];
    if (typeof id === "string") ids.add(id);
  }
  const [threads, shared]: [string[], string[]] = [[], []];
  for (const threadId of ids) {
    const people = await peopleOf(app.saver, threadId, erased);
    if (people.checkpoints === 0 || !(people.isOfUser || (named.has(threadId) && !people.isShared))) continue;
    if (people.isShared) {
      shared.push(threadId);
      counts.sharedThreads += 1;
      continue;
    }
    threads.push(threadId);
    counts.threads += 1;
    counts.checkpoints += people.checkpoints;
    counts.storeItems += (await inboxOf({ ...app, threadId })?.list())?.length ?? 0;
  }
  counts.userFields = await countFields(app.store, user);
  for (const namespace of options.items ?? [])
    for await (const _ of itemsIn(app.store, namespace)) counts.storeItems += 1;
  counts.traceSpans = await app.eraseSpans(options.traces ?? [], new Set([...threads, ...shared]), true);
  return { ...mark, threads, shared, counts };
}

async function countFields(store: BaseStore, user: string): Promise<number> {
  try {
    return Object.keys((await readUser(store, user)).fields).length;
  } catch (error) {
    // What cannot be read is erased as well.
    if (stateManagerErrors.invalidUserRecord.is(error)) return 1;
    throw error;
  }
}

async function deleteThread(thread: GraphThread): Promise<void> {
  const result = await withLease(thread, {}, async (leased) => {
    const inbox = inboxOf(thread);
    await inbox?.remove((await inbox.list()).map(({ id }) => id));
    await leased.saver.deleteThread(thread.threadId);
    return null;
  });
  if (result !== null)
    throw stateManagerErrors.fenced({
      threadId: thread.threadId,
      token: result.outcome === "fenced" ? result.token : 0,
    });
}

/** Removes the part of a person from a thread that others share, with its history. Returns what had to stay. */
async function eraseFrom(thread: GraphThread, erased: Erased): Promise<readonly KeptData[]> {
  const { threadId, saver, state, clock } = thread;
  const people = await peopleOf(saver, threadId, erased);
  if (!people.isOfUser) return [];
  if (people.endsWithUser) await endTurn(thread, {});
  const inner = innermost(saver);
  if (!hasPrune(inner)) return [staying(threadId, "The saver cannot remove old checkpoints.")];
  const result = await withLease(thread, {}, async (leased): Promise<{ readonly kept: readonly KeptData[] }> => {
    const { snapshot, interrupts, isAtEnd } = await readPosition(thread, leased.saver);
    if (!isAtEnd || interrupts.length > 0)
      return { kept: [staying(threadId, "A turn of another person is not finished. Erase again when it is.")] };
    const values = await withoutPart({ saver, state, threadId }, frozenValues(snapshot), erased);
    await writeEdit(leased.saver, threadId, { values, clock });
    await inner.prune(threadId, { keepLast: 1 });
    return { kept: [] };
  });
  if ("outcome" in result)
    throw stateManagerErrors.fenced({ threadId, token: result.outcome === "fenced" ? result.token : 0 });
  return result.kept;
}

const staying = (threadId: string, why: string): KeptData => ({
  what: `the part in thread "${threadId}"`,
  why,
  until: null,
});

const hasVacuum = (saver: object): saver is { vacuum(): Promise<void> } => "vacuum" in saver;

const hasPrune = (
  saver: object,
): saver is { prune(id: string, policy: { readonly keepLast: number }): Promise<number> } => "prune" in saver;

/** Number of items that are read at once. */
const PAGE = 100;

async function* itemsIn(store: BaseStore, namespace: readonly string[]) {
  for (let offset = 0; ; offset += PAGE) {
    const found = await store.search([...namespace], { limit: PAGE, offset });
    yield* found;
    if (found.length < PAGE) return;
  }
}

async function deleteItems(store: BaseStore, namespace: readonly string[]): Promise<void> {
  for (;;) {
    const found = await store.search([...namespace], { limit: PAGE });
    for (const item of found) await store.delete(item.namespace, item.key);
    if (found.length < PAGE) return;
  }
}
