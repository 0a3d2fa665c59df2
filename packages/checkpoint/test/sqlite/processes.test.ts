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

function startWriter(file: string, threadId: string, turns: number): Writer {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "writer.ts"), file, threadId, String(turns)]);
  const acknowledged: string[] = [];
  let rest = "";
  const told = new EventEmitter();
  const ready = once(told, "ready").then(() => undefined);
  const begin = () => told.emit("ready");
  child.stdout.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "ready") begin();
      else acknowledged.push(line);
    }
  });
  let complaints = "";
  child.stderr.on("data", (chunk: Buffer) => (complaints += chunk.toString()));
  const ended = new Promise<string>((resolve) => {
    child.on("close", (code) => {
      begin();
      resolve(code === 0 || code === null ? "" : complaints);
    });
  });
  return { acknowledged, ready, ended, kill: () => child.kill("SIGKILL") };
}

async function audit(file: string, threadId: string) {
  const saver = sqliteSaver({ file });
  const sound = saver.database.prepare("PRAGMA integrity_check").get()?.["integrity_check"];
  const wasted = saver.database
    .prepare("SELECT count(*) AS n FROM tidemark_values WHERE id NOT IN (SELECT value FROM tidemark_uses)")
    .get()?.["n"];
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
    const runs = Number(process.env["KILL_RUNS"] ?? "6");
    let total = 0;
    for (let run = 0; run < runs; run += 1) {
      const writer = startWriter(file, "t", 0);
      await writer.ready;
      await new Promise((resolve) => setTimeout(resolve, (run * 37) % 160));
      writer.kill();
      await writer.ended;
      const { sound, wasted, sizes, whole } = await audit(file, "t");
      expect({ sound, wasted, whole: whole.every(Boolean) }).toEqual({ sound: "ok", wasted: 0, whole: true });
      const newest = Number(sizes[0] ?? 0);
      const acknowledged = total + writer.acknowledged.length;
      // The kill may come between a write and the word of it.
      expect([acknowledged, acknowledged + 1]).toContain(newest);
      total = newest;
    }
    expect(total).toBeGreaterThan(0);
  }, 600_000);

  test("serves several processes at once", async () => {
    const file = path.join(folder, "shared.db");
    const writers = ["a", "b"].map((threadId) => startWriter(file, threadId, 45));
    expect(await Promise.all(writers.map(({ ended }) => ended))).toEqual(["", ""]);
    for (const threadId of ["a", "b"]) {
      const { sound, sizes, whole } = await audit(file, threadId);
      expect(sound).toBe("ok");
      expect(sizes[0]).toBe(45);
      expect(whole.every(Boolean)).toBe(true);
    }
  }, 60_000);
});
