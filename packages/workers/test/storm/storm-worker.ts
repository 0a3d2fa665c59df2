import { startWorker } from "../../src/index.ts";
import { type StormPlace, stormTurns } from "./storm-turns.ts";

/** Runs turns until it is stopped or killed. Started by `storm.ts`. */
export async function run(place: StormPlace): Promise<void> {
  const { turns, end } = stormTurns(place);
  const worker = await startWorker(turns, { concurrency: 6, onError: () => undefined });
  process.send?.("started");
  // The storm was interrupted.
  process.once("disconnect", () => process.exit(1));
  process.once("SIGTERM", () => {
    void worker.stop().then(async () => {
      await end();
      process.exit(0);
    });
  });
}
