import { PgBoss } from "pg-boss";
import type { TurnEngine } from "../../src/index.ts";

interface PgBossEngineOptions {
  readonly storage: TurnEngine;
  readonly connectionString: string;
  readonly schema: string;
}

/** Brings turns to workers through pg-boss: the turns stay in the storage, and each is a job, in order for its thread. */
export function pgBossEngine({ storage, connectionString, schema }: PgBossEngineOptions): TurnEngine {
  let opening: Promise<PgBoss> | null = null;
  const open = (): Promise<PgBoss> => {
    opening ??= (async () => {
      const boss = new PgBoss({ connectionString, schema, max: 4 });
      boss.on("error", () => undefined);
      return boss.start();
    })();
    return opening;
  };
  return {
    ...storage,
    name: "pg-boss",
    async dispatch({ queue, turnId, threadId, delay }) {
      const boss = await open();
      await boss.send(await queueOf(boss, queue), { turnId }, { singletonKey: threadId, startAfter: delay / 1_000 });
    },
    async work(runner) {
      const boss = await open();
      const queue = await queueOf(boss, runner.queue);
      const deliveries = runner.openDeliveries();
      await boss.work<{ turnId: string }>(
        queue,
        { localConcurrency: runner.concurrency, pollingIntervalSeconds: 0.5 },
        async (jobs) => {
          for (const { data } of jobs) {
            // A job that fails is tried again, by another worker.
            if (!(await deliveries.deliver(data.turnId))) throw new Error("This worker stops.");
          }
        },
      );
      return {
        wake: () => deliveries.wake(),
        async stop() {
          await deliveries.stop();
          await boss.offWork(queue);
        },
      };
    },
    async close() {
      const boss = await opening?.catch(() => null);
      await boss?.stop({ graceful: false });
      await storage.close();
    },
  };
}

async function queueOf(boss: PgBoss, turns: string): Promise<string> {
  await boss.createQueue(turns, { policy: "key_strict_fifo", retryLimit: 1_000, heartbeatSeconds: 10 });
  return turns;
}
