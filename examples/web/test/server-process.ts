import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

/** A server of trips in a separate process, on one port and one database, however often it is started. */
export interface TripServer {
  readonly url: string;
  /** Lets turns go on that wait in their first agent. */
  open(): void;
  /** Ends the process at once, as a power failure would. */
  kill(): Promise<void>;
  /** Starts the server again, at the same address. */
  restart(): Promise<void>;
}

/** Starts a server; it ends with the test. */
export async function tripServer(): Promise<TripServer> {
  const folder = mkdtempSync(path.join(tmpdir(), "trips-"));
  const gate = path.join(folder, "open");
  let child: ChildProcess | null = null;
  async function start(port: string): Promise<string> {
    const file = path.join(import.meta.dirname, "trip-server.ts");
    const { PATH, HOME } = process.env;
    const started = spawn(process.execPath, [file, path.join(folder, "trips.db"), port, gate], {
      env: { PATH, HOME },
      stdio: ["ignore", "pipe", "inherit"],
    });
    child = started;
    for await (const line of createInterface({ input: started.stdout })) return line;
    throw new Error("The server did not start.");
  }
  const kill = (): Promise<void> =>
    new Promise((resolve) => {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once("close", () => resolve());
      child.kill("SIGKILL");
    });
  onTestFinished(async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const url = await start("0");
  return {
    url,
    open: () => writeFileSync(gate, ""),
    kill,
    async restart() {
      await start(new URL(url).port);
    },
  };
}
