import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { checkpointErrors, copyThread } from "@tidemark/checkpoint";
import { stateManagerErrors } from "../kernel/errors.ts";
import type { ThreadLocks } from "@tidemark/checkpoint";
import { lineOf } from "./checkpointer-line.graph.ts";
import { holdNewThread } from "./new-thread.ts";
import { innermost } from "../savers/wrapped-saver.graph.ts";

/** Where a fork begins, and under which id it goes on. */
export interface ForkPoint {
  /** Id of the copy. Nothing may be stored under it. */
  readonly threadId: string;
  /** Checkpoint at which the copy ends. Defaults to the newest. `history()` names the one that ends each turn. */
  readonly checkpointId?: string;
}

/** How a fork keeps others off the id of the copy. */
export interface ForkOptions {
  /** Locks of the sessions on the same checkpointer. Defaults to those of sessions that were given none. */
  readonly locks?: ThreadLocks;
}

/**
 * Copies a thread up to a checkpoint under another id: its history, what is pending, and the states of its subgraphs. All of it, or
 * nothing; the id of the copy is locked meanwhile.
 *
 * The copy is what is stored: nothing of it is migrated. A thread that is not there throws `state-manager/noSuchCheckpoint`, an id that
 * is taken `state-manager/threadExists`, a lost lease `state-manager/fenced`; then nothing is stored under the id.
 */
export async function forkThread(
  saver: BaseCheckpointSaver,
  from: string,
  to: ForkPoint,
  { locks = lineOf(saver) }: ForkOptions = {},
): Promise<void> {
  const { threadId, checkpointId } = to;
  // Asked before the id of the copy is locked: a session may hold the lock of the thread itself.
  if (threadId === from) throw stateManagerErrors.threadExists({ threadId });
  await holdNewThread(locks, threadId, async (beforeWrite) => {
    try {
      const choose = (tuples: readonly CheckpointTuple[]) => lineTo(tuples, from, checkpointId ?? null);
      await copyThread(innermost(saver), from, { to: threadId, choose, beforeWrite });
    } catch (error) {
      if (checkpointErrors.threadExists.is(error))
        throw stateManagerErrors.threadExists({ threadId }, { cause: error });
      throw error;
    }
  });
}

/** The checkpoints that lead to one, itself among them, and those of the subgraphs that ran in their steps. */
function lineTo(
  tuples: readonly CheckpointTuple[],
  threadId: string,
  checkpointId: string | null,
): readonly CheckpointTuple[] {
  const roots = tuples.filter((tuple) => namespaceOf(tuple) === "");
  const last = checkpointId === null ? roots.at(-1) : roots.find(({ checkpoint }) => checkpoint.id === checkpointId);
  if (last === undefined) throw stateManagerErrors.noSuchCheckpoint({ threadId, checkpointId });
  const line = ancestorsOf(last, roots);
  return tuples.filter((tuple) =>
    line.has(namespaceOf(tuple) === "" ? tuple.checkpoint.id : (tuple.metadata?.parents?.[""] ?? "")),
  );
}

const namespaceOf = ({ config }: CheckpointTuple): string => String(config.configurable?.["checkpoint_ns"] ?? "");

function ancestorsOf(last: CheckpointTuple, roots: readonly CheckpointTuple[]): ReadonlySet<string> {
  const byId = new Map(roots.map((tuple) => [tuple.checkpoint.id, tuple]));
  const line = new Set<string>();
  for (let tuple: CheckpointTuple | undefined = last; tuple !== undefined && !line.has(tuple.checkpoint.id);) {
    line.add(tuple.checkpoint.id);
    tuple = byId.get(String(tuple.parentConfig?.configurable?.["checkpoint_id"] ?? ""));
  }
  return line;
}
