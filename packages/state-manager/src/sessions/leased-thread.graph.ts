import type { RunnableConfig } from "@langchain/core/runnables";
import type { BaseCheckpointSaver, BaseStore } from "@langchain/langgraph-checkpoint";
import type { StateDeclaration } from "@tidemark/core-state";
import type { Clock } from "../kernel/clock.ts";
import { stateManagerErrors } from "../kernel/errors.ts";
import type { AcquireOptions, Lease } from "@tidemark/checkpoint/internal";
import type { ThreadLocks } from "@tidemark/checkpoint";
import type { SessionRefusal } from "../turns/turn-result.ts";
import type { SessionGraph, TurnOptions } from "./session-contract.graph.ts";
import { stepLimitOr } from "../turns/step-limit.ts";
import { Inbox } from "../steering/inbox.graph.ts";
import { Steering, type SteeringSource } from "../steering/steering.graph.ts";
import { drainControl, isDrained } from "../turns/drain.graph.ts";
import { newRun, type TurnRun } from "./turn-run.graph.ts";
import { TurnSaver } from "./turn-saver.graph.ts";

/** A thread of a graph, with the saver that reads it and the locks that protect it. */
export interface GraphThread {
  readonly graph: SessionGraph;
  readonly threadId: string;
  readonly saver: BaseCheckpointSaver;
  readonly locks: ThreadLocks;
  /** User of the conversation. */
  readonly userId?: string;
  /** Declaration of the state. */
  readonly state: StateDeclaration;
  /** Store of the values of users. Defaults to that of the graph. */
  readonly store?: BaseStore;
  readonly clock: Pick<Clock, "now">;
  /** Aborted when turns have to stop before their next step. Defaults to never. */
  readonly drain?: AbortSignal;
  /** True for a copy in which nothing has run yet. Its unfinished turn may be edited. */
  readonly isNewCopy?: boolean;
  /** Messages for its turns that are known before. Defaults to those that people send. */
  readonly steering?: SteeringSource;
  /** True if the person may merge a fork in which they ran turns of another user's conversation. Defaults to false. */
  readonly mergesOwnForks?: boolean;
}

/**
 * Key of settings that packages of this repository pass to `openSession`.
 *
 * @internal
 */
export const SETTINGS: unique symbol = Symbol("settings");

/** Settings of a session that applications do not have. */
export interface SessionSettings {
  /** True for a copy of a thread in which nothing has run yet. */
  readonly isNewCopy?: boolean;
  /** Messages for running turns that are known before. Defaults to those that people send. */
  readonly steering?: SteeringSource;
  /** True for a person who acts in the threads of others, such as the user of an inspector: turns that they ran themselves may be merged. */
  readonly mergesOwnForks?: boolean;
  /** Values of fields that the type of the state names and the graph does not store. */
  readonly defaults?: () => object;
}

/** A thread that is locked by a lease. */
export interface LeasedThread {
  readonly lease: Lease;
  /** Writes only while the lease is active. */
  readonly saver: TurnSaver;
  /** What the saver stores beside the turn. */
  readonly run: TurnRun;
  /** Messages for the turn that is running; null without a store. */
  readonly steering: Steering | null;
  /** Makes the graph use `saver`, and its agents find `steering`. */
  readonly config: RunnableConfig;
  /** Aborted when the lease is lost or the caller aborts. */
  readonly stopping: AbortSignal;
}

/** Returns a config that makes a graph read and write a thread through the given saver. */
export const configOn = (
  { threadId, userId }: Pick<GraphThread, "threadId" | "userId">,
  saver: BaseCheckpointSaver,
): RunnableConfig => ({
  configurable: { thread_id: threadId, ...(userId !== undefined && { user_id: userId }), __pregel_checkpointer: saver },
});

