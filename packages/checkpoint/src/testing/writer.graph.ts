import { type BaseCheckpointSaver, type CheckpointTuple, emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { FENCE, leaseMarks } from "../kernel/lease-names.ts";
import type { Lease, ThreadLocks } from "../locks/thread-locks.ts";

/** One process that stores threads: a saver, and the locks that give each thread one writer. */
export interface WriterHost {
  readonly saver: BaseCheckpointSaver;
  /** Locks of the storage. Without them, every process may write to every thread. */
  readonly locks?: ThreadLocks;
}

/** Checkpoint to store: its entries, and the checkpoint that it follows. */
interface Entry {
  readonly log: readonly string[];
  /** Id of the parent. Defaults to the newest checkpoint. */
  readonly parent?: string | undefined;
  /** Defaults to a new id. */
  readonly id?: string;
}

/**
 * Writer of one thread, which writes as a session does: under a lease if there are locks, with its fencing token.
 *
 * @internal
 */
export class Writer {
  readonly threadId: string;
  readonly #saver: BaseCheckpointSaver;
  readonly #lease: Lease | null;

  private constructor(saver: BaseCheckpointSaver, threadId: string, lease: Lease | null) {
    this.#saver = saver;
    this.threadId = threadId;
    this.#lease = lease;
  }

  /** Waits for the thread, and begins to write to it. */
  static async begin({ saver, locks }: WriterHost, threadId: string): Promise<Writer> {
    if (locks === undefined) return new Writer(saver, threadId, null);
    const acquired = await locks.acquire(threadId);
    if (acquired.outcome !== "acquired") throw new Error(`The thread was not acquired: ${acquired.outcome}.`);
    return new Writer(saver, threadId, acquired.lease);
  }

  async end(): Promise<void> {
    await this.#lease?.release();
  }

  /** The newest checkpoint, or the one with this id. */
  async tuple(checkpointId?: string): Promise<CheckpointTuple | undefined> {
    return this.#saver.getTuple(this.#config(checkpointId));
  }

  /** Entries of the newest checkpoint, or of the one with this id. */
  async log(checkpointId?: string): Promise<readonly string[]> {
    return logOf(await this.tuple(checkpointId));
  }

  /** Ids of all checkpoints of the thread. */
  async ids(): Promise<readonly string[]> {
    const ids: string[] = [];
    for await (const { checkpoint } of this.#saver.list(this.#config())) ids.push(checkpoint.id);
    return ids;
  }

  /** Stores a checkpoint, and returns its id. Throws if the storage refuses it. */
  async put({ log, parent, id = emptyCheckpoint().id }: Entry): Promise<string> {
    await this.#requireLease();
    const before = await this.tuple(parent);
    const version = nextVersion(this.#saver, before?.checkpoint.channel_versions["log"]);
    const checkpoint = {
      ...emptyCheckpoint(),
      id,
      channel_values: { log: [...log] },
      channel_versions: { log: version },
    };
    const token = this.#lease?.durable === true ? leaseMarks(this.#lease.token, id) : {};
    const metadata = { source: "loop" as const, step: log.length, parents: {}, ...token };
    await this.#saver.put(this.#config(before?.checkpoint.id), checkpoint, metadata, { log: version });
    return id;
  }

  /** Stores the results of a task of a checkpoint. */
  async putWrites(checkpointId: string, taskId: string, value: string): Promise<void> {
    await this.#requireLease();
    const { configurable } = this.#config(checkpointId);
    const fence = this.#lease?.durable === true ? { [FENCE]: this.#lease.token } : {};
    await this.#saver.putWrites({ configurable: { ...configurable, ...fence } }, [["log", value]], taskId);
  }

  /** Results of the tasks of a checkpoint, sorted. */
  async writes(checkpointId: string): Promise<readonly string[]> {
    const { pendingWrites = [] } = (await this.tuple(checkpointId)) ?? {};
    return pendingWrites.map(([taskId, channel, value]) => `${taskId} ${channel} ${String(value)}`).toSorted(compare);
  }

  async deleteThread(): Promise<void> {
    await this.#saver.deleteThread(this.threadId);
  }

  /** Locks within one process are asked before each write, because no storage knows their tokens. */
  async #requireLease(): Promise<void> {
    if (this.#lease?.durable === false && !(await this.#lease.holds())) throw new Error("The lease is lost.");
  }

  #config(checkpointId?: string) {
    const named = checkpointId === undefined ? {} : { checkpoint_id: checkpointId };
    return { configurable: { thread_id: this.threadId, checkpoint_ns: "", ...named } };
  }
}

/** The version that the saver gives a changed value. LangGraph declares versions as numbers or text, and a saver declares one of them. */
const nextVersion = (saver: BaseCheckpointSaver<string | number>, current?: string | number) =>
  saver.getNextVersion(current);

const compare = (one: string, other: string): number => (one < other ? -1 : 1);

/**
 * Entries of a checkpoint.
 *
 * @internal
 */
export function logOf(tuple: CheckpointTuple | undefined): readonly string[] {
  const log: unknown = tuple?.checkpoint.channel_values["log"] ?? [];
  return Array.isArray(log) ? log.map(String) : [];
}
