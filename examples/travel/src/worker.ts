import { startWorker } from "tidemark/workers";
import { openDatabase } from "@tidemark/terminal";
import { readOptions } from "./terminal/options.ts";
import { travelTurns } from "./turns.ts";

const { argv, env, stdout } = process;
const options = readOptions(argv.slice(2));
const turns = travelTurns(openDatabase(options.db), options, { model: env["TIDEMARK_MODEL"] });
const worker = await startWorker(turns);
stdout.write(`Runs the turns in ${options.db}.\n`);
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    void worker.stop().finally(() => process.exit());
  });
}
