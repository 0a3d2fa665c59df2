/** Runs turns until it is stopped or killed. Started by `storm.ts` with the folder and the saver. */
import { startWorker } from "../../src/index.ts";
import { stormSaver, stormTurns } from "./storm-turns.ts";

const [folder = "", kind = "tidemark"] = process.argv.slice(2);
const { turns } = stormTurns(folder, stormSaver(kind));
const worker = await startWorker(turns, { concurrency: 6, onError: () => undefined });
process.send?.("started");
process.once("SIGTERM", () => {
  void worker.stop().then(async () => {
    await turns.close();
    process.exit(0);
  });
});
