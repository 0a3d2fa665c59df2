import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { ThreadLocks } from "@tidemark/checkpoint";
import { memoryLocks } from "@tidemark/checkpoint/internal";
import { innermost } from "./wrapped-saver.graph.ts";

const queues = new WeakMap<BaseCheckpointSaver, ThreadLocks>();

/**
 * Returns the locks of a checkpointer: those of its database if it has them, otherwise locks within this process. All callers of
 * one checkpointer wait in the same queue.
 */
export function defaultLocks(checkpointer: BaseCheckpointSaver): ThreadLocks {
  const saver = innermost(checkpointer);
  if (hasLocks(saver)) return saver.locks;
  const known = queues.get(saver);
  if (known !== undefined) return known;
  const locks = memoryLocks();
  queues.set(saver, locks);
  return locks;
}

const hasLocks = (saver: object): saver is { readonly locks: ThreadLocks } =>
  "locks" in saver && typeof saver.locks === "object" && saver.locks !== null && "acquire" in saver.locks;
