// Writers that are killed at any moment. `KILL_RUNS` says how many; a few in each run of the tests, hundreds at night.
import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { postgresSaver, type PostgresSaver } from "@tidemark/checkpoint/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleWorker } from "@tidemark/test-fixtures/bundle";
import { all, openStore, type TestStore } from "@tidemark/test-fixtures/stores";
import { waste } from "./waste.ts";
import type { WriterOrders } from "./writer.ts";

let store: TestStore<PostgresSaver>;
let script: string;
const folder = mkdtempSync(path.join(tmpdir(), "tidemark-killed-"));
beforeAll(async () => {
  store = await openStore(postgresSaver);
  script = await bundleWorker(path.join(import.meta.dirname, "writer.ts"), folder);
});
afterAll(async () => {
  await store.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Writer {
  readonly acknowledged: string[];
  readonly ready: Promise<void>;
  readonly ended: Promise<number | null>;
  kill(): void;
}

function startWriter(schema: string, threadId: string, turns: number): Writer {
  const orders: WriterOrders = { connectionString: store.postgres.connectionString, schema, threadId, turns };
  const child = spawn(process.execPath, [script, JSON.stringify(orders)], { stdio: ["ignore", "pipe", "inherit"] });
  const acknowledged: string[] = [];
  let rest = "";
  const events = new EventEmitter();
  const ready = once(events, "ready").then(() => undefined);
  child.stdout.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "ready") events.emit("ready");
      else acknowledged.push(line);
    }
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on("close", (code) => {
      events.emit("ready");
      resolve(code);
    });
  });
  return { acknowledged, ready, ended, kill: () => child.kill("SIGKILL") };
}

/** Waits until the server has noticed that a process is gone, and looks at all that it left. */
async function audit(schema: string, threadId: string) {
  const left = "SELECT count(*)::int FROM pg_stat_activity WHERE application_name = 'tidemark-writer'";
  while ((await store.value(left)) !== 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const tuples = await all(postgresSaver(store.pool, { schema }), threadId);
  const whole = tuples.every(({ checkpoint, pendingWrites = [] }) => {
    const { log, size } = checkpoint.channel_values;
    const entries: readonly unknown[] = Array.isArray(log) ? log : [];
    const sent = pendingWrites.every(
      ([, , value]) => Array.isArray(value) && value[0] === `${entries.length} `.repeat(150),
    );
    return sent && entries.length === size && entries.every((entry, index) => entry === `${index} `.repeat(150));
  });
  return {
    whole,
    wasted: await store.value(waste(schema)),
    newest: Number(tuples[0]?.checkpoint.channel_values["size"] ?? 0),
  };
}

test("all that was acknowledged is there when a writer is killed, and nothing by halves", async () => {
  const { schema } = store.fresh();
  const runs = Number(process.env["KILL_RUNS"] ?? "10");
  let total = 0;
  let late = 0;
  for (let run = 0; run < runs; run += 1) {
    const writer = startWriter(schema, "t", 0);
    await writer.ready;
    const moment = Math.random() * 160;
    await new Promise((resolve) => setTimeout(resolve, moment));
    writer.kill();
    await writer.ended;
    const { whole, wasted, newest } = await audit(schema, "t");
    expect({ run, moment, whole, wasted }).toEqual({ run, moment, whole: true, wasted: 0 });
    // The kill may come between a write and the word of it.
    const acknowledged = total + writer.acknowledged.length;
    expect([acknowledged, acknowledged + 1]).toContain(newest);
    if (newest > acknowledged) late += 1;
    total = newest;
  }
  if (process.env["KILL_RUNS"] !== undefined) {
    process.stdout.write(`${runs} kills, ${total} acknowledged checkpoints whole, ${late} stored but not events\n`);
  }
  expect(total).toBeGreaterThan(0);
});

test("several processes write at once", async () => {
  const { schema } = store.fresh();
  const writers = ["a", "b"].map((threadId) => startWriter(schema, threadId, 45));
  expect(await Promise.all(writers.map(({ ended }) => ended))).toEqual([0, 0]);
  for (const threadId of ["a", "b"]) {
    expect(await audit(schema, threadId)).toEqual({ whole: true, wasted: 0, newest: 45 });
  }
});
