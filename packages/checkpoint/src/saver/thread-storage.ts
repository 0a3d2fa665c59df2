import type { BaseCheckpointSaver, BaseStore } from "@langchain/langgraph-checkpoint";
import type { ThreadLocks } from "../locks/thread-locks.ts";

/** Storage of an application in one value. The parts can also be passed to a custom graph. */
export interface ThreadStorage {
  /** Saver of checkpoints, for `compile({ checkpointer })`. */
  readonly saver: BaseCheckpointSaver;
  /** Locks that let one turn of a thread run at a time. */
  readonly locks: ThreadLocks;
  /** Store of the values of users, for `compile({ store })`. */
  readonly store: BaseStore;
  /** Creates what the storage needs. The first use does the same; call it when the application starts. */
  setup(): Promise<void>;
  /** Stores what is pending and closes the connections that the storage has opened. Every later call throws. */
  close(): Promise<void>;
}
