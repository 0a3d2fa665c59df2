// Erasures whose process is killed before and after every call that stores something: the next call ends the same.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { bundleWorker } from "@tidemark/test-fixtures/bundle";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deskIn } from "./desk.ts";
import type { EraseOrder } from "./killed-eraser.ts";

/** Number of calls that store something: the mark, the user values, two threads, a shared thread, the vacuum, the mark. */
const CALLS = 8;

const SECRET = "planted-7d1f0c2a9e";

let folder: string;
let worker: string;
let base: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "tidemark-killed-erasure-"));
  worker = await bundleWorker(path.join(import.meta.dirname, "killed-eraser.ts"), folder);
  base = path.join(folder, "base.db");
  const app = deskIn(base);
  for (const id of ["one", "two"]) await app.session(id, { userId: "ann" }).send(SECRET);
  await app.session("shared", { userId: "bob" }).send("from bob");
  await app.session("shared", { userId: "ann" }).send(SECRET);
  await app.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function erase(order: EraseOrder): Promise<{ readonly signal: unknown; readonly output: string }> {
  const child = spawn(process.execPath, [worker, JSON.stringify(order)], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended: readonly unknown[] = await once(child, "close");
  const [, signal] = ended;
  return { signal, output };
}

let copies = 0;
function copyOf(file: string): string {
  copies += 1;
  const copy = path.join(folder, `copy-${copies}.db`);
  cpSync(file, copy);
  return copy;
}

const hasSecret = (file: string): boolean =>
  [file, `${file}-wal`].some((each) => existsSync(each) && readFileSync(each).includes(SECRET));

test("an erasure makes these calls", async () => {
  const { output } = await erase({ file: copyOf(base), kill: null });
  expect(Number(output)).toBe(CALLS);
});

const points = Array.from({ length: CALLS }, (_, call) => call).flatMap((call) =>
  (["before", "after"] as const).map((moment) => ({ call, moment })),
);

test.each(points)("killed $moment call $call, the next call ends the same", async (kill) => {
  const file = copyOf(base);
  expect((await erase({ file, kill })).signal).toBe("SIGKILL");
  const app = deskIn(file);
  const { erased } = await app.erase("ann");
  const hasEnded = kill.call === CALLS - 1 && kill.moment === "after";
  expect(erased).toMatchObject(
    hasEnded ? { threads: 0, sharedThreads: 0, userFields: 0 } : { threads: 2, sharedThreads: 1, userFields: 1 },
  );
  const shared = await app.session("shared", { userId: "bob" }).state();
  expect([shared.notes, shared.messages.map(({ text }) => text)]).toEqual([
    ["from bob"],
    ["from bob", "Noted: from bob"],
  ]);
  expect((await app.session("one", { userId: "ann" }).state()).facts).toEqual([]);
  await app.close();
  expect(hasSecret(file)).toBe(false);
});
