import type { RunnableConfig } from "@langchain/core/runnables";
import type {
  BaseCheckpointSaver,
  ChannelVersions,
  Checkpoint,
  CheckpointMetadata,
  CheckpointTuple,
  PendingWrite,
} from "@langchain/langgraph-checkpoint";
import { stateManagerErrors } from "../kernel/errors.ts";
import type { Lease } from "@tidemark/checkpoint";
import { FENCE, FENCED, leaseMarks } from "@tidemark/checkpoint/internal";
import { WrappedSaver } from "../savers/wrapped-saver.graph.ts";

/**
 * Lets a saver write only while the lease is held; what it reads, and everything else, is the saver's own.
 *
 * A checkpoint under a lost lease throws `state-manager/fenced` and is not stored. Under a lease that a database keeps it carries
 * the token as `tidemark_fence` in its metadata, and its own id as `tidemark_fence_of`: by these the triggers of `sqliteLocks` and
 * `postgresLocks` refuse a writer that lost its lease between the question and the statement. Writes between checkpoints are given
 * the token in their config, for savers that ask for it; those of a lost lease are dropped without a word: the host ends the process
 * when they are refused, and the checkpoint that follows reports the loss. `deleteThread` gives the token as its second argument.
 *
 * A checkpoint whose id is below an older one of its namespace, because a clock was set back, is looked up after it was stored:
 * where the saver orders by ids and goes on to show the older one, `state-manager/superseded` is thrown. An error of the saver
 * without a code of ours is thrown as `state-manager/notStored`, with that error as its cause.
 */
export function fencedSaver(saver: BaseCheckpointSaver, lease: Lease): BaseCheckpointSaver {
  return new FencedSaver(saver, lease);
}

/**
 * A fenced saver that also remembers the newest checkpoint of the thread that it has stored or read.
 *
 * @internal
 */
export class FencedSaver extends WrappedSaver {
  readonly #lease: Lease;
  /** The newest checkpoint by namespace. */
  readonly #newest = new Map<string, string>();
  #firstId: string | null = null;
  /** What the locks answered instead of whether a write may be stored. */
  #unanswered: unknown = null;

  constructor(saver: BaseCheckpointSaver, lease: Lease) {
    super(saver);
    this.#lease = lease;
  }

  /** The id of the checkpoint that must be the thread's newest: the last one stored here, or the first one read. */
  get newestId(): string | null {
    return this.#newest.get("") ?? null;
  }

  /** The id of the thread's newest checkpoint when it was first read; null for an empty thread. */
  get firstId(): string | null {
    return this.#firstId;
  }

  /** Throws what the locks answered while a write was to be stored, which therefore is not. */
  throwUnanswered(): void {
    // oxlint-disable-next-line typescript/only-throw-error -- thrown on as it came: what locks of an application throw is theirs
    if (this.#unanswered !== null) throw this.#unanswered;
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const tuple = await super.getTuple(config);
    const { checkpoint_id: wanted } = config.configurable ?? {};
    const namespace = this.#namespaceOf(config);
    if (tuple !== undefined && namespace !== null && wanted === undefined && !this.#newest.has(namespace)) {
      this.#newest.set(namespace, tuple.checkpoint.id);
      if (namespace === "") this.#firstId = tuple.checkpoint.id;
    }
    return tuple;
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const { threadId, token, durable } = this.#lease;
    this.throwUnanswered();
    if (!(await this.#lease.holds())) throw stateManagerErrors.fenced({ threadId, token });
    const stamped: CheckpointMetadata = durable
      ? Object.assign({}, metadata, leaseMarks(token, checkpoint.id))
      : metadata;
    const stored = await this.#store(() => super.put(config, checkpoint, stamped, newVersions));
    const namespace = this.#namespaceOf(config);
    if (namespace !== null) await this.#requireNewest(namespace, checkpoint.id);
    return stored;
  }

  override async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    taskPath?: string,
  ): Promise<void> {
    if (!(await this.#mayWrite())) return;
    const { token, durable } = this.#lease;
    const stamped = durable ? { ...config, configurable: { ...config.configurable, [FENCE]: token } } : config;
    try {
      await this.#store(() => super.putWrites(stamped, writes, taskId, taskPath));
    } catch (error) {
      if (!stateManagerErrors.fenced.is(error)) throw error;
    }
  }

  override async deleteThread(threadId: string): Promise<void> {
    const { token, durable } = this.#lease;
    if (!(await this.#lease.holds())) throw stateManagerErrors.fenced({ threadId, token });
    await this.#store(() => super.deleteThread(threadId, durable ? { fence: token } : {}));
  }

  /** False for a lost lease, and for one that nobody could be asked about: the next checkpoint says so. */
  async #mayWrite(): Promise<boolean> {
    try {
      return await this.#lease.holds();
    } catch (error) {
      this.#unanswered ??= error;
      return false;
    }
  }

  async #store<Result>(store: () => Promise<Result>): Promise<Result> {
    try {
      return await store();
    } catch (error) {
      const { threadId, token } = this.#lease;
      const problem = error instanceof Error ? error.message : String(error);
      if (problem.includes(FENCED)) throw stateManagerErrors.fenced({ threadId, token }, { cause: error });
      if (isTyped(error)) throw error;
      throw stateManagerErrors.notStored({ threadId, problem }, { cause: error });
    }
  }

  async #requireNewest(namespace: string, checkpointId: string): Promise<void> {
    const before = this.#newest.get(namespace);
    this.#newest.set(namespace, checkpointId);
    if (before === undefined || before <= checkpointId) return;
    const { threadId } = this.#lease;
    const shown = await super.getTuple({ configurable: { thread_id: threadId, checkpoint_ns: namespace } });
    const newestId = shown?.checkpoint.id ?? before;
    if (newestId !== checkpointId) throw stateManagerErrors.superseded({ threadId, checkpointId, newestId });
  }

  /** The namespace that a config is about; null when it is about another thread. */
  #namespaceOf({ configurable = {} }: RunnableConfig): string | null {
    const { thread_id: threadId, checkpoint_ns: namespace = "" } = configurable;
    return threadId === this.#lease.threadId ? String(namespace) : null;
  }
}

/** The errors of our packages have a brand, whichever copy of a package has made them. */
const isTyped = (error: unknown): boolean =>
  typeof error === "object" && error !== null && Reflect.get(error, "~tidemark/error") === true;
