import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { ThreadLocks } from "@tidemark/checkpoint";
import { memoryLocks } from "@tidemark/checkpoint/internal";

const queues = new WeakMap<BaseCheckpointSaver, ThreadLocks>();

/** Returns the in-process locks of a checkpointer. All callers of one checkpointer wait in the same queue. */
export function queueOf(checkpointer: BaseCheckpointSaver): ThreadLocks {
  const known = queues.get(checkpointer);
  if (known !== undefined) return known;
  const locks = memoryLocks();
  queues.set(checkpointer, locks);
  return locks;
}
