import type { RunnableConfig } from "@langchain/core/runnables";
import type { StateSnapshot } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { freezeDeep } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { stateManagerErrors } from "../kernel/errors.ts";
import type { AcquireOptions } from "@tidemark/checkpoint/internal";
import type { Lease, ThreadLocks } from "@tidemark/checkpoint";
import type { PendingInterrupt, SessionRefusal } from "../turns/turn-result.ts";
import { FencedSaver } from "./fenced-saver.graph.ts";
import { openInterrupts } from "./open-interrupts.graph.ts";
import type { SessionGraph } from "./session-contract.graph.ts";
import { newestTuple } from "../savers/thread-saver.graph.ts";

/** A thread of a graph: what it is read through, and who keeps others off it. */
export interface GraphThread {
  readonly graph: SessionGraph;
  readonly threadId: string;
  readonly saver: BaseCheckpointSaver;
  readonly locks: ThreadLocks;
  /** Who speaks. */
  readonly userId?: string;
}

/** A thread that nobody else writes to, as long as the lease lasts. */
export interface HeldThread {
  readonly lease: Lease;
  /** Writes under the lease only. */
  readonly saver: FencedSaver;
  /** Makes the graph use that saver. */
  readonly config: RunnableConfig;
  /** Aborted when the lease is lost or the caller gives up. */
  readonly stopping: AbortSignal;
}

/** Makes a graph read and write a thread through a saver of the caller's. */
export const configOn = (
  { threadId, userId }: Pick<GraphThread, "threadId" | "userId">,
  saver: BaseCheckpointSaver,
): RunnableConfig => ({
  configurable: { thread_id: threadId, ...(userId !== undefined && { user_id: userId }), __pregel_checkpointer: saver },
});

/** What the graph shows of a thread: with the writes of finished nodes that no checkpoint holds yet. */
const snapshotOf = (thread: GraphThread): Promise<StateSnapshot> =>
  thread.graph.getState(configOn(thread, thread.saver));

/** The values of a snapshot, frozen to the bottom. */
export function frozenValues({ values }: StateSnapshot): Readonly<Record<string, unknown>> {
  const found: unknown = values;
  return freezeDeep({ ...(isPlainRecord(found) ? found : {}) });
}

/** The values as they are stored, frozen; null before the first turn. */
export async function storedValues(thread: GraphThread): Promise<Readonly<Record<string, unknown>> | null> {
  const { graph, saver, threadId } = thread;
  const tuple = await newestTuple(saver, threadId);
  if (tuple === undefined) return null;
  const { configurable } = configOn(thread, saver);
  // With a checkpoint in the config the host shows that checkpoint, without what is only pending.
  const place = { ...configurable, checkpoint_ns: "", checkpoint_id: tuple.checkpoint.id };
  return frozenValues(await graph.getState({ configurable: place }));
}

/** The questions of a thread that wait for an answer. */
export const interruptsOf = async (thread: GraphThread): Promise<readonly PendingInterrupt[]> =>
  openInterrupts(thread.saver, thread.threadId, await snapshotOf(thread));

/** Runs with the thread to itself, or says what kept it from doing so. */
export async function holdThread<Result>(
  thread: GraphThread,
  options: AcquireOptions,
  run: (held: HeldThread) => Promise<Result>,
): Promise<Result | SessionRefusal> {
  const held = await take(thread, options);
  if ("outcome" in held) return held;
  try {
    return await run(held);
  } catch (error) {
    return refusalOf(error, held, options);
  } finally {
    await release(held.lease);
  }
}

/** The same for a run that tells how far it is; a caller that stops listening gives the thread back. */
export async function* holdThreadWhile<Result>(
  thread: GraphThread,
  options: AcquireOptions,
  run: (held: HeldThread) => AsyncGenerator<unknown, Result>,
): AsyncGenerator<unknown, Result | SessionRefusal> {
  const held = await take(thread, options);
  if ("outcome" in held) return held;
  try {
    return yield* run(held);
  } catch (error) {
    return refusalOf(error, held, options);
  } finally {
    await release(held.lease);
  }
}

/**
 * Releases a lease and never throws: what was stored under it is stored.
 *
 * Locks of an application may fail to release; their lease then runs out.
 */
export async function release(lease: Lease): Promise<void> {
  try {
    await lease.release();
  } catch {
    // The result of the work must reach the caller.
  }
}

async function take(
  thread: GraphThread,
  { signal, onBusy = "wait" }: AcquireOptions,
): Promise<HeldThread | SessionRefusal> {
  const { locks, threadId } = thread;
  const acquisition = await locks.acquire(threadId, { onBusy, ...(signal && { signal }) });
  if (acquisition.outcome !== "acquired") return { outcome: acquisition.outcome, threadId };
  const { lease } = acquisition;
  const saver = new FencedSaver(thread.saver, lease);
  const stopping = AbortSignal.any([lease.signal, ...(signal ? [signal] : [])]);
  return { lease, saver, config: configOn(thread, saver), stopping };
}

/** What an error means to the caller; one that a node threw is thrown on. */
function refusalOf(error: unknown, { lease }: HeldThread, { signal }: AcquireOptions): SessionRefusal {
  const { threadId, token } = lease;
  if (stateManagerErrors.superseded.is(error)) return { outcome: "superseded", ...error.details, stored: false };
  if (stateManagerErrors.fenced.is(error) || lease.signal.aborted) {
    return { outcome: "fenced", threadId, token, stored: false };
  }
  if (signal?.aborted === true) return { outcome: "aborted", threadId };
  throw error;
}
