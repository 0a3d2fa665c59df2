import type { RunnableConfig } from "@langchain/core/runnables";
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  type DeltaChannelHistory,
  type PendingWrite,
} from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "../kernel/errors.ts";
import { tokenIn, tokenOfMetadata } from "../kernel/lease-names.ts";
import type { StrictSerializer } from "../serializer/strict-serializer.ts";
import { nextVersion } from "../snapshots/channel-version.ts";
import { copyCheckpoint } from "../snapshots/checkpoint-snapshot.ts";
import { DamagedRow } from "../snapshots/damage.ts";
import { instant } from "../snapshots/instant.ts";
import type { PrunePolicy } from "../pruning/prune-policy.ts";
import { asked, configOf, requireThread, requireThreadId } from "../snapshots/saver-config.ts";
import { readThreadDocument, type ThreadDocument, threadDocument } from "../threads/thread-document.ts";
import type { ChannelWindow, WindowOptions } from "./channel-windows.ts";
import type { WantedChannels } from "./shared-reads.ts";
import { changesIn, type ChangesOptions, type CheckpointChanges } from "./thread-changes.ts";
import { channelBytes, type ThreadStats } from "./thread-stats.ts";
import { metadataFilter } from "./metadata-filter.ts";
import { isDamagedThread, pruneThread } from "../pruning/prune-thread.ts";
import { tupleOf } from "./read-tuple.ts";
import type { RemovalGuard } from "../pruning/pruning.ts";
import type { CheckpointReader, CheckpointWriter, ListedThread, SaverStore, ThreadStore } from "./saver-store.ts";

/** The value of one channel in one checkpoint. */
interface ValuePlace {
  readonly channel: string;
  /** Id of the checkpoint. Defaults to the newest one. */
  readonly checkpointId?: string | undefined;
  /** Namespace of a subgraph. Defaults to the graph itself. */
  readonly namespace?: string;
}

/** A thread with more checkpoints than this is removed in slices. */
const LONG = 256;

/**
 * A checkpoint saver that stores each value once. Create one with `sqliteSaver` or `postgresSaver`.
 *
 * It does everything that LangGraph asks of a saver, and removes, copies, exports and imports whole threads.
 */
export class TidemarkSaver extends BaseCheckpointSaver {
  readonly #serializer: StrictSerializer;
  readonly #reader: CheckpointReader;
  readonly #writer: CheckpointWriter;
  readonly #threads: ThreadStore;

  /** @internal */
  constructor({ serializer, reader, writer, threads }: SaverStore) {
    super(serializer);
    this.#serializer = serializer;
    this.#reader = reader;
    this.#writer = writer;
    this.#threads = threads;
  }

  override getNextVersion(current: number | undefined): number {
    return nextVersion(current);
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const { threadId, namespace = "", checkpointId } = asked(config);
    if (threadId === undefined) return undefined;
    const read = await this.#reader.read(threadId, namespace, checkpointId);
    return read === undefined ? undefined : tupleOf(read);
  }

