import type { RunnableConfig } from "@langchain/core/runnables";
import {
  type BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointMetadata,
  type CheckpointTuple,
  copyCheckpoint,
  type PendingWrite,
} from "@langchain/langgraph-checkpoint";
import { stateManagerErrors } from "../kernel/errors.ts";
import type { ThreadLocks } from "@tidemark/checkpoint";
import { FENCE, FENCED, isFencedBy, leaseMarks, type Lease } from "@tidemark/checkpoint/internal";
import { UndeclaredValues } from "../savers/undeclared-values.graph.ts";
import { innermost, WrappedSaver } from "../savers/wrapped-saver.graph.ts";
import { senderIn } from "./begun-mark.ts";
import { isInterruptId } from "./stored-answers.graph.ts";
import { newRun, runMarks, type TurnRun, writesBesideAnswer } from "./turn-run.graph.ts";
import { traceWrites } from "./turn-trace.graph.ts";

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
  return new TurnSaver(saver, lease);
}

/** What a saver of a turn knows besides its lease. */
interface TurnSaverOptions {
  /** Locks that have given the lease. Those of the saver's own database are asked by the statements that write, not before them. */
  readonly locks?: ThreadLocks;
  /** Channels of the graph. The values of other channels stay in the thread. */
  readonly channels?: object | undefined;
  readonly run?: TurnRun;
}

/**
 * Saver of one thread under a lease: it writes while the lease is active, marks what it stores with the run, keeps the values that the
 * graph does not declare, and remembers the newest checkpoint that it stored or read.
 *
 * @internal
 */
export class TurnSaver extends WrappedSaver {
  readonly #lease: Lease;
  readonly #run: TurnRun;
  /** Null for a graph whose channels are not known, such as one on a server. */
  readonly #undeclared: UndeclaredValues | null;
  /** True if each statement that writes checks the token of the lease. */
  readonly #isFenced: boolean;
  /** Id of the newest checkpoint by namespace. */
  readonly #newest = new Map<string, string>();
  #firstId: string | null = null;
  /** User who sent the message of a turn that has not begun. Undefined for a turn that has, and if nobody knows. */
  #sender: string | null | undefined;
  /** Error of the locks while they checked the lease for a pending write. */
  #lockError: unknown = null;
  /** Newest checkpoint of the thread, or that it has none, until it is read or something is written. */
  #start: { readonly tuple: CheckpointTuple | undefined } | null = null;
  #hasEnded = false;

