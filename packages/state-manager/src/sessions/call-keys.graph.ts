import type {
  BaseCheckpointSaver,
  CheckpointMetadata,
  CheckpointPendingWrite,
  CheckpointTuple,
  PendingWrite,
} from "@langchain/langgraph-checkpoint";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { z } from "zod";
import type { PreviousTurn } from "../turns/turn-result.ts";

// Stored data contains these names, so they never change.

/** Metadata key with the keys of the calls that ran the turn of a checkpoint, oldest first. */
const CALLS = "tidemark_calls";

/** Metadata key with the id of the checkpoint that {@link CALLS} belongs to: LangGraph copies metadata to other checkpoints. */
const CALLS_OF = "tidemark_calls_of";

/** Metadata key with the unfinished turn that the call with a key has found, for its repetitions. */
const PREVIOUS = "tidemark_previous";

/** Channel of a pending write with the keys of the calls that answered an interrupt. No checkpoint has them until a node finishes. */
const ANSWERED_BY = "__tidemark_calls__";

/** Maximum number of keys of one turn. The first one is always kept: without it, a repeated message would be sent twice. */
const MAX_CALLS = 32;

/** What a call with a key has found before its own turn began. */
export interface KeyedPrevious {
  readonly key: string;
  readonly turn: PreviousTurn;
}

/** Calls that ran a turn. */
export interface TurnCalls {
  /** Their keys, oldest first. */
  readonly keys: readonly string[];
  readonly previous: KeyedPrevious | null;
}

/** Metadata of a checkpoint of a turn that these calls ran. */
export function callMarks({ keys, previous }: TurnCalls, checkpointId: string): Readonly<Record<string, unknown>> {
  if (keys.length === 0 && previous === null) return {};
  return { [CALLS]: keys, [CALLS_OF]: checkpointId, ...(previous !== null && { [PREVIOUS]: previous }) };
}

const Previous = z.object({
  key: z.string(),
  turn: z.object({
    outcome: z.enum(["finished", "ended"]),
    turnId: z.string().nullable(),
    nodes: z.array(z.string()).readonly(),
  }),
});

/** Calls that ran the turn of a checkpoint. Empty if they belong to another checkpoint. */
function callsOf({ checkpoint, metadata }: CheckpointTuple): TurnCalls {
  const marks: CheckpointMetadata & Readonly<Record<string, unknown>> = {
    source: "loop",
    step: 0,
    parents: {},
    ...metadata,
  };
  const keys = marks[CALLS];
  if (marks[CALLS_OF] !== checkpoint.id || !Array.isArray(keys)) return NO_CALLS;
  const { success, data } = Previous.safeParse(marks[PREVIOUS]);
  return { keys: keys.filter((key: unknown) => typeof key === "string"), previous: success ? data : null };
}

/** Pending write next to the answer of an interrupt, by a call with these keys. */
export const callWrite = (keys: readonly string[]): PendingWrite => [ANSWERED_BY, keys];

/** True for a pending write of {@link callWrite}. */
export const isCallWrite = ([, channel]: CheckpointPendingWrite): boolean => channel === ANSWERED_BY;

/** Metadata without {@link callMarks}: a call that ran elsewhere has not run here. */
export function withoutCallMarks(metadata: CheckpointMetadata): CheckpointMetadata {
  const rest = { ...metadata };
  for (const name of [CALLS, CALLS_OF, PREVIOUS]) Reflect.deleteProperty(rest, name);
  return rest;
}

/** Keys of the calls that answered interrupts of a checkpoint. */
const answerKeysOf = ({ pendingWrites = [] }: CheckpointTuple): readonly string[] =>
  pendingWrites
    .filter(([, channel]) => channel === ANSWERED_BY)
    .flatMap(([, , keys]): unknown[] => (Array.isArray(keys) ? keys : []))
    .filter((key: unknown) => typeof key === "string");

/** Calls of a turn that ran without a key. */
export const NO_CALLS: TurnCalls = { keys: [], previous: null };

/** Returns the calls that ran the newest turn of a thread, whose newest checkpoint is given. Edits after the turn are skipped. */
export async function callsOfNewestTurn(
  { saver, threadId }: { readonly saver: BaseCheckpointSaver; readonly threadId: string },
  newest: CheckpointTuple | undefined,
): Promise<TurnCalls> {
  const calls = newest === undefined ? NO_CALLS : callsAt(newest);
  if (calls !== null) return calls;
  for await (const tuple of saver.list({ configurable: { thread_id: threadId, checkpoint_ns: "" } })) {
    const earlier = callsAt(tuple);
    if (earlier !== null) return earlier;
  }
  return NO_CALLS;
}

/** Calls that ran the turn of a checkpoint; null for an edit. */
function callsAt(tuple: CheckpointTuple): TurnCalls | null {
  const { keys: ran, previous } = callsOf(tuple);
  const keys = [...new Set([...ran, ...answerKeysOf(tuple)])];
  const isEdit = isPlainRecord(tuple.metadata) && tuple.metadata["source"] === "update";
  return keys.length === 0 && previous === null && isEdit ? null : { keys, previous };
}

/** Keys of a turn after another call has joined it. */
export function withCall(keys: readonly string[], key: string | undefined): readonly string[] {
  if (key === undefined || keys.includes(key)) return keys;
  return [...keys.slice(0, 1), ...[...keys.slice(1), key].slice(1 - MAX_CALLS)];
}
