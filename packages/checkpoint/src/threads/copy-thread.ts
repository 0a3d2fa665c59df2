import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "../kernel/errors.ts";
import { listThread, storeThread } from "./thread-store.ts";

/** Options of {@link copyThread}. */
export interface CopyThreadOptions {
  /** Id of the copy. Nothing may be stored under it. */
  readonly to: string;
  /** Chooses which checkpoints are copied. They are given oldest first. Defaults to all of them. */
  readonly choose?: (tuples: readonly CheckpointTuple[]) => readonly CheckpointTuple[];
  /** Called before each write. What it throws ends the copying. Defaults to nothing. */
  readonly beforeWrite?: () => Promise<void>;
}

/**
 * Copies a thread of any saver under another id, with its history and pending writes: all chosen checkpoints, or nothing.
 *
 * Savers of Tidemark store the copy in one transaction; on others, what is left of a copy that could not be finished is removed.
 * Throws `checkpoint/noSuchThread` and `checkpoint/threadExists`.
 *
 * @example
 * ```ts
 * import { copyThread } from "tidemark/checkpoint";
 * import { sqliteSaver } from "tidemark/sqlite";
 *
 * const checkpointer = sqliteSaver();
 * await copyThread(checkpointer, "ann", { to: "ann-2" }).catch((error: Error) => console.log(error.message)); // Thread "ann" does not exist. Check the id.
 * ```
 */
export async function copyThread(
  checkpointer: BaseCheckpointSaver,
  from: string,
  { to, choose = (all) => all, beforeWrite }: CopyThreadOptions,
): Promise<void> {
  if (to === "") throw checkpointErrors.missingId({ id: "thread_id" });
  const tuples = choose(await listThread(checkpointer, from));
  if (tuples.length === 0) throw checkpointErrors.noSuchThread({ threadId: from });
  await storeThread(checkpointer, to, tuples, beforeWrite);
}
