import { DBOSClient } from "@dbos-inc/dbos-sdk";
import type { TurnEngine } from "../engine/turn-engine.graph.ts";
import { messageOf, workerErrors } from "../errors.ts";
import { startDbosWork } from "./dbos-work.ts";
import { prepareDbos } from "./dbos-schema.ts";
import { APPLICATION, queueOf, WORKFLOW } from "./dbos-names.ts";

/** Options of {@link dbosEngine}. */
interface DbosEngineOptions {
  /** Engine whose storage keeps the turns: `postgresEngine(pool)` on the database of the saver. */
  readonly storage: TurnEngine;
  /** Connection string of the Postgres that DBOS uses, which may be the same database. */
  readonly connectionString: string;
  /** Schema of the tables of DBOS. It is created if it is missing. Defaults to `dbos`. */
  readonly schema?: string;
}

/**
 * Brings turns to workers through the durable queues of DBOS, on Postgres and without another server.
 *
 * Each turn is a workflow with the id of the turn, in a queue that is partitioned by thread. The turns stay in the storage, which decides on
 * their order and limits; workflows of workers that ended are resumed by the others. DBOS exists once in a process: a process runs one
 * worker of this engine, and no other workflows.
 *
 * @example
 * ```ts
 * import { dbosEngine } from "tidemark/workers/dbos";
 * import { postgresEngine } from "tidemark/workers/postgres";
 *
 * type Pool = Parameters<typeof postgresEngine>[0];
 *
 * export const engineOn = (pool: Pool, connectionString: string) =>
 *   dbosEngine({ storage: postgresEngine(pool), connectionString });
 * ```
 */
export function dbosEngine({ storage, connectionString, schema = "dbos" }: DbosEngineOptions): TurnEngine {
  let opening: Promise<DBOSClient> | null = null;
  const open = async (): Promise<DBOSClient> => {
    opening ??= openClient(connectionString, schema);
    try {
      return await opening;
    } catch (error) {
      opening = null;
      throw error;
    }
  };
  return {
    name: "dbos",
    store: (queue) => storage.store(queue),
    locks: (saver, leaseMilliseconds) => storage.locks(saver, leaseMilliseconds),
    async dispatch({ queue, turnId, threadId, delay }) {
      const options = {
        workflowName: WORKFLOW,
        queueName: queueOf(queue),
        workflowID: `${queue}/${turnId}`,
        queuePartitionKey: threadId,
        ...(delay > 0 && { delaySeconds: delay / 1_000 }),
      };
      try {
        const client = await open();
        await client.enqueue(options, turnId);
      } catch (error) {
        throw workerErrors.notDelivered({ turnId, problem: messageOf(error) }, { cause: error });
      }
    },
    async work(runner) {
      const store = storage.store(runner.queue);
      return startDbosWork({ runner, client: await open(), store, connectionString, schema });
    },
    async close() {
      const client = await opening?.catch(() => null);
      await client?.destroy();
      await storage.close();
    },
  };
}

async function openClient(connectionString: string, schema: string): Promise<DBOSClient> {
  const client = await DBOSClient.create({
    systemDatabaseUrl: connectionString,
    systemDatabaseSchemaName: schema,
    systemDatabasePoolSize: 4,
    applicationName: APPLICATION,
    logger: { info: ignore, debug: ignore, warn: ignore, error: ignore },
  });
  try {
    // A process that only sends turns uses the tables of any version of DBOS, and creates them if there are none.
    await client.listQueues();
  } catch {
    await prepareDbos(connectionString, schema);
  }
  return client;
}

// Its errors are also thrown.
const ignore = (): void => undefined;
