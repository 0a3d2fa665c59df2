/** A worker of turns of ten steps. SIGTERM stops it. Started with the folder, what its fifth step waits for, the name of the sixth, and its concurrency. */
import { setTimeout as pause } from "node:timers/promises";
import { startWorker } from "../../src/index.ts";
import { tenSteps } from "./ten-steps.ts";

const [folder = "", waits = "nothing", sixth = "step_6", concurrency = "10"] = process.argv.slice(2);
const turns = tenSteps({
  folder,
  sixth,
  fifth: async (isDraining) => {
    process.send?.("fifth");
    if (waits === "drain") while (!isDraining()) await pause(5);
    if (waits === "go") await new Promise<void>((resolve) => process.once("message", () => resolve()));
  },
});
const worker = await startWorker(turns, { drainSeconds: 60, concurrency: Number(concurrency) });
process.once("SIGTERM", () => {
  process.send?.("stopping");
  void worker
    .stop()
    .then(() => turns.close())
    .then(() => process.exit(0));
});
process.send?.("ready");
