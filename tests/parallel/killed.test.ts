// A process is killed while steps of a plan run next to each other.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleWorker } from "../fixtures/bundle.ts";
import type { WorkerArguments } from "./worker.ts";

const start = promisify(execFile);

let folder = "";
let worker = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "parallel-"));
  worker = await bundleWorker(path.join(import.meta.dirname, "worker.ts"), folder);
});
afterAll(() => rm(folder, { recursive: true }));

async function inProcess(orders: WorkerArguments): Promise<unknown> {
  const { stdout } = await start(process.execPath, [worker, JSON.stringify(orders)]);
  return JSON.parse(stdout);
}

test.for([
  ["ended", ["left", "right", "left", "right", "after", "more"]],
  ["stored", ["left", "right", "left", "after", "more"]],
] as const)(
  "a process killed when a step had %s is continued, and stored steps do not run again",
  async ([moment, runs]) => {
    const orders = { file: path.join(folder, `${moment}.sqlite`), log: path.join(folder, `${moment}.log`), moment };
    await expect(inProcess({ ...orders, action: "killed" })).rejects.toMatchObject({ signal: "SIGKILL" });
    const end = await inProcess({ ...orders, action: "continue" });
    expect(end).toEqual({
      statuses: ["completed", "completed", "completed", "completed", "completed"],
      plan: "completed",
      contexts: expect.arrayContaining(["left", "right", "after", "more"]) as unknown,
      // The planner, four steps and the answer.
      iteration: 6,
    });
    const log = (await readFile(orders.log, "utf8")).trim().split("\n");
    expect(log).toEqual(runs);
  },
);
