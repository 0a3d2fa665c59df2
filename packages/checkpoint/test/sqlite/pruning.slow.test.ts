import { DeltaValue, END, START, StateGraph, StateSchema } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { sqliteSaver, type SqliteSaver } from "../../src/sqlite.ts";
import { all, count, long, put, thread, values } from "./written.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tidemark-pruning-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** More than four slices can remove. */
const MANY = 1_200;

async function write(saver: BaseCheckpointSaver, many = MANY): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let index = 0; index < many; index += 1)
    ids.push(await put(saver, "t", { index, text: long(String(index % 7)) }, ids.at(-1)));
  return ids;
}

const filled = async (name: string) => {
  const file = path.join(folder, `${name}.db`);
  const saver = sqliteSaver({ file, synchronous: "normal" });
  return { file, saver, ids: await write(saver) };
};

const inThread = (saver: SqliteSaver): number => count(saver, "checkpoints WHERE thread_id = 't'");

/** What of the store nothing needs, or is missing. */
const waste = (saver: SqliteSaver): unknown[] =>
  saver.database
    .prepare(
      `SELECT 'value', id FROM tidemark_values WHERE id NOT IN (SELECT value FROM tidemark_uses)
       UNION SELECT 'use', document FROM tidemark_uses WHERE document NOT IN (SELECT id FROM tidemark_documents)
       UNION SELECT 'document', id FROM tidemark_documents d WHERE uses = 0 AND NOT EXISTS (SELECT 1 FROM tidemark_documents WHERE base = d.id)
       UNION SELECT 'base', id FROM tidemark_documents WHERE base NOT IN (SELECT id FROM tidemark_documents)`,
    )
    .all();

const nothing = () => ({ log: ["not pruned"] });

/** Does something again and again until a promise is settled, and gives back what it has seen. */
async function seenUntil<Seen>(settled: Promise<unknown>, look: () => Promise<Seen>): Promise<ReadonlySet<Seen>> {
  const state = { isOver: false };
  const end = () => {
    state.isOver = true;
  };
  void settled.then(end, end);
  const seen = new Set<Seen>();
  while (!state.isOver) seen.add(await look());
  return seen;
}

/** Fails unless a thread is whole: what its checkpoints came after is there, and says what was written. */
async function requireWhole(saver: SqliteSaver, ids: readonly string[]): Promise<void> {
  const tuples = await all(sqliteSaver({ database: saver.database }), "t");
  const there = new Set<unknown>(tuples.map(({ checkpoint }) => checkpoint.id));
  for (const { checkpoint, parentConfig } of tuples) {
    const index = ids.indexOf(checkpoint.id);
    assert.deepEqual(checkpoint.channel_values, { index, text: long(String(index % 7)) });
    assert.ok(parentConfig === undefined || there.has(parentConfig.configurable?.["checkpoint_id"]));
  }
  expect(tuples[0]?.checkpoint.id).toBe(ids.at(-1));
}

