/** A worker whose turns report where they are, and wait for a message of the test. Started with the file and the locks. */
import { startWorker } from "../../src/index.ts";
import { takeoverTurns } from "./takeover-turns.ts";

const [file = "", locks = "leases"] = process.argv.slice(2);
const turns = takeoverTurns(file, locks === "memory" ? "memory" : "leases", {
  // Without leases, only its missing beats tell a worker that others have its turns: this one does not look.
  ...(locks === "memory" && { takeOverSeconds: 600 }),
  work: async (text) => {
    process.send?.(text);
    await received("go");
  },
});
void freezeWhenAsked();
await startWorker(turns, { concurrency: 1, onError: () => undefined });
process.send?.("ready");

async function freezeWhenAsked(): Promise<void> {
  await received("freeze");
  process.send?.("frozen");
  process.kill(process.pid, "SIGSTOP");
}

function received(text: string): Promise<void> {
  return new Promise((resolve) => {
    const listen = (message: unknown): void => {
      if (message !== text) return;
      process.off("message", listen);
      resolve();
    };
    process.on("message", listen);
  });
}
