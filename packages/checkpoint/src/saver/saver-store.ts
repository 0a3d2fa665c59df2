import type {
  Checkpoint,
  CheckpointMetadata,
  CheckpointPendingWrite,
  DeltaChannelHistory,
  PendingWrite,
} from "@langchain/langgraph-checkpoint";
import type { CheckpointFacts, CheckpointPlace } from "../snapshots/checkpoint-facts.ts";
import type { StrictSerializer } from "../serializer/strict-serializer.ts";
import type { Asked } from "../snapshots/saver-config.ts";
import type { StoredThread } from "../threads/thread-document.ts";
import type { ChannelWindow, WindowOptions } from "./channel-windows.ts";
import type { WantedChannels } from "./shared-reads.ts";
import type { RecordPage } from "./thread-changes.ts";
import type { ThreadStats } from "./thread-stats.ts";
import type { ValueNode } from "../snapshots/value-nodes.ts";
import type { PruneOptions, Pruning, RemovalGuard } from "../pruning/pruning.ts";

/** A checkpoint that was read, with everything that belongs to its tuple. */
export interface ReadCheckpoint {
  readonly row: CheckpointFacts;
  /** The caller may change it, but not its values. */
  readonly checkpoint: Checkpoint;
  readonly metadata: CheckpointMetadata;
  readonly pendingWrites: CheckpointPendingWrite[];
  /** Pending writes of the parent. Null unless the format of the checkpoint is older than 4, which stored sends there. */
  readonly parentWrites: readonly CheckpointPendingWrite[] | null;
}

/** A checkpoint to store. */
export interface CheckpointToPut extends CheckpointPlace {
  readonly parent: string | null;
  readonly checkpoint: Checkpoint;
  /** Metadata as text. */
  readonly metadata: string;
  /** Token of the lease under which it is written. Null for none. */
  readonly token: number | null;
}

/** Writes of one task to store. */
export interface WritesToPut extends CheckpointPlace {
  readonly taskId: string;
  readonly taskPath: string;
  readonly writes: readonly PendingWrite[];
  readonly token: number | null;
}

/** Checkpoints to list, newest first. */
export interface ListedCheckpoints {
  readonly asked: Asked;
  /** Only checkpoints that were stored before this one. */
  readonly before: Asked | undefined;
  /** Maximum number of checkpoints. Infinity for all. */
  readonly limit: number;
  /** True if a checkpoint with this metadata text is listed. Null to list all. */
  readonly matches: ((metadata: string) => boolean) | null;
}

/** Sizes of a thread, and the values of its newest checkpoint. */
export interface StoredSizes extends Omit<ThreadStats, "channels"> {
  readonly newest: ValueNode | null | undefined;
}

