import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fencedSaver } from "@tidemark/state-manager/internal/langgraph";
import { bundleWorker } from "@tidemark/test-fixtures/bundle";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import { endLeases } from "./end-leases.ts";
import { logGraph, openStore, type WorkerOrders } from "./worker.ts";

interface Line {
  readonly entry: string;
  readonly outcome: "ready" | "begun" | "done" | "fenced";
}

let folder: string;
let script: string;
let postgres: TestPostgres;
let databases = 0;
const started: { kill(signal?: NodeJS.Signals): boolean }[] = [];

/** A worker in its own process, with what it has said so far. */
function startWorker(orders: WorkerOrders) {
  const child = spawn(process.execPath, [script, JSON.stringify(orders)], { stdio: ["pipe", "pipe", "pipe"] });
  started.push(child);
  const lines: Line[] = [];
  let problem = "";
  child.stderr.on("data", (chunk: Buffer) => (problem += chunk.toString()));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker writes these lines
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(JSON.parse(line) as Line));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const until = async (outcome: Line["outcome"]) => {
    while (!lines.some((line) => line.outcome === outcome)) {
      if (child.exitCode !== null) throw new Error(`The worker ended before "${outcome}":\n${problem}`);
      await pause(10);
    }
  };
  return { child, lines, ended, until, begin: () => child.stdin.end("begin\n"), problem: () => problem };
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "locks-"));
  postgres = await startPostgres();
  script = await bundleWorker(path.join(import.meta.dirname, "worker.ts"), folder);
});
afterAll(async () => {
  for (const child of started) child.kill("SIGKILL");
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A database that no other test uses. */
async function freshStore(store: WorkerOrders["store"]): Promise<Pick<WorkerOrders, "store" | "at">> {
  databases += 1;
  if (store === "sqlite") return { store, at: path.join(folder, `${databases}.db`) };
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: postgres.connectionString });
  await client.connect();
  await client.query(`CREATE DATABASE locks_${databases}`);
  await client.end();
  const at = postgres.connectionString.replace(/postgres$/, `locks_${databases}`);
  // The stock saver makes its tables by itself, but not when several processes begin at the same moment.
  await (await openStore({ store, at, leaseMilliseconds: 1_000 })).close();
  return { store, at };
}

const entriesOf = async (orders: Pick<WorkerOrders, "store" | "at">): Promise<readonly string[]> => {
  const { saver, close } = await openStore({ ...orders, leaseMilliseconds: 1_000 });
  const state = await logGraph(saver, () => Promise.resolve()).getState({ configurable: { thread_id: "shared" } });
  await close();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values of the graph's own state
  return (state.values as { readonly log_entries: readonly string[] }).log_entries;
};

/** Freezes a process while it does not lock the file: otherwise no process could write, with or without the lease. */
async function freeze(child: ChildProcess, { store, at }: Pick<WorkerOrders, "store" | "at">): Promise<void> {
  for (;;) {
    child.kill("SIGSTOP");
    if (store === "postgres" || isWritable(at)) return;
    child.kill("SIGCONT");
    await pause(5);
  }
}

function isWritable(file: string): boolean {
  using database = new DatabaseSync(file, { timeout: 50 });
  try {
    database.exec("BEGIN IMMEDIATE; ROLLBACK");
    return true;
  } catch {
    return false;
  }
}

const done = (lines: readonly Line[]) => lines.filter(({ outcome }) => outcome === "done").map(({ entry }) => entry);

describe.each(["sqlite", "postgres"] as const)("turns of several processes on one thread, %s", (store) => {
  test("all of three times eight turns are in the state, each once", async () => {
    const at = await freshStore(store);
    const orders = { ...at, turns: 8, leaseMilliseconds: 600_000, workMilliseconds: 0, locked: true };
    const workers = ["a", "b", "c"].map((name) => startWorker({ ...orders, name }));
    await Promise.all(workers.map(({ ended }) => ended));
    expect(workers.map(({ problem }) => problem()).join("")).toBe("");
    const acknowledged = workers.flatMap(({ lines }) => done(lines)).toSorted();
    expect(acknowledged).toHaveLength(24);
    expect((await entriesOf(at)).toSorted()).toEqual(acknowledged);
  });

  test("without locks some of them are lost: what the lock is for", async () => {
    const at = await freshStore(store);
    const orders = { ...at, turns: 12, leaseMilliseconds: 600_000, workMilliseconds: 5, locked: false, waits: true };
    const workers = ["a", "b", "c"].map((name) => startWorker({ ...orders, name }));
    // They begin together, however long each took to start.
    await Promise.all(workers.map(({ until }) => until("ready")));
    for (const { begin } of workers) begin();
    await Promise.all(workers.map(({ ended }) => ended));
    const acknowledged = workers.flatMap(({ lines }) => done(lines));
    const stored = new Set(await entriesOf(at));
    expect(acknowledged.some((entry) => !stored.has(entry))).toBe(true);
  });

  test("a worker that was frozen past its lease can no longer write, and its successor's turn is there", async () => {
    const at = await freshStore(store);
    const orders = { ...at, leaseMilliseconds: 600_000, locked: true };
    const frozen = startWorker({ ...orders, name: "frozen", turns: 1, workMilliseconds: 2_000 });
    await frozen.until("begun");
    await freeze(frozen.child, at);
    await endLeases(at, "shared");
    const successor = startWorker({ ...orders, name: "next", turns: 2, workMilliseconds: 0 });
    await successor.ended;
    frozen.child.kill("SIGCONT");
    await frozen.ended;
    expect([frozen.problem(), successor.problem()]).toEqual(["", ""]);
    expect(frozen.lines.map(({ outcome }) => outcome)).toEqual(["begun", "fenced"]);
    expect(await entriesOf(at)).toEqual(["next:0", "next:1"]);
  });

  test("a checkpoint is refused by the very statement, when its writer lost the lease after it had asked", async () => {
    const at = await freshStore(store);
    const { saver, locks, close } = await openStore({ ...at, leaseMilliseconds: 60_000 });
    const first = await locks.acquire("shared");
    if (first.outcome !== "acquired") throw new Error("The thread is free.");
    // As it is for one who froze between the question and the statement: it still believes in its lease.
    const believing = { ...first.lease, holds: () => Promise.resolve(true) };
    await first.lease.release();
    const second = await locks.acquire("shared");
    const graph = logGraph(saver, () => Promise.resolve());
    const configurable = { thread_id: "shared", __pregel_checkpointer: fencedSaver(saver, believing) };
    const late = graph.invoke({ log_wanted: "late" }, { configurable, durability: "sync" });
    await expect(late).rejects.toMatchObject({ code: "state-manager/fenced" });
    // A write without a lease is not delayed.
    await graph.invoke({ log_wanted: "free" }, { configurable: { thread_id: "shared" }, durability: "sync" });
    if (second.outcome === "acquired") await second.lease.release();
    await close();
    expect(await entriesOf(at)).toEqual(["free"]);
  });

  test("a thread whose holder was killed goes on when the lease has run out", async () => {
    const at = await freshStore(store);
    const orders = { ...at, leaseMilliseconds: 600_000, locked: true };
    const killed = startWorker({ ...orders, name: "killed", turns: 1, workMilliseconds: 600_000 });
    await killed.until("begun");
    killed.child.kill("SIGKILL");
    await killed.ended;
    await endLeases(at, "shared");
    const successor = startWorker({ ...orders, name: "next", turns: 1, workMilliseconds: 0 });
    await successor.ended;
    expect(done(successor.lines)).toEqual(["next:0"]);
    expect(await entriesOf(at)).toEqual(["next:0"]);
  });
});
