import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

/** A thread of a checkpointer. */
export interface ListedThread {
  readonly threadId: string;
  /** Time of the newest checkpoint, as ISO 8601. */
  readonly updatedAt: string;
  readonly checkpointId: string;
}

/**
 * Lists the threads of a checkpointer, starting with the most recently changed.
 *
 * Reads all checkpoints, because savers have no method that lists threads.
 */
export async function listThreads(checkpointer: BaseCheckpointSaver): Promise<readonly ListedThread[]> {
  const threads = new Map<string, ListedThread>();
  for await (const { config, checkpoint } of checkpointer.list({ configurable: {} })) {
    const threadId: unknown = config.configurable?.["thread_id"];
    if (typeof threadId !== "string" || (config.configurable?.["checkpoint_ns"] ?? "") !== "") continue;
    // Every saver lists the checkpoints of a thread newest first, by its own order.
    if (threads.has(threadId)) continue;
    threads.set(threadId, { threadId, updatedAt: checkpoint.ts, checkpointId: checkpoint.id });
  }
  return [...threads.values()].toSorted((one, other) => (one.checkpointId < other.checkpointId ? 1 : -1));
}
