import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { sqliteSaver } from "../../src/sqlite.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tidemark-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Writer {
  readonly acknowledged: string[];
  readonly ready: Promise<void>;
  /** What it had to say when it failed; empty when all went well, or it was killed. */
  readonly ended: Promise<string>;
  kill(): void;
}

/** Starts a writer; `blocks` of 512 bytes are all that it may write into one file. */
function startWriter(file: string, threadId: string, { turns = 0, blocks = 0 } = {}): Writer {
  const command = [process.execPath, path.join(import.meta.dirname, "writer.ts"), file, threadId, String(turns)];
  const [program = "", ...given] =
    blocks === 0 ? command : ["sh", "-c", 'ulimit -f "$0" && exec "$@"', String(blocks), ...command];
  const child = spawn(program, given);
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
  const acknowledged: string[] = [];
  let rest = "";
  const events = new EventEmitter();
  const ready = once(events, "ready").then(() => undefined);
  const begin = () => events.emit("ready");
  child.stdout.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "ready") begin();
      else acknowledged.push(line);
    }
  });
  const ended = new Promise<string>((resolve) => {
    child.on("close", (code) => {
      begin();
      resolve(code === 0 || code === null ? "" : complaint);
    });
  });
  return { acknowledged, ready, ended, kill: () => child.kill("SIGKILL") };
}

/** What nothing needs, or what is needed and not there. */
const WASTE = `SELECT
  (SELECT count(*) FROM tidemark_values v WHERE NOT EXISTS (SELECT 1 FROM tidemark_uses WHERE value = v.id)) +
  (SELECT count(*) FROM tidemark_uses WHERE value NOT IN (SELECT id FROM tidemark_values)) +
  (SELECT count(*) FROM tidemark_uses WHERE document NOT IN (SELECT id FROM tidemark_documents)) +
  (SELECT count(*) FROM tidemark_documents WHERE base NOT IN (SELECT id FROM tidemark_documents)) +
  (SELECT count(*) FROM tidemark_documents d WHERE uses <> (SELECT count(*) FROM checkpoints WHERE record = d.id) +
    (SELECT count(*) FROM tidemark_writes WHERE record = d.id)) +
  (SELECT count(*) FROM tidemark_documents d WHERE uses = 0 AND NOT EXISTS (SELECT 1 FROM tidemark_documents WHERE base = d.id)) AS n`;

async function audit(file: string, threadId: string) {
  const saver = sqliteSaver({ file });
  const sound = saver.database.prepare("PRAGMA integrity_check").get()?.["integrity_check"];
  const wasted = saver.database.prepare(WASTE).get()?.["n"];
  const sizes: unknown[] = [];
  const whole: boolean[] = [];
  for await (const { checkpoint } of saver.list({ configurable: { thread_id: threadId } })) {
    const { log, size } = checkpoint.channel_values;
    sizes.push(size);
    whole.push(
      Array.isArray(log) && log.length === size && log.every((entry, index) => entry === `${index} `.repeat(150)),
    );
  }
  saver.close();
  return { sound, wasted, sizes, whole };
}

describe("a file", () => {
  test("holds all that was acknowledged when its writer is killed, and nothing by halves", async () => {
    const file = path.join(folder, "killed.db");
    const runs = Number(process.env["KILL_RUNS"] ?? "20");
    let total = 0;
    let late = 0;
    for (let run = 0; run < runs; run += 1) {
      const writer = startWriter(file, "t");
      await writer.ready;
      const moment = Math.random() * 160;
      await new Promise((resolve) => setTimeout(resolve, moment));
      writer.kill();
      await writer.ended;
      const { sound, wasted, sizes, whole } = await audit(file, "t");
      const found = { run, moment, sound, wasted, whole: whole.every(Boolean) };
      expect(found).toEqual({ run, moment, sound: "ok", wasted: 0, whole: true });
      const newest = Number(sizes[0] ?? 0);
      const acknowledged = total + writer.acknowledged.length;
      // The kill may come between a write and the word of it.
      expect([acknowledged, acknowledged + 1]).toContain(newest);
      if (newest > acknowledged) late += 1;
      total = newest;
    }
    if (process.env["KILL_RUNS"] !== undefined) {
      process.stdout.write(`${runs} kills, ${total} acknowledged checkpoints whole, ${late} stored but not events\n`);
    }
    expect(total).toBeGreaterThan(0);
  }, 3_600_000);

  test.skipIf(process.platform === "win32")(
    "that cannot grow holds all that was acknowledged, and takes more when it can",
    async () => {
      const file = path.join(folder, "full.db");
      const full = startWriter(file, "t", { blocks: 1_000 });
      expect(await full.ended).toContain("checkpoint/unavailable");
      const stopped = await audit(file, "t");
      expect(stopped).toMatchObject({ sound: "ok", wasted: 0 });
      expect(stopped.sizes[0]).toBe(full.acknowledged.length);
      expect(full.acknowledged.length).toBeGreaterThan(0);
      expect(await startWriter(file, "t", { turns: 5 }).ended).toBe("");
      const { sizes, whole } = await audit(file, "t");
      expect(sizes[0]).toBe(full.acknowledged.length + 5);
      expect(whole.every(Boolean)).toBe(true);
    },
    60_000,
  );

  test("serves several processes at once", async () => {
    const file = path.join(folder, "shared.db");
    const writers = ["a", "b"].map((threadId) => startWriter(file, threadId, { turns: 45 }));
    expect(await Promise.all(writers.map(({ ended }) => ended))).toEqual(["", ""]);
    for (const threadId of ["a", "b"]) {
      const { sound, sizes, whole } = await audit(file, threadId);
      expect(sound).toBe("ok");
      expect(sizes[0]).toBe(45);
      expect(whole.every(Boolean)).toBe(true);
    }
  });
});
