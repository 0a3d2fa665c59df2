import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";
import type { WorkerOrders } from "./process.ts";

/** Resolves when a process has sent a text. */
export async function heard(child: ChildProcess, text: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const listen = (message: unknown): void => {
      if (message !== text) return;
      child.off("message", listen);
      resolve();
    };
    child.on("message", listen);
  });
}

/** Starts a process that is ready to work, and waits for `go`. */
export async function startProcess(orders: WorkerOrders) {
  const child = fork(path.join(import.meta.dirname, "process.ts"), [JSON.stringify(orders)]);
  await heard(child, "ready");
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const end = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    await ended;
  };
  return { child, go: () => child.send("go"), ended, end };
}
