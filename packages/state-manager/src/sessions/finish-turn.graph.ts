import { END } from "@langchain/langgraph";
import { withAnswerers } from "../kernel/answerers.graph.ts";
import { removeUnfinished } from "../savers/thread-saver.graph.ts";
import type { PreviousTurn, SessionRefusal } from "../turns/turn-result.ts";
import { callsOfNewestTurn, type TurnCalls } from "./call-keys.graph.ts";
import { type GraphThread, isOfStorage, type LeasedThread } from "./leased-thread.graph.ts";
import type { TurnOptions } from "./session-contract.graph.ts";
import { stepLimitOr } from "./step-limit.ts";
import {
  afterRun,
  answerersAt,
  continuing,
  missingNodes,
  type Position,
  readPosition,
  unfinishedAt,
} from "./turn-position.graph.ts";

/**
 * Finishes or ends an unfinished turn before a new one starts. Returns the turn, null for none, or the reason why the new one cannot start.
 *
 * A question that the user has seen ends with the next message. One that is asked only now does not, so the message has to wait for it.
 */
export async function beforeNewTurn(thread: GraphThread, leased: LeasedThread, options: TurnOptions): Promise<Before> {
  const { saver, config } = leased;
  const { unfinished = "finish" } = options;
  const position = await readPosition(thread);
  const { tuple, isAtEnd, hasPendingWrites, interrupts } = position;
  if (tuple === undefined) {
    await removeUnfinished(saver, thread.threadId);
    return { previous: null };
  }
  if (!isAtEnd && unfinished === "refuse") return { refusal: unfinishedAt(position) };
  if (!isAtEnd && unfinished !== "end") return finishTurn(thread, leased, { position, options });
  const { idempotencyKey: key } = options;
  if (isAtEnd) {
    await keepFinished(thread, { config, hasPendingWrites });
    // The process of an earlier call with this key can have ended between the two turns.
    const { previous: found } = interrupts.length > 0 || key === undefined ? NO_CALLS : await callsOfNewestTurn(thread);
    return { previous: found?.key === key ? (found?.turn ?? null) : null };
  }
  const { turnId, nodes } = unfinishedAt(position);
  const previous = { outcome: "ended", turnId, nodes } as const;
  saver.calls = withPrevious(NO_CALLS, key, previous);
  await keepFinished(thread, { config, hasPendingWrites });
  return { previous };
}

const NO_CALLS: TurnCalls = { keys: [], previous: null };

/** Calls of a turn, and what the call with a key has found. */
export const withPrevious = (calls: TurnCalls, key: string | undefined, turn: PreviousTurn | null): TurnCalls =>
  key === undefined || turn === null ? calls : { ...calls, previous: { key, turn } };

type Before = { readonly previous: PreviousTurn | null } | { readonly refusal: SessionRefusal };

/** Runs an unfinished turn to its end. */
async function finishTurn(
  thread: GraphThread,
  { saver, config, stopping }: LeasedThread,
  { position, options }: { readonly position: Position; readonly options: TurnOptions },
): Promise<Before> {
  const { graph } = thread;
  const missing = missingNodes(thread, position.tuple);
  if (missing !== null) return { refusal: missing };
  // The checkpoints still belong to the calls that ran the turn.
  const { turnId } = unfinishedAt(position);
  const previous = { outcome: "finished", turnId, nodes: position.nodes } as const;
  saver.calls = withPrevious(await callsOfNewestTurn(thread), options.idempotencyKey, previous);
  const store = options.config?.store ?? thread.store;
  try {
    const run = await graph.stream(continuing(position), {
      ...options.config,
      ...withAnswerers(config, answerersAt(position)),
      ...(store !== undefined && { store }),
      durability: "sync",
      streamMode: "values",
      signal: stopping,
    });
    for await (const _ of run);
  } catch (error) {
    if (stopping.aborted || isOfStorage(error)) throw error;
    return {
      refusal: { ...unfinishedAt(await readPosition(thread)), error: stepLimitOr(error, thread.threadId) },
    };
  }
  const after = await afterRun(thread, { saver });
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
