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
import { begunMarks } from "./begun-mark.ts";
import { callMarks, callWrite, type TurnCalls } from "./call-keys.graph.ts";
import { traceMarks, traceWrite } from "../traces/trace-link.ts";
import { isInterruptId } from "./stored-answers.graph.ts";
import { type TurnTrace, traceWrites } from "./turn-trace.graph.ts";

/**
 * Wraps a saver so that it writes only while the lease is active. Reads pass through.
 *
 * A checkpoint under a lost lease is not stored and throws `state-manager/fenced`. With a durable lease the checkpoint contains
 * the fencing token as `tidemark_fence` in its metadata, and its own id as `tidemark_fence_of`. The triggers of `sqliteLocks` and
 * `postgresLocks` use them to reject a writer that lost its lease between the check and the statement. Pending writes carry the
 * token in their config. Under a lost lease they are dropped silently, because LangGraph ends the process when `putWrites` throws;
 * the next checkpoint reports the loss. `deleteThread` passes the token as its second argument.
 *
 * When a clock was set back, a new checkpoint can have a smaller id than an older one of its namespace. If the saver orders by
 * ids and still returns the older one, `state-manager/superseded` is thrown. An error of the saver that is not typed is thrown as
 * `state-manager/notStored`, with that error as its cause.
 */
export function fencedSaver(saver: BaseCheckpointSaver, lease: Lease): BaseCheckpointSaver {
  return new FencedSaver(saver, lease);
}

/**
 * Fenced saver that remembers the newest checkpoint of the thread that it stored or read.
 *
 * @internal
 */
export class FencedSaver extends WrappedSaver {
  readonly #lease: Lease;
  /** Id of the newest checkpoint by namespace. */
  readonly #newest = new Map<string, string>();
  #firstId: string | null = null;
  /** Calls that run the turn, which each checkpoint of the turn contains. */
  calls: TurnCalls = { keys: [], previous: null };
  /** Trace of the turn that this saver stores; null for a turn that nobody observes. */
  trace: TurnTrace | null = null;
  /** Time at which a run began that continues a turn, until its first checkpoint is stored; null for any other run. */
  begun: string | null = null;
  /** Ids of the interrupts whose answers are stored, so that LangGraph need not store them again. */
  readonly answered = new Set<string>();
  /** Error of the locks while they checked the lease for a pending write. */
  #lockError: unknown = null;

  constructor(saver: BaseCheckpointSaver, lease: Lease) {
    super(saver);
    this.#lease = lease;
  }

  /** Id of the checkpoint that must be the newest of the thread: the last one stored here, or the first one read. */
  get newestId(): string | null {
    return this.#newest.get("") ?? null;
  }

  /** Id of the newest checkpoint when the thread was first read; null for an empty thread. */
  get firstId(): string | null {
    return this.#firstId;
  }

  /** Throws the error of the locks that prevented a pending write from being stored. */
  throwLockError(): void {
    // oxlint-disable-next-line typescript/only-throw-error -- rethrown unchanged: custom locks may throw any value
    if (this.#lockError !== null) throw this.#lockError;
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
    this.throwLockError();
    if (!(await this.#lease.holds())) throw stateManagerErrors.fenced({ threadId, token });
    const namespace = this.#namespaceOf(config);
    const stamped: CheckpointMetadata = Object.assign({}, metadata, durable ? leaseMarks(token, checkpoint.id) : {}, {
      ...callMarks(this.calls, checkpoint.id),
      ...traceMarks(this.trace?.operation ?? null, checkpoint.id),
      ...begunMarks(namespace === "" ? this.begun : null, checkpoint.id),
    });
    const stored = await this.#store(() => super.put(config, checkpoint, stamped, newVersions));
    if (namespace === "") this.begun = null;
    if (namespace !== null) await this.#requireNewest(namespace, checkpoint.id);
    return stored;
  }

  override async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    taskPath?: string,
  ): Promise<void> {
    // A node can take an answer back.
    const isStored = this.answered.has(taskId) && writes.some(([, value]) => !Array.isArray(value) || value.length > 0);
    if (isStored || !(await this.#mayWrite())) return;
    const { token, durable } = this.#lease;
    const stamped = durable ? { ...config, configurable: { ...config.configurable, [FENCE]: token } } : config;
    try {
      await this.#store(() => super.putWrites(stamped, writes, taskId, taskPath));
      if (this.trace !== null && this.#namespaceOf(config) === "") traceWrites(this.trace, writes);
      // After the answer: a key without an answer would make the repeated call lose it.
      const isAnswer = isInterruptId(taskId) && writes.some(([channel]) => channel === "__resume__");
      if (!isAnswer) return;
      const beside = [
        ...(this.calls.keys.length === 0 ? [] : [callWrite(this.calls.keys)]),
        ...(this.trace === null ? [] : [traceWrite(this.trace.operation)]),
      ];
      if (beside.length > 0) await this.#store(() => super.putWrites(stamped, beside, taskId, taskPath));
    } catch (error) {
      if (!stateManagerErrors.fenced.is(error)) throw error;
    }
  }

  override async deleteThread(threadId: string): Promise<void> {
    const { token, durable } = this.#lease;
    if (!(await this.#lease.holds())) throw stateManagerErrors.fenced({ threadId, token });
    await this.#store(() => super.deleteThread(threadId, durable ? { fence: token } : {}));
  }

  /** False when the lease is lost or the locks fail; the next checkpoint then throws. */
  async #mayWrite(): Promise<boolean> {
    try {
      return await this.#lease.holds();
    } catch (error) {
      this.#lockError ??= error;
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

  /** The namespace of a config; null for another thread. */
  #namespaceOf({ configurable = {} }: RunnableConfig): string | null {
    const { thread_id: threadId, checkpoint_ns: namespace = "" } = configurable;
    return threadId === this.#lease.threadId ? String(namespace) : null;
  }
}

/** True for an error of any Tidemark package, including another installed copy. */
const isTyped = (error: unknown): boolean =>
  typeof error === "object" && error !== null && Reflect.get(error, "~tidemark/error") === true;
