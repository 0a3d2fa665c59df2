// A process is killed while agents with a model work in steps next to each other, on both savers.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { postgresSaver } from "@tidemark/checkpoint/postgres";
import { bundleWorker } from "@tidemark/test-fixtures/bundle";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ModelWorkerArguments, ModelWorkerResult } from "./model-worker.ts";

const start = promisify(execFile);

let folder = "";
let worker = "";
let postgres: TestPostgres;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "parallel-models-"));
  worker = await bundleWorker(path.join(import.meta.dirname, "model-worker.ts"), folder);
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true });
});

type Orders = Omit<ModelWorkerArguments, "action" | "killAt">;

/** A new thread. */
async function thread(store: Orders["store"], name: string, maxModelCalls: number): Promise<Orders> {
  const schema = `s_${name}`;
  if (store === "postgres") {
    const pool = new pg.Pool({ connectionString: postgres.connectionString });
    await postgresSaver(pool, { schema }).setup();
    await pool.end();
  }
  const at = store === "postgres" ? postgres.connectionString : path.join(folder, `${name}.sqlite`);
  return { store, at, schema, log: path.join(folder, `${store}-${name}.log`), maxModelCalls };
}

async function inProcess(orders: ModelWorkerArguments): Promise<ModelWorkerResult> {
  const { stdout } = await start(process.execPath, [worker, JSON.stringify(orders)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker prints it
  return JSON.parse(stdout) as ModelWorkerResult;
}

const linesOf = async ({ log }: Orders): Promise<readonly string[]> => (await readFile(log, "utf8")).trim().split("\n");

/** Lines of a kind, and how often each comes. */
function counts(lines: readonly string[], kind: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const line of lines.filter((each) => each.startsWith(kind))) found.set(line, (found.get(line) ?? 0) + 1);
  return found;
}

/** Steps that run at once: each can have one call of its model or two of its tools that a kill cuts off. */
const STEPS = 3;
const ALL = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"];

describe.each(["sqlite", "postgres"] as const)("agents with a model in steps next to each other, on %s", (store) => {
  test("do each call once, and record it", async () => {
    const orders = await thread(store, "whole", 100);
    const end = await inProcess({ ...orders, action: "send", killAt: 0 });
    expect(end).toMatchObject({ statuses: Array(4).fill("completed") as unknown, calls: 9, toolCalls: 9 });
    expect(end.tools.toSorted()).toEqual(ALL);
    const tools = counts(await linesOf(orders), "tool");
    expect([tools.size, ...tools.values()]).toEqual([9, ...Array<number>(9).fill(1)]);
  });

  test.each([1, 4, 6, 9, 13, 16])(
    "continue in another process after a kill at call %i: no finished call is repeated",
    async (killAt) => {
      const orders = await thread(store, `kill${killAt}`, 100);
      await expect(inProcess({ ...orders, action: "send", killAt })).rejects.toMatchObject({ signal: "SIGKILL" });
      const before = await linesOf(orders);
      const end = await inProcess({ ...orders, action: "continue", killAt: 0 });
      expect(end).toMatchObject({ statuses: Array(4).fill("completed") as unknown, toolCalls: 9 });
      expect(end.tools.toSorted()).toEqual(ALL);
      const lines = await linesOf(orders);
      const tools = counts(lines, "tool");
      // A call that is repeated has its old key, and only calls of the last round can be: earlier ones are stored.
      expect([...tools.keys()].map((line) => line.split(" ")[1] ?? "").toSorted()).toEqual(ALL);
      const repeated = [...counts(lines, "")].filter(([, count]) => count > 1).map(([line]) => line);
      expect(repeated.length).toBeLessThanOrEqual(2 * STEPS);
      const newest = new Set(["a", "b", "c"].flatMap((task) => before.filter((line) => isOf(line, task)).slice(-2)));
      expect(repeated.filter((line) => !newest.has(line))).toEqual([]);
      expect(Math.max(...tools.values())).toBeLessThanOrEqual(2);
    },
  );

  test("are stopped by a limit that the calls of a killed process have used up", async () => {
    const limit = 5;
    const orders = await thread(store, "limit", limit);
    await expect(inProcess({ ...orders, action: "send", killAt: 9 })).rejects.toMatchObject({ signal: "SIGKILL" });
    const end = await inProcess({ ...orders, action: "continue", killAt: 0 });
    const models = counts(await linesOf(orders), "model");
    const asked = [...models.values()].reduce((sum, count) => sum + count, 0);
    const cutOff = [...models.values()].filter((count) => count > 1).length;
    expect(end.calls).toBeLessThanOrEqual(limit);
    // A call whose answer was not stored when the process died is asked again, and counts once.
    expect(asked - cutOff).toBeLessThanOrEqual(limit);
    expect(end.answer).toContain("limit");
  });
});

/** True for a line about a task: `model a 2`, `tool a1 …`. */
const isOf = (line: string, task: string): boolean =>
  new RegExp(`^(?:model ${task} |tool ${task}\\d )`, "u").test(line);
