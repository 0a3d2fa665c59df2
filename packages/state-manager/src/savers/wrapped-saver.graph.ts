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

/** A saver that can check leases: it refuses to delete a thread whose newest lease has a higher token. */
interface DeletingSaver {
  deleteThread(threadId: string, options?: { readonly fence?: number }): Promise<void>;
}

/**
 * Base class of savers that delegate to another saver.
 *
 * @internal
 */
export class WrappedSaver extends BaseCheckpointSaver {
  protected readonly saver: BaseCheckpointSaver;

  constructor(saver: BaseCheckpointSaver) {
    super(saver.serde);
    this.saver = saver;
  }

  /** Saver to which calls are delegated. */
  get inner(): BaseCheckpointSaver {
    return this.saver;
  }

  override getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    return this.saver.getTuple(config);
  }

  override list(config: RunnableConfig, options?: CheckpointListOptions): AsyncGenerator<CheckpointTuple> {
    return this.saver.list(config, options);
  }

  override put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    return this.saver.put(config, checkpoint, metadata, newVersions);
  }

  override putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    // LangGraph before 1.5 passes no path.
    taskPath?: string,
  ): Promise<void> {
    return this.saver.putWrites(config, writes, taskId, taskPath);
  }

  override deleteThread(threadId: string, options: { readonly fence?: number } = {}): Promise<void> {
    // Savers without leases ignore the second argument.
    const saver: DeletingSaver = this.saver;
    return saver.deleteThread(threadId, options);
  }

  override getDeltaChannelHistory(
    options: Parameters<BaseCheckpointSaver["getDeltaChannelHistory"]>[0],
  ): ReturnType<BaseCheckpointSaver["getDeltaChannelHistory"]> {
    return this.saver.getDeltaChannelHistory(options);
  }

  override getNextVersion(current: number | undefined): number {
    return this.saver.getNextVersion(current);
  }
}

/** Returns the innermost wrapped saver, whose values are unmodified. */
export const innermost = (saver: BaseCheckpointSaver): BaseCheckpointSaver =>
  saver instanceof WrappedSaver ? innermost(saver.inner) : saver;
