import type { PendingWrite } from "@langchain/langgraph-checkpoint";
import { traceMarks, traceWrite } from "../traces/trace-link.ts";
import { userKey } from "../users/user-key.ts";
import { userMarks } from "../users/user-mark.ts";
import { begunMarks, senderMarks } from "./begun-mark.ts";
import { callMarks, callWrite, NO_CALLS, type TurnCalls } from "./call-keys.graph.ts";
import type { TurnTrace } from "./turn-trace.graph.ts";

/** Run of a turn by a call of a session. The saver of the turn stores it beside the checkpoints and answers of the turn. */
export interface TurnRun {
  /** Calls that run the turn, which each checkpoint of the turn contains. */
  calls: TurnCalls;
  /** Trace of the turn; null for a turn that nobody observes. */
  trace: TurnTrace | null;
  /** User of the session; null for a caller without a user, and undefined for a run that nobody has begun with a message. */
  readonly sender?: string | null;
  /** Time at which a run began that continues a turn, until its first checkpoint is stored; null for any other run. */
  begun: string | null;
  /** Ids of the interrupts whose answers are stored, so that LangGraph need not store them again. */
  readonly answered: Set<string>;
}

export const newRun = (sender?: string | null): TurnRun => ({
  calls: NO_CALLS,
  trace: null,
  begun: null,
  answered: new Set(),
  ...(sender !== undefined && { sender }),
});

interface StoredPlace {
  readonly checkpointId: string;
  readonly isRoot: boolean;
  /** User who sent the message of a turn that has not begun. Undefined in every later checkpoint. */
  readonly sender: string | null | undefined;
}

/** Metadata of a checkpoint that the run stores. */
export const runMarks = (
  { calls, trace, begun, sender: caller }: TurnRun,
  { checkpointId, isRoot, sender }: StoredPlace,
): Readonly<Record<string, unknown>> => ({
  ...callMarks(calls, checkpointId),
  ...traceMarks(trace?.operation ?? null, checkpointId),
  ...begunMarks(isRoot ? begun : null, checkpointId),
  ...userMarks(isRoot && typeof caller === "string" ? userKey(caller) : null, checkpointId),
  ...(isRoot && sender !== undefined && senderMarks(sender, checkpointId)),
});

/** Pending writes next to an answer that the run stores. */
export const writesBesideAnswer = ({ calls, trace }: TurnRun): PendingWrite[] => [
  ...(calls.keys.length === 0 ? [] : [callWrite(calls.keys)]),
  ...(trace === null ? [] : [traceWrite(trace.operation)]),
];
