/** A worker whose turns report where they are, and wait for a message of the test. Started with the file and the locks. */
import { startWorker } from "../../src/index.ts";
import { takeoverTurns } from "./takeover-turns.ts";

const [file = "", locks = "leases"] = process.argv.slice(2);
const turns = takeoverTurns(file, locks === "memory" ? "memory" : "leases", {
  // Without leases, only its missing beats tell a worker that others have its turns: this one does not look.
  ...(locks === "memory" && { takeOverSeconds: 600 }),
  work: async (text) => {
    process.send?.(text);
    await new Promise((resolve) => process.once("message", resolve));
  },
});
await startWorker(turns, { concurrency: 1, onError: () => undefined });
process.send?.("ready");
