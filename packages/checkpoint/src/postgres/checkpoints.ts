import type { RunnableConfig } from "@langchain/core/runnables";
import {
  type ChannelVersions,
  type Checkpoint,
  type CheckpointMetadata,
  type PendingWrite,
} from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "../errors.ts";
import { LEASES, tokenIn, tokenOfMetadata } from "../locks/lease-names.ts";
import { copyCheckpoint } from "../storage/checkpoint-tree.ts";
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
    const token = tokenOfMetadata(metadata, checkpoint.id);
    const copied = copyCheckpoint(checkpoint);
    await this.thread(threadId).write({ kind: "checkpoint", namespace, parent, described, checkpoint: copied, token });
    return configOf(threadId, namespace, checkpoint.id);
  }

  override async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    // LangGraph before 1.5 passes no path.
    taskPath = "",
  ): Promise<void> {
    const threadId = requireThread(config);
    const { namespace = "", checkpointId } = asked(config);
    if (checkpointId === undefined) throw checkpointErrors.missingId({ id: "checkpoint_id" });
    const token = tokenIn(config.configurable ?? {});
    const place = { namespace, checkpointId, taskId, taskPath };
    await this.thread(threadId).write({ kind: "writes", ...place, writes, token });
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

/** Asks in the transaction that removes whether the thread has gone to another writer; a new lease waits for its end. */
export async function refuseLate({ query, store }: Maintenance, threadId: string, token: number | null): Promise<void> {
  if (token === null) return;
  const leases = `${store.schema}.${LEASES}`;
  const [table] = await query("SELECT to_regclass($1) IS NOT NULL AS leased", [leases]);
  if (table?.["leased"] !== true) return;
  const [lease] = await query(`SELECT token FROM ${leases} WHERE thread_id = $1 FOR SHARE`, [threadId]);
  if (lease !== undefined && Number(lease["token"]) > token) throw checkpointErrors.fenced({ threadId });
}