  override async *list(config: RunnableConfig, options: CheckpointListOptions = {}): AsyncGenerator<CheckpointTuple> {
    // No thread has an empty id. A list of all threads is requested without an id.
    if (config.configurable?.["thread_id"] === "") return;
    const pages = this.#reader.list({
      asked: asked(config),
      before: options.before === undefined ? undefined : asked(options.before),
      limit: options.limit === undefined ? Infinity : Math.max(0, options.limit),
      matches: metadataFilter(options.filter, this.#serializer),
    });
    for await (const page of pages) for (const read of page) yield tupleOf(read);
  }

  /** Walks the ancestors of a checkpoint once for all channels. */
  override async getDeltaChannelHistory(options: {
    config: RunnableConfig;
    channels: string[];
  }): Promise<Record<string, DeltaChannelHistory>> {
    return this.#reader.deltaHistory(asked(options.config), options.channels);
  }

  /**
   * Yields what each checkpoint of a thread changed, oldest first. It compares records and reads no value. Yields nothing for a thread
   * or an id that does not exist. Throws `checkpoint/corrupt`.
   *
   * `changesOf` of `@tidemark/state-manager` returns the same for other savers.
   *
   * @example
   * ```ts
   * import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
   * import { sqliteSaver } from "tidemark/sqlite";
   *
   * const State = Annotation.Root({ city: Annotation<string>, days: Annotation<number> });
   * const saver = sqliteSaver();
   * const graph = new StateGraph(State)
   *   .addNode("plan", () => ({ days: 3 }))
   *   .addEdge(START, "plan")
   *   .addEdge("plan", END)
   *   .compile({ checkpointer: saver });
   * await graph.invoke({ city: "Lisbon" }, { configurable: { thread_id: "ann" } });
   *
   * for await (const { step, changed, values } of saver.changes("ann")) console.log(step, changed, values);
   * // -1 [] {}
   * // 0 [ 'city' ] { city: 1 }
   * // 1 [ 'days' ] { city: 1, days: 2 }
   * ```
   */
  async *changes(threadId: string, options: ChangesOptions = {}): AsyncGenerator<CheckpointChanges> {
    requireThreadId(threadId);
    const { namespace = "", from, to, newest } = options;
    const isTail = from === undefined && to === undefined;
    yield* changesIn(this.#reader.records(threadId, namespace, isTail ? newest : undefined), options);
  }

  /**
   * Reads the value that a channel has in a checkpoint, and no other value. `checkpointId` defaults to the newest checkpoint, and
   * `namespace` to the graph itself. Undefined when the checkpoint does not exist or has no such channel. Throws `checkpoint/corrupt`.
   */
  async value(threadId: string, { channel, checkpointId, namespace = "" }: ValuePlace): Promise<unknown> {
    requireThreadId(threadId);
    return (await this.#reader.values({ threadId, namespace, checkpointId }, [channel])).get(channel);
  }

  /**
   * Reads the values that some channels have in a checkpoint, at once: those with these names, or those that a function picks by name.
   * Channels without a value are missing. What two checkpoints have in
   * common may be the same objects, so nobody may change them.
   *
   * @internal
   */
  async channelValues(
    threadId: string,
    { channels, checkpointId, namespace = "" }: Omit<ValuePlace, "channel"> & { readonly channels: WantedChannels },
  ): Promise<ReadonlyMap<string, unknown>> {
    requireThreadId(threadId);
    return this.#reader.sharedValues({ threadId, namespace, checkpointId }, channels);
  }

  /**
   * Reads the last items of long lists and the first entries of long records of some channels, and what differs from another checkpoint.
   * Nobody may change the values. Null if the database reads only whole values.
   *
   * @internal
   */
  async channelWindows(
    threadId: string,
    {
      channels,
      checkpointId,
      namespace = "",
      ...options
    }: Omit<ValuePlace, "channel"> & WindowOptions & { readonly channels: readonly string[] },
  ): Promise<ReadonlyMap<string, ChannelWindow> | null> {
    requireThreadId(threadId);
    return (await this.#reader.windows?.({ threadId, namespace, checkpointId }, channels, options)) ?? null;
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    _newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const threadId = requireThread(config);
    const { namespace = "", checkpointId: parent = null } = asked(config);
    const { id } = checkpoint;
    await this.#writer.put({
      threadId,
      namespace,
      id,
      parent,
      metadata: this.#serializer.stringify(metadata),
      // LangGraph continues with its own object while this call waits.
      checkpoint: copyCheckpoint(checkpoint),
      token: tokenOfMetadata(metadata, id),
    });
    return configOf(threadId, namespace, id);
  }

  override async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    // LangGraph before 1.5 passes no path.
    taskPath = "",
  ): Promise<void> {
    const threadId = requireThread(config);
    const { namespace = "", checkpointId: id } = asked(config);
    if (id === undefined) throw checkpointErrors.missingId({ id: "checkpoint_id" });
    await this.#writer.putWrites({
      threadId,
      namespace,
      id,
      taskId,
      taskPath,
      writes,
      token: tokenIn(config.configurable ?? {}),
    });
  }

  /**
   * Removes a thread. A long one is first pruned to what its newest checkpoint needs, so that other writers do not wait; the rest is
   * removed in one transaction. With the token of a lease as `fence` it throws `checkpoint/fenced`, and removes nothing more, when the
   * thread has a newer lease.
   */
  override async deleteThread(
    threadId: string,
    { fence = null }: { readonly fence?: number | null } = {},
  ): Promise<void> {
    requireThreadId(threadId);
    await this.#pruneLong(threadId, { fence });
    await this.#threads.remove(threadId, { fence });
  }

  /** Leaves of a long thread only what its newest checkpoints need. */
  async #pruneLong(threadId: string, guard: RemovalGuard): Promise<void> {
    if (!(await this.#threads.hasMoreThan(threadId, LONG))) return;
    try {
      await pruneThread(this.#threads, threadId, { policy: { keepLast: 0 }, guard });
    } catch (error) {
      // A damaged thread can still be deleted as a whole.
      if (!isDamagedThread(error)) throw error;
    }
  }

  /**
   * Removes old checkpoints of a thread, and the values that nothing else names. The kept checkpoints can be read, resumed and forked
   * as before. Returns the number of removed checkpoints. Works in short transactions without a lease: others may write meanwhile.
   *
   * Kept under every policy: the newest checkpoint, interrupts that wait at the end of a branch, states of subgraphs that belong to
   * kept checkpoints, and the checkpoints that delta channels are put together from.
   */
  async prune(threadId: string, policy: PrunePolicy): Promise<number> {
    requireThreadId(threadId);
    return pruneThread(this.#threads, threadId, { policy, guard: {} });
  }

  /**
   * Copies a thread under another id, with its history and pending writes, without copying a value.
   *
   * Throws `checkpoint/noSuchThread` and `checkpoint/threadExists`; then nothing is written.
   */
  async copyThread(from: string, to: string): Promise<void> {
    for (const threadId of [from, to]) requireThreadId(threadId);
    await this.#threads.copy(from, to);
  }

  /**
   * Exports a thread as one JSON document, with its history and pending writes, each value once.
   *
   * Throws `checkpoint/noSuchThread`, and `checkpoint/corrupt` or `checkpoint/unreadable` for a thread that is damaged.
   */
  async exportThread(threadId: string): Promise<ThreadDocument> {
    requireThreadId(threadId);
    try {
      const stored = await this.#threads.read(threadId);
      if (stored === null) throw checkpointErrors.noSuchThread({ threadId });
      return threadDocument(threadId, stored);
    } catch (error) {
      if (!(error instanceof DamagedRow || error instanceof TypeError)) throw error;
      throw checkpointErrors.unreadable({ problem: error.message }, { cause: error });
    }
  }

  /**
   * Stores the thread of a document under its own id or another one. Returns the id. The document may come from anywhere.
   *
   * Throws `checkpoint/unreadable` for an invalid document, and `checkpoint/threadExists`; then nothing is written.
   */
  async importThread(document: unknown, options: { readonly threadId?: string } = {}): Promise<string> {
    const { threadId: own, ...stored } = readThreadDocument(document, this.#serializer);
    const { threadId = own } = options;
    requireThreadId(threadId);
    await this.#threads.write(threadId, stored);
    return threadId;
  }

  /**
   * Sets when a thread expires, as ISO 8601; `null` for never. {@link removeExpired} removes it. Throws `checkpoint/noSuchThread` and
   * `checkpoint/invalidInstant`.
   */
  async expireThread(threadId: string, at: string | null): Promise<void> {
    requireThreadId(threadId);
    const isSet = await this.#threads.setExpiry(threadId, at === null ? null : instant(at));
    if (!isSet && at !== null) throw checkpointErrors.noSuchThread({ threadId });
  }

  /**
   * Removes the threads that have expired, and returns their ids. A thread that waits at an interrupt is kept until the interrupt is
   * answered, unless `waiting` is `remove`.
   */
  async removeExpired(now: string, options: { readonly waiting?: "keep" | "remove" } = {}): Promise<readonly string[]> {
    const guard = { expiredAt: instant(now) };
    const unlessInterrupted = (options.waiting ?? "keep") === "keep";
    const removed: string[] = [];
    // One by one: others may write in between.
    for (const threadId of await this.#threads.expired(guard.expiredAt)) {
      if (unlessInterrupted && (await this.#threads.isInterrupted(threadId))) continue;
      await this.#pruneLong(threadId, guard);
      if (await this.#threads.remove(threadId, { ...guard, unlessInterrupted })) removed.push(threadId);
    }
    return removed;
  }

  /**
   * Lists all threads, those that were written last first, without reading a value.
   *
   * @internal
   */
  async threadList(): Promise<readonly ListedThread[]> {
    return this.#threads.list();
  }

  /**
   * Text that is another one after every write to the database, for a program that follows it. Reads no thread.
   *
   * @internal
   */
  async changeMark(): Promise<string> {
    return this.#threads.mark();
  }

  /**
   * Id of the newest checkpoint of a namespace, without reading a value. Null if it does not exist.
   *
   * @internal
   */
  async newestId(threadId: string, namespace = ""): Promise<string | null> {
    requireThreadId(threadId);
    return this.#reader.newestId(threadId, namespace);
  }

  /**
   * Namespaces of a thread that have checkpoints, in the order of their text. The graph itself has the namespace `""`.
   *
   * @internal
   */
  async namespaces(threadId: string): Promise<readonly string[]> {
    requireThreadId(threadId);
    return this.#threads.namespaces(threadId);
  }

  /** Returns the size of a thread, by channel and by turn. */
  async stats(threadId: string): Promise<ThreadStats> {
    requireThreadId(threadId);
    const { newest, ...sizes } = await this.#threads.sizes(threadId);
    return { ...sizes, channels: channelBytes(newest, (value) => this.#serializer.stringify(value)) };
  }

  /** Removes values that nothing names, which only damage leaves behind, in short transactions, and gives free space back. */
  async vacuum(): Promise<void> {
    await this.#threads.vacuum();
  }
}