describe("a prune of a long thread", () => {
  test("lets others write between its slices, and leaves the thread whole after each", async () => {
    const { file, saver, ids } = await filled("between");
    const other = sqliteSaver({ file, synchronous: "normal" });
    const pruned = saver.prune("t", { keepLast: 3 });
    let before = MANY;
    const seen = await seenUntil(pruned, async () => {
      await put(other, "other", {});
      const left = inThread(other);
      if (left < before) await requireWhole(other, ids);
      before = left;
      return left;
    });
    expect(await pruned).toBe(MANY - 3);
    // All of them, what every slice but the last left, and the end.
    expect(seen.size).toBeGreaterThanOrEqual(4);
    await requireWhole(other, ids);
    await other.deleteThread("other");
    expect(waste(other)).toEqual([]);
  });

  test("spares what somebody has used meanwhile, with all that it came after", async () => {
    const { saver, ids } = await filled("used");
    const pruned = saver.prune("t", { keepLast: 3 });
    while (inThread(saver) === MANY) await put(saver, "other", {});
    expect(inThread(saver)).toBeGreaterThan(300);
    const fork = await put(saver, "t", { index: 7, text: "forked" }, ids[100]);
    await saver.putWrites(thread("t", ids[50]), [["index", 1]], "task");
    const removed = await pruned;
    const left = new Set((await all(saver, "t")).map(({ checkpoint }) => checkpoint.id));
    expect(left).toEqual(new Set([...ids.slice(0, 101), ...ids.slice(-3), fork]));
    expect(removed).toBe(MANY - 101 - 3);
    expect(await values(saver, "t", fork)).toEqual({ index: 7, text: "forked" });
    expect(await saver.prune("t", { keepLast: 1 })).toBe(left.size - 1);
    await saver.deleteThread("other");
    expect(waste(saver)).toEqual([]);
  });

  test.each(["prune", "delete"])(
    "that is killed midway (%s) leaves a whole thread, and goes on when it is asked again",
    async (act) => {
      const { file, saver, ids } = await filled(`killed-${act}`);
      saver.close();
      const child = spawnSync(process.execPath, [
        "--no-warnings",
        path.join(import.meta.dirname, "pruner.ts"),
        file,
        act,
        "500",
      ]);
      expect(child.signal).toBe("SIGKILL");
      const after = sqliteSaver({ file });
      expect(inThread(after)).toBeGreaterThan(500);
      expect(inThread(after)).toBeLessThan(MANY);
      await requireWhole(after, ids);
      expect(waste(after)).toEqual([]);
      await (act === "prune" ? after.prune("t", { keepLast: 3 }) : after.deleteThread("t"));
      expect(inThread(after)).toBe(act === "prune" ? 3 : 0);
      expect(waste(after)).toEqual([]);
    },
  );

  test("is one of two at the same time, with different policies", async () => {
    const { file, saver, ids } = await filled("two");
    const other = sqliteSaver({ file, synchronous: "normal" });
    await Promise.all([saver.prune("t", { keepLast: 300 }), other.prune("t", { keepLast: 2 })]);
    expect((await all(saver, "t")).map(({ checkpoint }) => checkpoint.id)).toEqual(ids.slice(-2).toReversed());
    expect(waste(saver)).toEqual([]);
  });

  test("and its deletion and expiry leave nothing, while others write", async () => {
    const { saver } = await filled("deleted");
    const seen = await seenUntil(saver.deleteThread("t"), async () => {
      await put(saver, "other", {});
      return inThread(saver);
    });
    expect(seen.size).toBeGreaterThanOrEqual(4);
    expect(inThread(saver)).toBe(0);
    await write(saver, 400);
    await saver.expireThread("t", "2026-01-01T00:00:00Z");
    expect(await saver.removeExpired("2026-01-02T00:00:00Z")).toEqual(["t"]);
    await saver.deleteThread("other");
    for (const table of ["checkpoints", "tidemark_documents", "tidemark_values", "tidemark_writes"])
      expect(count(saver, table)).toBe(0);
  });
});

describe("a turn that runs while its thread is pruned", () => {
  test.each([1, 4])(
    "ends as without the prune, also from an older checkpoint, with a snapshot after %i updates",
    async (each) => {
      const State = new StateSchema({
        log: new DeltaValue(
          z.array(z.string()).default(() => []),
          {
            reducer: (current: string[], updates: string[][]) => [...current, ...updates.flat()],
            snapshotFrequency: each,
            inputSchema: z.array(z.string()),
          },
        ),
      });
      const saver = sqliteSaver();
      const prune = async () => {
        await saver.prune("t", { keepLast: 1 });
        return { log: ["pruned"] };
      };
      const app = (act: typeof prune | typeof nothing) =>
        new StateGraph(State)
          .addNode("first", () => ({ log: ["first"] }))
          .addNode("act", act)
          .addNode("last", () => ({ log: ["last"] }))
          .addEdge(START, "first")
          .addEdge("first", "act")
          .addEdge("act", "last")
          .addEdge("last", END)
          .compile({ checkpointer: saver });
      const own = { configurable: { thread_id: "t" } };
      const logged = async (config: typeof own = own): Promise<unknown> =>
        Reflect.get(Object((await app(nothing).getState(config)).values), "log");
      await app(nothing).invoke({ log: ["a"] }, own);
      const [end] = await all(saver, "t");
      const turn = ["first", "pruned", "last"];
      const before = ["a", "first", "not pruned", "last"];
      await app(prune).invoke({ log: ["b"] }, own);
      expect(await logged()).toEqual([...before, "b", ...turn]);
      assert.ok(end !== undefined);
      await saver.deleteThread("t");
      await app(nothing).invoke({ log: ["a"] }, own);
      const [older] = await all(saver, "t");
      await app(nothing).invoke({ log: ["c"] }, own);
      await app(prune).invoke({ log: ["d"] }, Object.assign({}, older?.config));
      expect(await logged()).toEqual([...before, "d", ...turn]);
    },
  );
});