  constructor(saver: BaseCheckpointSaver, lease: Lease, { locks, channels, run = newRun() }: TurnSaverOptions = {}) {
    super(saver);
    this.#lease = lease;
    this.#run = run;
    this.#undeclared = channels === undefined ? null : new UndeclaredValues(channels);
    this.#isFenced = locks !== undefined && isFencedBy(innermost(saver), locks);
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

  /** Gives the next reader of the thread its newest checkpoint, which was read under the lease. Undefined for an empty thread. */
  startAt(tuple: CheckpointTuple | undefined): void {
    this.#start = { tuple };
  }

  /** Refuses all writes from now on. Called before the lease is released. */
  end(): void {
    this.#hasEnded = true;
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const namespace = this.#namespaceOf(config);
    const isNewest = config.configurable?.["checkpoint_id"] === undefined;
    const start = namespace === "" && isNewest ? this.#start : null;
    if (start !== null) {
      this.#start = null;
      return start.tuple === undefined ? undefined : ownTuple(start.tuple);
    }
    const tuple = await super.getTuple(config);
    if (tuple === undefined || namespace === null) return tuple;
    if (namespace === "") this.#undeclared?.read(tuple.checkpoint);
    if (isNewest && !this.#newest.has(namespace)) {
      this.#newest.set(namespace, tuple.checkpoint.id);
      if (namespace === "") {
        this.#firstId = tuple.checkpoint.id;
        this.#sender = senderIn(tuple.metadata ?? {}, tuple.checkpoint.id);
      }
    }
    return tuple;
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const { token, durable } = this.#lease;
    this.#start = null;
    this.throwLockError();
    await this.#requireLease();
    const namespace = this.#namespaceOf(config);
    const isRoot = namespace === "";
    const whole = isRoot ? await this.#withUndeclared(config, checkpoint) : checkpoint;
    if (isRoot && metadata.source === "input") this.#sender = this.#run.sender;
    else if (isRoot && (metadata.source !== "loop" || Object.hasOwn(newVersions, TURN))) this.#sender = undefined;
    const stamped: CheckpointMetadata = Object.assign({}, metadata, durable ? leaseMarks(token, checkpoint.id) : {}, {
      ...runMarks(this.#run, { checkpointId: checkpoint.id, isRoot, sender: this.#sender }),
    });
    const stored = await this.#store(() => super.put(config, whole, stamped, newVersions));
    if (isRoot) this.#run.begun = null;
    if (namespace !== null) await this.#requireNewest(namespace, checkpoint.id);
    return stored;
  }

  override async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    taskPath?: string,
  ): Promise<void> {
    const { answered, trace } = this.#run;
    // A node can take an answer back.
    const isStored = answered.has(taskId) && writes.some(([, value]) => !Array.isArray(value) || value.length > 0);
    if (isStored || !(await this.#mayWrite())) return;
    this.#start = null;
    const { token, durable } = this.#lease;
    const stamped = durable ? { ...config, configurable: { ...config.configurable, [FENCE]: token } } : config;
    try {
      await this.#store(() => super.putWrites(stamped, writes, taskId, taskPath));
      if (trace !== null && this.#namespaceOf(config) === "") traceWrites(trace, writes);
      // After the answer: a key without an answer would make the repeated call lose it.
      const isAnswer = isInterruptId(taskId) && writes.some(([channel]) => channel === "__resume__");
      const beside = isAnswer ? writesBesideAnswer(this.#run) : [];
      if (beside.length > 0) await this.#store(() => super.putWrites(stamped, beside, taskId, taskPath));
    } catch (error) {
      if (!stateManagerErrors.fenced.is(error)) throw error;
    }
  }

  override async deleteThread(threadId: string): Promise<void> {
    const { token, durable } = this.#lease;
    await this.#requireLease();
    await this.#store(() => super.deleteThread(threadId, durable ? { fence: token } : {}));
  }

  async #withUndeclared(config: RunnableConfig, checkpoint: Checkpoint): Promise<Checkpoint> {
    const parentId: unknown = config.configurable?.["checkpoint_id"];
    if (this.#undeclared === null || typeof parentId !== "string") return checkpoint;
    if (!this.#undeclared.knows(parentId)) await this.getTuple(config);
    return this.#undeclared.addTo(checkpoint, parentId);
  }

  async #holds(): Promise<boolean> {
    if (this.#hasEnded) return false;
    return this.#isFenced ? !this.#lease.signal.aborted : this.#lease.holds();
  }

  async #requireLease(): Promise<void> {
    const { threadId, token } = this.#lease;
    if (!(await this.#holds())) throw stateManagerErrors.fenced({ threadId, token });
  }

  /** False when the lease is lost or the locks fail; the next checkpoint then throws. */
  async #mayWrite(): Promise<boolean> {
    try {
      return await this.#holds();
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

/** Channel that each turn writes when it begins. */
const TURN = "runtime_turn_id";

/** True for an error of any Tidemark package, including another installed copy. */
const isTyped = (error: unknown): boolean =>
  typeof error === "object" && error !== null && Reflect.get(error, "~tidemark/error") === true;

/** A checkpoint that LangGraph may change: it counts versions up in place, and removes the answers that it has passed on. */
export const ownTuple = (tuple: CheckpointTuple): CheckpointTuple => ({
  ...tuple,
  checkpoint: { ...tuple.checkpoint, ...copyCheckpoint(tuple.checkpoint) },
  ...(tuple.pendingWrites && { pendingWrites: [...tuple.pendingWrites] }),
});
