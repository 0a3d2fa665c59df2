import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { stateManagerErrors } from "../kernel/errors.ts";
import { innermost } from "../savers/wrapped-saver.graph.ts";
import { type Ancestry, broughtBy } from "./merge-mark.graph.ts";

/** A thread and its newest checkpoint. */
export interface ThreadHead {
  readonly threadId: string;
  readonly checkpointId: string;
}

/** The newest step that two threads share, and what one of them did after it. */
export interface CommonStep {
  readonly at: ThreadHead;
  /**
   * True if the thread has nothing of the fork but what is in this step. False after merges in both directions, or of the same third thread: then
   * there is another such step, and neither is before the other.
   */
  readonly isOnly: boolean;
  /** Checkpoints that the fork has and the thread does not have, ending with the newest. */
  readonly brought: Ancestry;
  /** Those of them that are stored in the fork, oldest first. */
  readonly since: readonly CheckpointTuple[];
}

/**
 * Finds the newest step that a thread and its fork share.
 *
 * A fork has the checkpoints of its thread under the same ids, and a merge names those that it has brought. So the step is found in a fork of
 * a fork, in either direction, and after any number of merges. Throws `state-manager/noCommonStep` for threads that share none.
 */
export async function commonStep(
  saver: BaseCheckpointSaver,
  thread: ThreadHead,
  fork: ThreadHead,
): Promise<CommonStep> {
  const [own, others] = [await checkpointsOf(saver, thread.threadId), await checkpointsOf(saver, fork.threadId)];
  const parents = ancestryOf([...own.values(), ...others.values()]);
  const before = ancestorsOf(thread.checkpointId, parents);
  const path = [...ancestorsOf(fork.checkpointId, parents)].toReversed();
  const common = path.filter((id) => before.has(id));
  const older = new Set(common.flatMap((id) => parents.get(id) ?? []));
  const newest = common.filter((id) => !older.has(id));
  const stored = common.filter((id) => own.has(id) || others.has(id)).toSorted();
  const [only] = newest;
  const isOnly = newest.length === 1 && only !== undefined && stored.includes(only);
  const checkpointId = isOnly ? only : stored.at(-1);
  if (checkpointId === undefined)
    throw stateManagerErrors.noCommonStep({ threadId: thread.threadId, fork: fork.threadId });
  const brought = new Map(path.filter((id) => !before.has(id)).map((id) => [id, parents.get(id) ?? []]));
  const at = { threadId: others.has(checkpointId) ? fork.threadId : thread.threadId, checkpointId };
  return { at, isOnly, brought, since: [...others.values()].filter(({ checkpoint: { id } }) => brought.has(id)) };
}

/** Checkpoints of the graph itself, oldest first. */
async function checkpointsOf(saver: BaseCheckpointSaver, threadId: string): Promise<Map<string, CheckpointTuple>> {
  const tuples: CheckpointTuple[] = [];
  const config = { configurable: { thread_id: threadId, checkpoint_ns: "" } };
  for await (const tuple of innermost(saver).list(config)) {
    if ((tuple.config.configurable?.["checkpoint_ns"] ?? "") === "") tuples.push(tuple);
  }
  return new Map(tuples.toReversed().map((tuple) => [tuple.checkpoint.id, tuple]));
}

function ancestryOf(tuples: readonly CheckpointTuple[]): Ancestry {
  const parents = new Map<string, readonly string[]>();
  for (const tuple of tuples) {
    const brought = broughtBy(tuple);
    for (const [id, of] of brought) if (!parents.has(id)) parents.set(id, of);
    const before: unknown = tuple.parentConfig?.configurable?.["checkpoint_id"];
    const merged = [...brought.keys()].slice(-1);
    parents.set(tuple.checkpoint.id, [...(typeof before === "string" ? [before] : []), ...merged]);
  }
  return parents;
}

/** A checkpoint and everything that it builds on. */
function ancestorsOf(id: string, parents: Ancestry): ReadonlySet<string> {
  const found = new Set([id]);
  for (const each of found) for (const parent of parents.get(each) ?? []) found.add(parent);
  return found;
}
