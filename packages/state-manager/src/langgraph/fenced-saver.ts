import type { RunnableConfig } from "@langchain/core/runnables";
import type {
  BaseCheckpointSaver,
  ChannelVersions,
  Checkpoint,
  CheckpointMetadata,
  PendingWrite,
} from "@langchain/langgraph-checkpoint";
import { stateManagerErrors } from "../errors.ts";
import type { Lease } from "../lock.ts";
import { WrappedSaver } from "./wrapped-saver.ts";

/** How `sqliteLocks` and `postgresLocks` say that a statement came too late. */
const FENCED = "tidemark_fenced";

/**
 * Lets a saver write only while the lease is held; what it reads, and everything else, is the saver's own.
 *
 * A checkpoint under a lost lease throws `state-manager/fenced` and is not stored. Under a lease that a database keeps it carries
 * the token as `tidemark_fence` in its metadata, and its own id as `tidemark_fence_of`: by these the triggers of `sqliteLocks` and
 * `postgresLocks` refuse a writer that lost its lease between the question and the statement. Writes between checkpoints are given
 * the token in their config, for savers that ask for it; those of a lost lease are dropped without a word: the host ends the process
 * when they are refused, and the checkpoint that follows reports the loss.
 */
export function fencedSaver(saver: BaseCheckpointSaver, lease: Lease): BaseCheckpointSaver {
  return new FencedSaver(saver, lease);
}

class FencedSaver extends WrappedSaver {
  readonly #lease: Lease;

  constructor(saver: BaseCheckpointSaver, lease: Lease) {
    super(saver);
    this.#lease = lease;
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const { threadId, token, durable } = this.#lease;
    if (!(await this.#lease.holds())) throw stateManagerErrors.fenced({ threadId, token });
    // The host copies the metadata of the checkpoint before, and with it the token of a lease that is over.
    const stamp = { tidemark_fence: token, tidemark_fence_of: checkpoint.id };
    const stamped: CheckpointMetadata = durable ? Object.assign({}, metadata, stamp) : metadata;
    try {
      return await super.put(config, checkpoint, stamped, newVersions);
    } catch (error) {
      if (error instanceof Error && error.message.includes(FENCED)) {
        throw stateManagerErrors.fenced({ threadId, token }, { cause: error });
      }
      throw error;
    }
  }

  override async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    taskPath?: string,
  ): Promise<void> {
    if (!(await this.#lease.holds())) return;
    const { token, durable } = this.#lease;
    const stamped = durable ? { ...config, configurable: { ...config.configurable, tidemark_fence: token } } : config;
    try {
      await super.putWrites(stamped, writes, taskId, taskPath);
    } catch (error) {
      if (!(error instanceof Error && error.message.includes(FENCED))) throw error;
    }
  }
}
