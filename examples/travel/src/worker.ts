import { startWorker } from "tidemark/workers";
import { openTravel } from "./application.ts";
import { readOptions } from "./terminal/program.ts";

const options = readOptions(process.argv.slice(2));
const worker = await startWorker(openTravel(options, { brief: true }).turns());
process.stdout.write(`Runs the turns in ${options.db}.\n`);
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void worker.stop().finally(() => process.exit()));