/** Runs work while the thread is locked, or returns the reason why it could not. */
export async function withLease<Result>(
  thread: GraphThread,
  options: AcquireOptions,
  run: (leased: LeasedThread) => Promise<Result>,
): Promise<Result | SessionRefusal> {
  const leased = await acquire(thread, options);
  if ("outcome" in leased) return leased;
  try {
    return await run(leased);
  } catch (error) {
    return refusalOf(error, leased, options);
  } finally {
    leased.saver.end();
    await release(leased.lease);
  }
}

/** Runs a generator while the thread is locked. A caller that stops iterating releases the lock. */
export async function* streamWithLease<Result>(
  thread: GraphThread,
  options: AcquireOptions,
  run: (leased: LeasedThread) => AsyncGenerator<unknown, Result>,
): AsyncGenerator<unknown, Result | SessionRefusal> {
  const leased = await acquire(thread, options);
  if ("outcome" in leased) return leased;
  try {
    return yield* run(leased);
  } catch (error) {
    return refusalOf(error, leased, options);
  } finally {
    leased.saver.end();
    await release(leased.lease);
  }
}

/**
 * Releases a lease and never throws, because the work under it is already stored.
 *
 * When custom locks fail to release, the lease expires.
 */
export async function release(lease: Lease): Promise<void> {
  try {
    await lease.release();
  } catch {
    // The caller must still get the result of the work.
  }
}

async function acquire(
  thread: GraphThread,
  { signal, onBusy = "wait" }: AcquireOptions,
): Promise<LeasedThread | SessionRefusal> {
  const { locks, threadId, drain } = thread;
  const waiting = [signal, drain].filter((each) => each !== undefined);
  const acquisition = await locks.acquire(threadId, {
    onBusy,
    ...(waiting.length > 0 && { signal: AbortSignal.any(waiting) }),
  });
  if (acquisition.outcome !== "acquired") return { outcome: acquisition.outcome, threadId };
  const { lease } = acquisition;
  const run = newRun(thread.userId ?? null);
  const saver = new TurnSaver(thread.saver, lease, { locks, channels: thread.graph.channels, run });
  const stopping = AbortSignal.any([lease.signal, ...(signal ? [signal] : [])]);
  const inbox = thread.steering ?? inboxOf(thread);
  const steering = inbox === null ? null : new Steering(inbox);
  const { configurable } = configOn(thread, saver);
  return {
    lease,
    saver,
    run,
    steering,
    config: { configurable: { ...configurable, ...steering?.configurable }, ...drainControl(drain) },
    stopping,
  };
}

/** What the locks read of the options of a call. */
export const leaseOptions = ({ onBusy = "wait", signal }: Pick<TurnOptions, "onBusy" | "signal">): AcquireOptions => ({
  onBusy: onBusy === "steer" ? "wait" : onBusy,
  ...(signal !== undefined && { signal }),
});

/** Messages for the running turn of a thread; null without a store. */
export function inboxOf({ graph, store = graph.store, threadId }: GraphThread): Inbox | null {
  return store === undefined ? null : new Inbox(store, threadId);
}

/** Converts an error to an outcome. An error of a node is rethrown, and that of a reached `recursionLimit` as `state-manager/stepLimit`. */
function refusalOf(error: unknown, { lease }: LeasedThread, { signal }: AcquireOptions): SessionRefusal {
  const { threadId, token } = lease;
  if (stateManagerErrors.superseded.is(error)) return { outcome: "superseded", ...error.details, stored: false };
  if (stateManagerErrors.fenced.is(error) || lease.signal.aborted) {
    return { outcome: "fenced", threadId, token, stored: false };
  }
  if (signal?.aborted === true || isDrained(error)) return { outcome: "aborted", threadId };
  throw stepLimitOr(error, threadId);
}

/** True for an error of the storage, the locks or the version of a thread, which says nothing about a node. */
export function isOfStorage(error: unknown): boolean {
  const code: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "code") : null;
  return (
    (typeof code === "string" && code.startsWith("checkpoint/")) ||
    [
      stateManagerErrors.superseded,
      stateManagerErrors.fenced,
      stateManagerErrors.notStored,
      stateManagerErrors.newerVersion,
    ].some((known) => known.is(error))
  );
}
