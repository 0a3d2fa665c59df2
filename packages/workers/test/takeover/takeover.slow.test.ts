import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { afterEach, expect, test } from "vitest";
import { startWorker } from "../../src/index.ts";
import { type TakeoverLocks, takeoverTurns } from "./takeover-turns.ts";

const open: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

function newFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "tidemark-takeover-"));
  open.push(() => rmSync(folder, { recursive: true }));
  return path.join(folder, "turns.db");
}

/** Starts a worker in another process. Its turns wait until it gets a message. */
async function otherWorker(file: string, locks: TakeoverLocks = "leases") {
  const child = fork(path.join(import.meta.dirname, "waiting-worker.ts"), [file, locks]);
  open.push(async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await ended;
  });
  await heard(child, "ready");
  return child;
}

const heard = (child: ChildProcess, text: string): Promise<void> =>
  new Promise((resolve) => {
    const listen = (message: unknown) => {
      if (message !== text) return;
      child.off("message", listen);
      resolve();
    };
    child.on("message", listen);
  });

/** Freezes a worker between two transactions: within one, it would lock the file for everybody. */
async function freeze(child: ChildProcess): Promise<void> {
  const freezes = heard(child, "frozen");
  child.send("freeze");
  await freezes;
}

async function checkpointsIn(file: string): Promise<number> {
  const saver = sqliteSaver({ file, busyTimeout: 60_000 });
  const stored: string[] = [];
  for await (const { checkpoint } of saver.list({ configurable: { thread_id: "ann" } })) stored.push(checkpoint.id);
  saver.close();
  return stored.length;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Sends two turns, freezes the worker in the first one, lets another one run both, and thaws the first. Returns the log. */
async function thawedTooLate(locks: TakeoverLocks): Promise<readonly string[]> {
  const file = newFile();
  const turns = takeoverTurns(file, locks);
  open.push(() => turns.close());
  const frozen = await otherWorker(file, locks);
  const working = heard(frozen, "sea");
  await turns.send("ann", { log_text: "sea" }, { idempotencyKey: "1" });
  await turns.send("ann", { log_text: "hills" }, { idempotencyKey: "2" });
  await working;
  // Its first events are stored by now.
  await pause(200);
  await freeze(frozen);
  const worker = await startWorker(turns, { concurrency: 1 });
  open.push(() => worker.stop());
  expect(await turns.result("2")).toMatchObject({ outcome: "done", state: { log_done: ["sea", "hills"] } });
  const stored = await checkpointsIn(file);
  frozen.kill("SIGCONT");
  frozen.send("go");
  // Under leases it stores nothing, so there is nothing to wait for.
  if (locks === "leases") await pause(1_000);
  else while ((await checkpointsIn(file)) === stored) await pause(20);
  const last = await turns.send("ann", { log_text: "end" }, { idempotencyKey: "3" });
  expect(last.outcome).toBe("accepted");
  const result = await turns.result("3");
  return "state" in result ? result.state.log_done : [];
}

test("the turn of a killed worker is continued by another one", async () => {
  const file = newFile();
  const turns = takeoverTurns(file, "leases");
  open.push(() => turns.close());
  const killed = await otherWorker(file);
  const working = heard(killed, "sea");
  await turns.send("ann", { log_text: "sea" }, { idempotencyKey: "1" });
  await working;
  killed.kill("SIGKILL");
  const worker = await startWorker(turns);
  open.push(() => worker.stop());
  expect(await turns.result("1")).toMatchObject({ outcome: "done", state: { log_done: ["sea"] } });
  expect((await turns.measure()).takeovers).toBe(1);
});

test("a worker that freezes and wakes up too late changes nothing", async () => {
  expect(await thawedTooLate("leases")).toEqual(["sea", "hills", "end"]);
});

test("without leases in the database, a worker that wakes up too late destroys what was stored", async () => {
  expect(await thawedTooLate("memory")).not.toEqual(["sea", "hills", "end"]);
});

test("a turn that ends its workers is set aside, and its thread goes on", async () => {
  const file = newFile();
  const turns = takeoverTurns(file, "leases");
  open.push(() => turns.close());
  await turns.send("ann", { log_text: "sea" }, { idempotencyKey: "1" });
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const killed = fork(path.join(import.meta.dirname, "waiting-worker.ts"), [file, "leases"]);
    await heard(killed, "sea");
    const ended = new Promise((resolve) => killed.once("exit", resolve));
    killed.kill("SIGKILL");
    await ended;
  }
  await turns.send("ann", { log_text: "hills" }, { idempotencyKey: "2" });
  const worker = await startWorker(turns);
  open.push(() => worker.stop());
  expect(await turns.result("1")).toMatchObject({ outcome: "setAside", attempts: 3 });
  expect(await turns.result("2")).toMatchObject({ outcome: "done", state: { log_done: ["hills"] } });
});
