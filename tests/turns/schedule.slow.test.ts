// Two processes run turns, ask and answer on one thread at random. In turn, each is stopped past its lease at any moment. Some
// leases cannot be released, and the clock of a call may be wrong. SCHEDULE_RUNS is the number of runs; defaults to 1.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleWorker } from "@tidemark/test-fixtures/bundle";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import { openSchedule, type ScheduledCall, type WorkerArguments } from "./schedule-worker.ts";

const RUNS = Number(process.env["SCHEDULE_RUNS"] ?? "1");
const CALLS = 20;
const LEASE = 300;

let folder: string;
let script: string;
let postgres: TestPostgres;
const started: { kill(signal?: NodeJS.Signals): boolean }[] = [];

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "schedule-"));
  postgres = await startPostgres();
  script = await bundleWorker(path.join(import.meta.dirname, "schedule-worker.ts"), folder);
});
afterAll(async () => {
  for (const child of started) child.kill("SIGKILL");
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

let databases = 0;

async function freshStore(store: WorkerArguments["store"]): Promise<Pick<WorkerArguments, "store" | "at">> {
  databases += 1;
  if (store === "sqlite") return { store, at: path.join(folder, `${databases}.db`) };
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: postgres.connectionString });
  await client.connect();
  await client.query(`CREATE DATABASE schedule_${databases}`);
  await client.end();
  return { store, at: postgres.connectionString.replace(/postgres$/, `schedule_${databases}`) };
}

/** Worker in a separate process, with its results so far. */
function startWorker(orders: WorkerArguments) {
  const child = spawn(process.execPath, [script, JSON.stringify(orders)], { stdio: ["ignore", "pipe", "pipe"] });
  started.push(child);
  const calls: ScheduledCall[] = [];
  let problem = "";
  child.stderr.on("data", (chunk: Buffer) => (problem += chunk.toString()));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker writes these lines
  createInterface({ input: child.stdout }).on("line", (line) => calls.push(JSON.parse(line) as ScheduledCall));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return { child, calls, ended, problem: () => problem };
}

/** Stops the workers in turn past their lease, until both have ended. */
async function disturb(workers: readonly ReturnType<typeof startWorker>[]): Promise<number> {
  let stops = 0;
  const isOver = () => workers.every(({ child }) => child.exitCode !== null || child.signalCode !== null);
  while (workers.some(({ calls }) => calls.length === 0) && !isOver()) await pause(20);
  while (!isOver()) {
    const { child } = workers[stops % workers.length] ?? {};
    child?.kill("SIGSTOP");
    stops += 1;
    await pause(LEASE + Math.random() * LEASE);
    child?.kill("SIGCONT");
    await pause(Math.random() * 500);
  }
  await Promise.all(workers.map((worker) => worker.ended));
  return stops;
}

test.each(["sqlite", "postgres"] as const)(
  "a turn reported as done is stored once and was the newest, for any stops, failures and answers, on %s",
  async (store) => {
    const outcomes: Record<string, number> = {};
    for (let run = 0; run < RUNS; run += 1) {
      const at = { ...(await freshStore(store)), leaseMilliseconds: LEASE };
      // The tables are created before two processes would create them concurrently.
      await (await openSchedule(at)).close();
      const workers = ["a", "b"].map((name) => startWorker({ ...at, name, calls: CALLS }));
      const stops = await disturb(workers);
      expect(workers.map(({ problem }) => problem()).join("")).toBe("");

      const { session, close } = await openSchedule(at);
      const stored = (await session.state())?.schedule_log ?? [];
      await close();
      const calls = workers.flatMap((worker) => worker.calls);
      const done = calls.filter(({ outcome }) => outcome === "done");
      for (const { outcome } of calls) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      outcomes["stops"] = (outcomes["stops"] ?? 0) + stops;

      expect(calls.filter(({ outcome }) => outcome.startsWith("untyped"))).toEqual([]);
      expect(new Set(stored).size).toBe(stored.length);
      const claimed = [...done, ...calls.filter((call) => call.stored)];
      expect(claimed.filter(({ entry }) => !stored.includes(entry))).toEqual([]);
      expect(done.filter(({ entry, last }) => last !== entry)).toEqual([]);
      for (const { calls: own } of workers) {
        const doneEntries = own.filter(({ outcome }) => outcome === "done").map(({ entry }) => entry);
        expect(stored.filter((entry) => doneEntries.includes(entry))).toEqual(doneEntries);
      }
      expect(done.length).toBeGreaterThan(0);
    }
    if (process.env["SCHEDULE_RUNS"] !== undefined) process.stdout.write(`${store}: ${JSON.stringify(outcomes)}\n`);
  },
  3_600_000,
);
