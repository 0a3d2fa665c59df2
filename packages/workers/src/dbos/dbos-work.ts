import { DBOS, type DBOSClient } from "@dbos-inc/dbos-sdk";
import { systemClock } from "@tidemark/state-manager";
import type { TurnDeliveries } from "../engine/deliveries.ts";
import { Signals } from "../engine/signals.ts";
import { workerOf } from "../engine/worker-ids.ts";
import { workerErrors } from "../errors.ts";
import type { TurnStore } from "../store/turn-store.ts";
import { withDbosLock } from "./dbos-schema.ts";
import { APPLICATION, queueOf, VERSION, WORKFLOW } from "./dbos-names.ts";

/** Time between two looks of a worker into its queue, in milliseconds. */
const LOOK = 100;

/** Maximum number of workflows that are resumed or removed at once. */
const BATCH = 500;

/** Age at which workflows of ended turns are removed, in milliseconds. The turns themselves are in the storage. */
const KEPT = 3_600_000;

/** Time between two removals, in milliseconds. */
const TRIM = 60_000;

/** Time that a worker waits for a database that does not answer when it stops, in milliseconds. */
const PATIENCE = 5_000;

/** Functions of a worker that DBOS calls. */
interface DbosWorker {
  readonly queue: string;
  readonly worker: string;
  readonly concurrency: number;
  readonly takeOver: number;
  openDeliveries(): TurnDeliveries;
  report(error: unknown): void;
}

/** Options of {@link startDbosWork}. */
interface DbosWorkOptions {
  readonly runner: DbosWorker;
  readonly client: DBOSClient;
  readonly store: TurnStore;
  readonly connectionString: string;
  readonly schema: string;
}

/** The worker of this process: DBOS and its workflows exist once in a process. */
let deliveries: TurnDeliveries | null = null;
let isTaken = false;

const registerOnce = ((): (() => void) => {
  let isRegistered = false;
  return () => {
    if (isRegistered) return;
    isRegistered = true;
    // Each dispatch counts as an attempt, and the storage counts those that matter.
    DBOS.registerWorkflow(runTurn, { name: WORKFLOW, maxRecoveryAttempts: 1_000_000 });
  };
})();

/** The workflow of a turn. It has no steps: what has happened is in the storage of the turns and in the checkpoints of the thread. */
async function runTurn(turnId: string): Promise<void> {
  const hasEnded = deliveries !== null && (await deliveries.deliver(turnId));
  // A workflow that returned would be over. This one stays unfinished, and is resumed by another worker.
  if (!hasEnded) await new Promise(() => undefined);
}

/** Starts DBOS in this process, and resumes workflows of workers that ended. */
export async function startDbosWork({ runner, client, store, connectionString, schema }: DbosWorkOptions) {
  if (isTaken || DBOS.isInitialized()) throw workerErrors.oneWorker({ engine: "dbosEngine" });
  isTaken = true;
  const queueName = queueOf(runner.queue);
  try {
    registerOnce();
    const known = await client.retrieveQueue(queueName);
    await client.registerQueue(queueName, {
      // The limit is that of each worker, and workers may have different ones: each keeps its own in its deliveries.
      workerConcurrency: Math.max(runner.concurrency, known?.workerConcurrency ?? 0),
      partitionConcurrency: 1,
      minPollingIntervalMs: LOOK,
    });
    deliveries = runner.openDeliveries();
    DBOS.setConfig({
      name: APPLICATION,
      applicationVersion: VERSION,
      executorID: runner.worker,
      systemDatabaseUrl: connectionString,
      systemDatabaseSchemaName: schema,
      systemDatabasePoolSize: 4,
      listenQueues: [queueName],
      useListenNotify: false,
      logger: { info: ignore, debug: ignore, warn: ignore, error: (error) => runner.report(error) },
    });
    await withDbosLock(connectionString, schema, () => DBOS.launch());
  } catch (error) {
    await deliveries?.stop();
    deliveries = null;
    isTaken = false;
    throw error;
  }
  const { worker, takeOver } = runner;
  const report = (error: unknown): void => runner.report(error);
  const delivered = deliveries;
  const stopped = new AbortController();
  const signals = new Signals(systemClock);

  const pendingOf = async () =>
    client.listWorkflows({ queueName, status: "PENDING", loadInput: false, loadOutput: false, limit: BATCH });
  const requeue = async (isDead: (executor: string) => boolean, pending: Awaited<ReturnType<typeof pendingOf>>) => {
    const left = pending.filter(({ executorId = "" }) => isDead(executorId)).map(({ workflowID }) => workflowID);
    if (left.length > 0) await client.resumeWorkflows(left, { queueName });
  };
  /** Puts workflows of workers that do not live back into the queue. Any worker may do so at any time, and be killed in between. */
  const recover = async (): Promise<void> => {
    // Read before the workers: a worker registers before it takes workflows.
    const pending = await pendingOf();
    const alive = new Set((await store.workers()).map(({ worker: id }) => workerOf(id)));
    await requeue((executor) => !alive.has(executor), pending);
  };
  const trim = async (): Promise<void> => {
    const old = await client.listWorkflows({
      queueName,
      status: ["SUCCESS", "ERROR", "CANCELLED"],
      completedBefore: before(systemClock.now(), KEPT),
      loadInput: false,
      loadOutput: false,
      limit: BATCH,
    });
    if (old.length > 0) await client.deleteWorkflows(old.map(({ workflowID }) => workflowID));
  };
  const every = async (milliseconds: number, body: () => Promise<void>): Promise<void> => {
    const watch = signals.watch(queueName, () => milliseconds);
    while (!stopped.signal.aborted) {
      try {
        await body();
      } catch (error) {
        report(error);
      }
      await watch.next(stopped.signal);
    }
    watch.end();
  };
  void every(takeOver / 2, recover);
  void every(TRIM, trim);

  return {
    wake() {
      signals.wake();
      delivered.wake();
    },
    async stop() {
      stopped.abort();
      await delivered.stop();
      await DBOS.shutdown();
      // Its unfinished workflows belong to the others now, who would also find them without this.
      const ended = new AbortController();
      const handedOver = pendingOf().then((pending) => requeue((executor) => executor === worker, pending));
      await Promise.race([handedOver.catch(report), systemClock.wait(PATIENCE, ended.signal)]);
      ended.abort();
      deliveries = null;
      isTaken = false;
    },
  };
}

const ignore = (): void => undefined;

/** A moment some milliseconds before another one. */
const before = (moment: string, milliseconds: number): string =>
  // oxlint-disable-next-line no-restricted-globals -- a calculation with a moment of the clock
  new Date(Date.parse(moment) - milliseconds).toISOString();
