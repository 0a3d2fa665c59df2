/** One worker of `workers.ts`: gets its orders as JSON, says that it is ready, and starts at the first message. */
import { startWorker } from "@tidemark/workers";
import { openTurns, type TurnsPlace } from "./turns.ts";

/** Orders of a worker. */
export interface WorkerOrders extends TurnsPlace {
  /** `turns` runs the graph, `bare` claims turns and ends them, `hold` stops in the node until it is killed. */
  readonly kind: "turns" | "bare" | "hold";
  readonly concurrency: number;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `workers.ts` wrote it
const orders = JSON.parse(process.argv[2] ?? "{}") as WorkerOrders;
const { turns, store } = openTurns(orders, async () => {
  if (orders.kind !== "hold") return;
  process.send?.("holding");
  await new Promise(() => {});
});
await turns.measure();
process.send?.("ready");
await new Promise((resolve) => process.once("message", resolve));

if (orders.kind === "bare") {
  const worker = `bare ${process.pid}`;
  await store.enter(worker);
  const loop = async (): Promise<void> => {
    for (;;) {
      const turn = await store.claim({ worker, maxAttempts: 3, maxPerUser: 1_000 });
      if (turn === null) return;
      await store.end(turn, { outcome: "done", turnId: null, checkpointId: null });
    }
  };
  await Promise.all(Array.from({ length: orders.concurrency }, loop));
} else {
  const worker = await startWorker(turns, { concurrency: orders.concurrency, onError: () => {} });
  process.once("SIGTERM", () => {
    void worker.stop().then(() => process.exit(0));
  });
}
