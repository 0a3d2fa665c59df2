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

/** A saver that may know leases: it refuses to delete a thread whose newest lease has a larger token. */
interface DeletingSaver {
  deleteThread(threadId: string, options?: { readonly fence?: number }): Promise<void>;
}

/**
 * A saver that does all as another one does; those that do something more override that.
 *
 * @internal
 */
export class WrappedSaver extends BaseCheckpointSaver {
  protected readonly saver: BaseCheckpointSaver;

  constructor(saver: BaseCheckpointSaver) {
    super(saver.serde);
    this.saver = saver;
  }

  /** The saver that all is handed on to. */
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
    // Savers that know no leases take one argument.
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

/** The saver at the bottom of wrapped ones: what it gives is as it is stored. */
export const innermost = (saver: BaseCheckpointSaver): BaseCheckpointSaver =>
  saver instanceof WrappedSaver ? innermost(saver.inner) : saver;
