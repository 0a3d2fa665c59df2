import { END } from "@langchain/langgraph";
import type { AcquireOptions } from "@tidemark/checkpoint/internal";
import { newestTuple } from "../savers/thread-saver.graph.ts";
import { isWait } from "../kernel/pending-interrupt.ts";
import type { PreviousTurn, SessionRefusal } from "../turns/turn-result.ts";
import { callsOfNewestTurn, NO_CALLS, type TurnCalls } from "./call-keys.graph.ts";
import { type GraphThread, isOfStorage, type LeasedThread, withLease } from "./leased-thread.graph.ts";
import { isDrained } from "../turns/drain.graph.ts";
import { lossOf } from "./lost-call.graph.ts";
import type { TurnOptions } from "./session-contract.graph.ts";
import { stepLimitOr } from "../turns/step-limit.ts";
import {
  afterRun,
  answerersAt,
  continuing,
  continuingConfig,
  missingNodes,
  type ThreadPosition,
  readPosition,
  unfinishedAt,
} from "./thread-position.graph.ts";

/**
 * Finishes or ends an unfinished turn before a new one starts. Returns the turn, null for none, or the reason why the new one cannot start.
 *
 * A question that the user has seen ends with the next message. One that is asked only now does not, so the message has to wait for it.
 */
export async function beforeNewTurn(
  thread: GraphThread,
  leased: LeasedThread,
  { position, options }: FoundTurn,
): Promise<Before> {
  const { saver, run, config } = leased;
  const { tuple, isAtEnd, isForeign, hasPendingWrites, interrupts } = position;
  const unfinished = isForeign ? "end" : options.unfinished;
  if (tuple === undefined) {
    if (position.isIncomplete) await saver.deleteThread(thread.threadId);
    return { previous: null };
  }
  if (!isAtEnd && unfinished === "refuse") return { refusal: unfinishedAt(position) };
  if (!isAtEnd && unfinished !== "end") return finishTurn(thread, leased, { position, options });
  const { idempotencyKey: key } = options;
  if (isAtEnd) {
    await keepFinished(thread, { config, hasPendingWrites });
    // The process of an earlier call with this key can have ended between the two turns.
    const isNew = interrupts.length > 0 || key === undefined;
    const { previous: found } = isNew ? NO_CALLS : await callsOfNewestTurn(thread, tuple);
    return { previous: found?.key === key ? (found?.turn ?? null) : null };
  }
  const { turnId, nodes } = unfinishedAt(position);
  const previous = { outcome: "ended", turnId, nodes } as const;
  run.calls = withPrevious(NO_CALLS, key, previous);
  await keepFinished(thread, { config, hasPendingWrites });
  return { previous };
}

/** Ends the unfinished turn of an idle thread, so that no process continues it. */
export const endTurn = (thread: GraphThread, options: AcquireOptions) =>
  withLease(thread, options, async (leased) => {
    const position = await readPosition(thread, leased.saver);
    if (position.tuple === undefined || (position.isAtEnd && !position.interrupts.some(isWait)))
      return { outcome: "nothingToContinue", threadId: thread.threadId } as const;
    leased.saver.startAt(position.tuple);
    // The checkpoint still belongs to the calls that ran the turn.
    leased.run.calls = await callsOfNewestTurn(thread, position.tuple);
    const { turnId, nodes } = unfinishedAt(position);
    await thread.graph.updateState(leased.config, null, END);
    const shownId = (await newestTuple(thread.saver, thread.threadId))?.checkpoint.id ?? null;
    const loss = await lossOf(thread, leased, { shownId, counts: "checkpoint" });
    return loss ?? ({ outcome: "ended", turnId, nodes } as const);
  });

/** Calls of a turn, and what the call with a key has found. */
export const withPrevious = (calls: TurnCalls, key: string | undefined, turn: PreviousTurn | null): TurnCalls =>
  key === undefined || turn === null ? calls : { ...calls, previous: { key, turn } };

/** Where a new turn finds its thread. */
interface FoundTurn {
  readonly position: ThreadPosition;
  readonly options: TurnOptions;
}

type Before = { readonly previous: PreviousTurn | null } | { readonly refusal: SessionRefusal };

/** Runs an unfinished turn to its end. */
async function finishTurn(
  thread: GraphThread,
  leased: LeasedThread,
  { position, options }: FoundTurn,
): Promise<Before> {
  const { graph } = thread;
  const { config, stopping } = leased;
  const missing = missingNodes(thread, position);
  if (missing !== null) return { refusal: missing };
  // The checkpoints still belong to the calls that ran the turn.
  const { turnId } = unfinishedAt(position);
  const previous = { outcome: "finished", turnId, nodes: position.nodes } as const;
  const calls = await callsOfNewestTurn(thread, position.tuple);
  leased.run.calls = withPrevious(calls, options.idempotencyKey, previous);
  const store = options.config?.store ?? thread.store;
  try {
    const run = await graph.stream(continuing(position), {
      ...options.config,
      ...continuingConfig(config, position, answerersAt(position)),
      ...(store !== undefined && { store }),
      durability: "sync",
      streamMode: "values",
      signal: stopping,
    });
    for await (const _ of run);
  } catch (error) {
    if (stopping.aborted || isOfStorage(error) || isDrained(error)) throw error;
    return {
      refusal: { ...unfinishedAt(await readPosition(thread)), error: stepLimitOr(error, thread.threadId) },
    };
  }
  const after = await afterRun(thread, leased);
  const seen = new Set(position.interrupts.map(({ id }) => id));
  const interrupts = after.interrupts.filter(({ id }) => !seen.has(id));
  if (interrupts.length > 0) return { refusal: { ...unfinishedAt(after), interrupts } };
  await keepFinished(thread, { config, hasPendingWrites: after.hasPendingWrites });
  return { previous };
}

/** Stores the writes of finished nodes without running a node. */
async function keepFinished(
  { graph }: GraphThread,
  { config, hasPendingWrites }: Pick<LeasedThread, "config"> & { readonly hasPendingWrites: boolean },
): Promise<void> {
  if (hasPendingWrites) await graph.updateState(config, null, END);
}
