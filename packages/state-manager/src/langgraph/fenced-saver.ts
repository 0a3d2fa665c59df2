import type { RunnableConfig } from "@langchain/core/runnables";
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  type PendingWrite,
} from "@langchain/langgraph-checkpoint";
import { stateManagerErrors } from "../errors.ts";
import type { Lease } from "../lock.ts";

/** How `sqliteLocks` and `postgresLocks` say that a statement came too late. */
const FENCED = "tidemark_fenced";

/**
 * Lets a saver write only while the lease is held; what it reads, and everything else, is the saver's own.
 *
 * A checkpoint under a lost lease throws `state-manager/fenced` and is not stored. It carries the lease's token as
 * `tidemark_fence` in its metadata, and its own id as `tidemark_fence_of`, by which the triggers of `sqliteLocks` and `postgresLocks` refuse a writer that lost its lease between
 * the question and the statement. Writes between checkpoints of a lost lease are dropped without a word: the host ends the process
 * when they are refused, and the checkpoint that follows reports the loss.
 */
export function fencedSaver(saver: BaseCheckpointSaver, lease: Lease): BaseCheckpointSaver {
  return new FencedSaver(saver, lease);
}

class FencedSaver extends BaseCheckpointSaver {
  readonly #saver: BaseCheckpointSaver;
  readonly #lease: Lease;

  constructor(saver: BaseCheckpointSaver, lease: Lease) {
    super(saver.serde);
    this.#saver = saver;
    this.#lease = lease;
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const { threadId, token } = this.#lease;
    if (!(await this.#lease.holds())) throw stateManagerErrors.fenced({ threadId, token });
    // The host copies the metadata of the checkpoint before, and with it the token of a lease that is over.
    const stamped: CheckpointMetadata = Object.assign({}, metadata, {
      tidemark_fence: token,
      tidemark_fence_of: checkpoint.id,
    });
    try {
      return await this.#saver.put(config, checkpoint, stamped, newVersions);
    } catch (error) {
      if (error instanceof Error && error.message.includes(FENCED)) {
        throw stateManagerErrors.fenced({ threadId, token }, { cause: error });
      }
      throw error;
    }
  }

  override async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    if (await this.#lease.holds()) await this.#saver.putWrites(config, writes, taskId);
  }

  override getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    return this.#saver.getTuple(config);
  }

  override list(config: RunnableConfig, options?: CheckpointListOptions): AsyncGenerator<CheckpointTuple> {
    return this.#saver.list(config, options);
  }

  override deleteThread(threadId: string): Promise<void> {
    return this.#saver.deleteThread(threadId);
  }

  override getDeltaChannelHistory(
    options: Parameters<BaseCheckpointSaver["getDeltaChannelHistory"]>[0],
  ): ReturnType<BaseCheckpointSaver["getDeltaChannelHistory"]> {
    return this.#saver.getDeltaChannelHistory(options);
  }

  override getNextVersion(current: number | undefined): number {
    return this.#saver.getNextVersion(current);
  }
}