/** Part of the port that reads checkpoints. */
export interface CheckpointReader {
  /** Reads a checkpoint, or the newest one of the namespace. Throws `checkpoint/corrupt`. */
  read(threadId: string, namespace: string, checkpointId: string | undefined): Promise<ReadCheckpoint | undefined>;
  /** Id of the newest checkpoint of a namespace. Reads no record and no value. Throws `checkpoint/corrupt`. */
  newestId(threadId: string, namespace: string): Promise<string | null>;
  /** Reads checkpoints page by page. A page is one state of the database. Throws `checkpoint/corrupt`. */
  list(listed: ListedCheckpoints): AsyncIterable<readonly ReadCheckpoint[]>;
  /**
   * Reads the checkpoints of a namespace with their records, oldest first, and no value. With `newest`, older checkpoints than these
   * may be left out. Throws `checkpoint/corrupt`.
   */
  records(threadId: string, namespace: string, newest?: number): AsyncIterable<RecordPage>;
  /** Reads the values of some channels, of the newest checkpoint unless one is named. Others are missing. Throws `checkpoint/corrupt`. */
  values(from: Asked, channels: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  /** Reads the same. The values may be shared with other such reads, so nobody may change them. Throws `checkpoint/corrupt`. */
  sharedValues(from: Asked, channels: WantedChannels): Promise<ReadonlyMap<string, unknown>>;
  /**
   * Reads parts of the values of some channels, and what differs from another checkpoint. The values may be shared with other such reads,
   * so nobody may change them. Missing where reading a part costs as much as reading all. Throws `checkpoint/corrupt`.
   */
  readonly windows?: (
    from: Asked,
    channels: readonly string[],
    options: WindowOptions,
  ) => Promise<ReadonlyMap<string, ChannelWindow>>;
  /** Collects what delta channels are put together from, from the parent of a checkpoint on. Throws `checkpoint/corrupt`. */
  deltaHistory(from: Asked, channels: readonly string[]): Promise<Record<string, DeltaChannelHistory>>;
}

/** Part of the port that stores what LangGraph passes to the saver. */
export interface CheckpointWriter {
  /** Stores a checkpoint as it is when this is called: LangGraph may change it while the call waits. */
  put(put: CheckpointToPut): Promise<void>;
  /** Stores the writes of a task, as they are when this is called. */
  putWrites(put: WritesToPut): Promise<void>;
}

/** A thread of the graph itself, without its values. */
export interface ListedThread {
  readonly threadId: string;
  /** Number of checkpoints outside of subgraphs. */
  readonly checkpoints: number;
  /** Id of the checkpoint that was stored last. */
  readonly newest: string;
  /** True if a task has written to the newest checkpoint, as an interrupted or failed one has. */
  readonly hasWrites: boolean;
}

/** Part of the port that works on whole threads. Every method is one transaction unless it says otherwise. */
export interface ThreadStore {
  /** Lists all threads, those that were written last first. Reads no record and no value. */
  list(): Promise<readonly ListedThread[]>;
  /** Text that is another one after every write to the database. */
  mark(): Promise<string>;
  /** Namespaces of a thread that have checkpoints, in the order of their text. Reads no record and no value. */
  namespaces(threadId: string): Promise<readonly string[]>;
  /** Prepares to remove old checkpoints in several transactions. */
  pruning(threadId: string, options: PruneOptions): Pruning;
  /** True if a thread has more than this number of checkpoints. */
  hasMoreThan(threadId: string, checkpoints: number): Promise<boolean>;
  /** Removes a thread and what only it needs. False when the guard does not allow it. */
  remove(threadId: string, guard: RemovalGuard & { readonly unlessInterrupted?: boolean }): Promise<boolean>;
  /** Copies the rows of a thread. Throws `checkpoint/noSuchThread` and `checkpoint/threadExists`. */
  copy(from: string, to: string): Promise<void>;
  /** Reads a whole thread. Null if it does not exist. Throws a `DamagedRow` or `checkpoint/corrupt`. */
  read(threadId: string): Promise<StoredThread | null>;
  /** Stores a whole thread. Throws `checkpoint/threadExists`. */
  write(threadId: string, stored: StoredThread): Promise<void>;
  /** Sets when a thread expires. Null for never. False if the thread does not exist. */
  setExpiry(threadId: string, at: string | null): Promise<boolean>;
  /** Ids of threads that have expired at this instant. */
  expired(at: string): Promise<readonly string[]>;
  /** True if the newest checkpoint of a namespace waits at an interrupt. Reads in slices. */
  isInterrupted(threadId: string): Promise<boolean>;
  /** Sizes of a thread. */
  sizes(threadId: string): Promise<StoredSizes>;
  /** Removes values that nothing names, in several transactions, and gives free space back. */
  vacuum(): Promise<void>;
}

/**
 * Port between the saver and a database.
 *
 * @internal
 */
export interface SaverStore {
  readonly serializer: StrictSerializer;
  readonly reader: CheckpointReader;
  readonly writer: CheckpointWriter;
  readonly threads: ThreadStore;
}
