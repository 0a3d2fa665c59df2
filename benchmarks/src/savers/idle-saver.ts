import type { RunnableConfig } from "@langchain/core/runnables";
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointMetadata,
  type CheckpointTuple,
} from "@langchain/langgraph-checkpoint";

/** A saver that does nothing but return the newest checkpoint of a thread, as the same object: the cost of a turn without a saver. */
export class IdleSaver extends BaseCheckpointSaver {
  readonly #newest = new Map<unknown, CheckpointTuple>();

  override getTuple({ configurable }: RunnableConfig): Promise<CheckpointTuple | undefined> {
    return Promise.resolve(this.#newest.get(configurable?.["thread_id"]));
  }

  override put(
    { configurable }: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    _newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const threadId: unknown = configurable?.["thread_id"];
    const config = { configurable: { thread_id: threadId, checkpoint_ns: "", checkpoint_id: checkpoint.id } };
    this.#newest.set(threadId, { config, checkpoint, metadata, pendingWrites: [] });
    return Promise.resolve(config);
  }

  override putWrites(): Promise<void> {
    return Promise.resolve();
  }

  override deleteThread(threadId: string): Promise<void> {
    this.#newest.delete(threadId);
    return Promise.resolve();
  }

  override async *list(): AsyncGenerator<CheckpointTuple> {}
}
