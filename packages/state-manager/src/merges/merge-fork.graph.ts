import type { RunnableConfig } from "@langchain/core/runnables";
import type { StateSnapshot } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { isFrameworkField } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { getMessages } from "../kernel/conversation.ts";
import { stateManagerErrors } from "../kernel/errors.ts";
import type { Values } from "../kernel/values.ts";
import { blameHistory, type WithHistory } from "../ownership/blame-history.graph.ts";
import type { Blame } from "../ownership/blame.ts";
import { userUpdatesOf } from "../users/stored-values.ts";
import { userKey } from "../users/user-key.ts";
import { branchNote, effectsIn, noteMessage } from "./branch-note.graph.ts";
import { commonStep, type ThreadHead } from "./common-step.graph.ts";
import { type MergeSource, undecidedIn, withConflicts, withMerged } from "./merge-conflicts.ts";
import { type MergedFields, type MergedValues, mergeFields } from "./merge-fields.ts";
import { mergeMarks } from "./merge-mark.graph.ts";
import type { Merged } from "./merge-result.ts";

/** A thread with its values. */
export interface ThreadSide extends ThreadHead {
  readonly values: Values;
}

/** Threads to merge, and how. */
export interface ForkMerge extends Omit<MergeSource, "fork" | "mergedId" | "threadId"> {
  readonly graph: WithHistory & { getState(config: RunnableConfig): Promise<StateSnapshot> };
  readonly saver: BaseCheckpointSaver;
  /** Config that reads a thread of the graph. */
  readonly configOf: (threadId: string) => RunnableConfig;
  readonly thread: ThreadSide;
  readonly fork: ThreadSide;
  /** True if turns of the person who merges count as turns of either user. */
  readonly mergesOwnForks: boolean;
  /** Message in place of those of the fork. Defaults to a note with its newest messages. */
  readonly summary?: string | undefined;
}

/** What a merge writes, and its result without the state. */
export interface Merge {
  /** Changed values; empty if there is nothing new. */
  readonly changed: Values;
  /** Metadata of the checkpoint that is written. */
  readonly marks: (checkpointId: string) => Readonly<Record<string, unknown>>;
  readonly result: Omit<Merged, "state">;
}

/**
 * Merges a fork into a thread by its fields, and returns what is to be written.
 *
 * Throws `state-manager/noCommonStep` for threads of which neither is a fork of the other, and `state-manager/otherUser` for one of another user.
 */
export async function mergeFork(merge: ForkMerge): Promise<Merge> {
  const { state, saver, graph, configOf, thread, fork, summary } = merge;
  requireSameUser(merge);
  const { at, isOnly, brought, since } = await commonStep(saver, thread, fork);
  const place = { ...configOf(at.threadId).configurable, checkpoint_ns: "", checkpoint_id: at.checkpointId };
  const found: unknown = (await graph.getState({ configurable: place })).values;
  const sides: MergedValues = { base: isPlainRecord(found) ? found : {}, ours: thread.values, theirs: fork.values };
  const fields = await byOwners(merge, mergeFields(state, sides, { canCombine: isOnly }));
  const effects = effectsIn(since, sides.base, sides.theirs);
  const report = { ...sides, fork: fork.threadId, effects, ...(summary !== undefined && { summary }) };
  const note = state.fields["messages"]?.holds === "messages" && since.length > 0 ? branchNote(report) : null;
  const messages = note === null ? [] : [...getMessages(sides.ours), noteMessage(note, fork.checkpointId)];
  const written = { ...fields.taken, ...fields.combined, ...(note !== null && { messages }) };
  const source = { ...merge, fork: fork.threadId, mergedId: fork.checkpointId, threadId: thread.threadId };
  const decided = withConflicts(source, withMerged(source, sides.ours, written), { ...fields, sides });
  // How the work of a fork was recorded is merged too, and tells its reader nothing.
  const isOfApplication = (field: string): boolean => {
    const declared = state.fields[field];
    return declared === undefined || !isFrameworkField(declared);
  };
  const changed = Object.entries(decided.values).filter(([name, value]) => value !== sides.ours[name]);
  return {
    changed: Object.fromEntries(changed),
    marks: (checkpointId) => mergeMarks(brought, checkpointId),
    result: {
      outcome: "merged",
      taken: Object.keys(fields.taken).filter(isOfApplication),
      combined: [...Object.keys(fields.combined), ...decided.combined].filter(isOfApplication),
      proposed: decided.proposed,
      left: [...fields.left, ...decided.left, ...undecidedIn(sides)],
      effects,
      note,
    },
  };
}

/** Decides the conflicts in which an owner has written its field on one side only: that side counts. */
async function byOwners(
  { state, graph, configOf, thread, fork }: ForkMerge,
  fields: MergedFields,
): Promise<MergedFields> {
  const taken: Record<string, unknown> = { ...fields.taken };
  const left = [...fields.left];
  const conflicts: string[] = [];
  for (const field of fields.conflicts) {
    const isOwned = ![state.fields[field]?.owner].flat().includes("any");
    const writers = isOwned
      ? await Promise.all([thread, fork].map(({ threadId }) => blameHistory(graph, configOf(threadId), field)))
      : [];
    const [ours, theirs] = writers.map(isOfOwner);
    if (ours === false && theirs === true) taken[field] = fork.values[field];
    else if (ours === true && theirs === false) left.push({ field, reason: "owner" });
    else conflicts.push(field);
  }
  return { ...fields, taken, left, conflicts };
}

/** True for a write of an owner, false for one that somebody else has proposed or sent, and null if nobody knows. */
function isOfOwner({ outcome }: Blame): boolean | null {
  if (outcome === "node" || outcome === "edit" || outcome === "approved") return true;
  return outcome === "proposal" || outcome === "input" ? false : null;
}

/** Throws `state-manager/otherUser` unless both threads are of the person who merges, as far as it is known whose they are. */
function requireSameUser({ thread, fork, userId, mergesOwnForks }: ForkMerge): void {
  const person = userId === undefined ? null : userKey(userId);
  const users = new Set([person, userIn(thread.values), userIn(fork.values)]);
  users.delete(null);
  if (mergesOwnForks) users.delete(person);
  if (users.size <= 1) return;
  throw stateManagerErrors.otherUser({ threadId: thread.threadId, fork: fork.threadId });
}

/** Key of the user of the newest turn; null if it is not recorded. */
function userIn(values: Values): string | null {
  const { runtime_user_id: userId } = values;
  if (typeof userId === "string" && userId !== "") return userKey(userId);
  return userUpdatesOf(values)?.user || null;
}
