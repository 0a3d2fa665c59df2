/** Runs turns until it is stopped or killed. Started by `storm.ts` with the folder and the saver. */
import { startWorker } from "../../src/index.ts";
import { type StormSaver, stormTurns } from "./storm-turns.ts";

const [folder = "", kind = "tidemark"] = process.argv.slice(2);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- started by storm.ts only
const { turns } = stormTurns(folder, kind as StormSaver);
const worker = await startWorker(turns, { concurrency: 6, onError: () => undefined });
process.send?.("started");
process.once("SIGTERM", () => {
  void worker.stop().then(async () => {
    await turns.close();
    process.exit(0);
  });
});
