import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { checkpointErrors, copyThread } from "@tidemark/checkpoint";
import { stateManagerErrors } from "../kernel/errors.ts";
import type { ThreadLocks } from "@tidemark/checkpoint";
import { defaultLocks } from "../savers/default-locks.graph.ts";
import { lockNewThread } from "./new-thread.ts";
import { withoutCommitAnswers } from "./copied-answers.graph.ts";
import { innermost } from "../savers/wrapped-saver.graph.ts";

/** Source checkpoint and new id of a fork. */
export interface ForkPoint {
  /** Id of the copy. Must not be in use. */
  readonly threadId: string;
  /** Last checkpoint to copy. Defaults to the newest. `history()` returns the one that ends each turn. */
  readonly checkpointId?: string;
}

/** Options of `forkThread`. */
export interface ForkOptions {
  /** Locks that the sessions on this checkpointer use. Defaults to those of a session on it. */
  readonly locks?: ThreadLocks;
}

/**
 * Copies a thread up to a checkpoint to a new id, with its history, its pending writes and the states of its subgraphs.
 *
 * The copy is stored completely or not at all. Its id is locked during the copy. Values are copied without migration. A missing
 * thread or checkpoint throws `state-manager/noSuchCheckpoint`, an id in use `state-manager/threadExists`, a lost lease
 * `state-manager/fenced`; nothing is stored then.
 */
export async function forkThread(
  saver: BaseCheckpointSaver,
  from: string,
  to: ForkPoint,
  { locks = defaultLocks(saver) }: ForkOptions = {},
): Promise<void> {
  const { threadId, checkpointId } = to;
  // Checked before the id of the copy is locked: a session may already have locked the thread itself.
  if (threadId === from) throw stateManagerErrors.threadExists({ threadId });
  await lockNewThread(locks, threadId, async (beforeWrite) => {
    try {
      const choose = (tuples: readonly CheckpointTuple[]) => pathTo(tuples, from, checkpointId ?? null);
      await copyThread(innermost(saver), from, { to: threadId, choose, beforeWrite });
    } catch (error) {
      if (checkpointErrors.threadExists.is(error))
        throw stateManagerErrors.threadExists({ threadId }, { cause: error });
      throw error;
    }
  });
}

/** The checkpoint, its ancestors, and the checkpoints of the subgraphs that ran in their steps. */
function pathTo(
  tuples: readonly CheckpointTuple[],
  threadId: string,
  checkpointId: string | null,
): readonly CheckpointTuple[] {
  const roots = tuples.filter((tuple) => namespaceOf(tuple) === "");
  const last = checkpointId === null ? roots.at(-1) : roots.find(({ checkpoint }) => checkpoint.id === checkpointId);
  if (last === undefined) throw stateManagerErrors.noSuchCheckpoint({ threadId, checkpointId });
  const path = ancestorsOf(last, roots);
  return tuples
    .filter((tuple) =>
      path.has(namespaceOf(tuple) === "" ? tuple.checkpoint.id : (tuple.metadata?.parents?.[""] ?? "")),
    )
    .map(withoutCommitAnswers);
}

const namespaceOf = ({ config }: CheckpointTuple): string => String(config.configurable?.["checkpoint_ns"] ?? "");

function ancestorsOf(last: CheckpointTuple, roots: readonly CheckpointTuple[]): ReadonlySet<string> {
  const byId = new Map(roots.map((tuple) => [tuple.checkpoint.id, tuple]));
  const path = new Set<string>();
  for (let tuple: CheckpointTuple | undefined = last; tuple !== undefined && !path.has(tuple.checkpoint.id);) {
    path.add(tuple.checkpoint.id);
    tuple = byId.get(String(tuple.parentConfig?.configurable?.["checkpoint_id"] ?? ""));
  }
  return path;
}
