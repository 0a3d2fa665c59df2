/** One worker of `workers.ts`: gets its orders as JSON, says that it is ready, and starts at the first message. */
import { startWorker } from "@tidemark/workers";
import { fill, openTurns, type TurnsPlace } from "./turns.ts";

/** Orders of a worker. */
export interface WorkerOrders extends TurnsPlace {
  /** `turns` runs the graph, `bare` claims turns and ends them, `fail` fails in the node, `hold` stops in the node until it is killed, `burn` has no turns and needs a core. */
  readonly kind: "turns" | "bare" | "fail" | "hold" | "burn";
  readonly concurrency: number;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `workers.ts` wrote it
const orders = JSON.parse(process.argv[2] ?? "{}") as WorkerOrders;
const { turns, store } = openTurns(orders, async () => {
  if (orders.kind === "fail") throw new Error("As ordered.");
  if (orders.kind !== "hold") return;
  process.send?.("holding");
  await new Promise(() => {});
});
await turns.measure();
if (orders.kind === "turns") await warm();
process.send?.("ready");
await new Promise((resolve) => process.once("message", resolve));

/** Runs turns at another place, until the code of a turn is compiled. */
async function warm(): Promise<void> {
  const other = `_warm_${process.pid}`;
  const place = orders.schema === null ? { url: orders.url + other } : { schema: orders.schema + other };
  const opened = openTurns({ ...orders, ...place }, async () => {});
  await fill(opened, 40, 20);
  const worker = await startWorker(opened.turns, { concurrency: orders.concurrency, onError: () => {} });
  while ((await opened.turns.measure()).ended < 40) await new Promise((resolve) => setTimeout(resolve, 10));
  await worker.stop();
  await opened.turns.close();
  await opened.end();
}

if (orders.kind === "burn") {
  for (;;) {
    for (const end = performance.now() + 20; performance.now() < end;);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
if (orders.kind === "bare") {
  const worker = `bare ${process.pid}`;
  await store.enter(worker);
  const loop = async (): Promise<void> => {
    for (;;) {
      const claimed = await store.claim({ worker, most: orders.concurrency, maxAttempts: 3, maxPerUser: 1_000 });
      if (claimed.length === 0) return;
      await Promise.all(claimed.map((turn) => store.end(turn, { outcome: "done", turnId: null, checkpointId: null })));
    }
  };
  await loop();
} else {
  const worker = await startWorker(turns, { concurrency: orders.concurrency, onError: () => {} });
  process.once("SIGTERM", () => {
    void worker.stop().then(() => process.exit(0));
  });
}
