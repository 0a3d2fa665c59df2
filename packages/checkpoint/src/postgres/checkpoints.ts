import type { RunnableConfig } from "@langchain/core/runnables";
import {
  type ChannelVersions,
  type Checkpoint,
  type CheckpointMetadata,
  copyCheckpoint,
  type PendingWrite,
} from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "../errors.ts";
import { asked, configOf, requireThread } from "../storage/saver-config.ts";
import { PostgresReader } from "./reader.ts";
import type { Maintenance } from "./rebase.ts";
import { storedId } from "./stored-id.ts";

/**
 * What the host asks of a saver, on Postgres.
 *
 * @internal
 */
export abstract class PostgresCheckpoints extends PostgresReader {
  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    _newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const threadId = requireThread(config);
    const { namespace = "", checkpointId: parent } = asked(config);
    const described = this.serializer.stringify(metadata);
    // The host copies the metadata of the checkpoint before, and with it the token of a lease that is over.
    const token = Reflect.get(metadata, "tidemark_fence_of") === checkpoint.id ? tokenOf(metadata) : null;
    const copied = copyCheckpoint(checkpoint);
    await this.thread(threadId).write({ kind: "checkpoint", namespace, parent, described, checkpoint: copied, token });
    return configOf(threadId, namespace, checkpoint.id);
  }

  override async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    const threadId = requireThread(config);
    const { namespace = "", checkpointId } = asked(config);
    if (checkpointId === undefined) throw checkpointErrors.missingId({ id: "checkpoint_id" });
    const token = tokenOf(config.configurable ?? {});
    await this.thread(threadId).write({ kind: "writes", namespace, checkpointId, taskId, writes, token });
  }

  /** Runs what removes or copies as one transaction, one in the database at a time, with nobody writing to the threads. */
  protected async maintain<Result>(
    threads: readonly string[],
    body: (maintenance: Maintenance) => Promise<Result>,
  ): Promise<Result> {
    const { schema } = this.store;
    await this.store.prepare();
    try {
      return await this.connection.transaction(async (query) => {
        await query(`SELECT ${schema}.tidemark_lock_maintenance()`);
        for (const thread of threads) await query(`SELECT ${schema}.tidemark_lock_thread($1)`, [storedId(thread)]);
        return body({ query, store: this.store });
      });
    } finally {
      for (const thread of threads) this.thread(thread).forget();
    }
  }
}

function tokenOf(source: object): number | null {
  const token: unknown = Object.hasOwn(source, "tidemark_fence") ? Reflect.get(source, "tidemark_fence") : null;
  return typeof token === "number" && Number.isSafeInteger(token) ? token : null;
}
