import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { ThreadLocks } from "@tidemark/checkpoint";
import { memoryLocks } from "@tidemark/checkpoint/internal";

const lines = new WeakMap<BaseCheckpointSaver, ThreadLocks>();

/** Gives the locks of a checkpointer within this process: whoever uses it stands in the same line. */
export function lineOf(checkpointer: BaseCheckpointSaver): ThreadLocks {
  const known = lines.get(checkpointer);
  if (known !== undefined) return known;
  const made = memoryLocks();
  lines.set(checkpointer, made);
  return made;
}
