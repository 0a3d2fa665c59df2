import { DatabaseSync } from "node:sqlite";
import type { CheckpointListOptions } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkpointErrors } from "../../src/index.ts";
import { type SqliteSaver, sqliteSaver } from "../../src/sqlite.ts";
import { all, put, thread } from "./written.ts";

/** Puts checkpoints, each after the one before, with writes of a task at each. Returns their ids, newest first. */
async function filled(saver: SqliteSaver, checkpoints: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let turn = 0; turn < checkpoints; turn += 1) {
    const id = await put(saver, "t", { turn, text: `${turn} `.repeat(200) }, ids[0]);
    await saver.putWrites(thread("t", id), [["text", `${turn + 1} `.repeat(200)]], "task");
    ids.unshift(id);
  }
  return ids;
}

async function listed(saver: SqliteSaver, options?: CheckpointListOptions) {
  const found: { id: string; turn: unknown; writes: number }[] = [];
  for await (const { checkpoint, pendingWrites = [] } of saver.list(thread("t"), options))
    found.push({ id: checkpoint.id, turn: checkpoint.channel_values["turn"], writes: pendingWrites.length });
  return found;
}

test("a list has its checkpoints in order, with values and writes, however many parts it is read in", async () => {
  const saver = sqliteSaver();
  const ids = await filled(saver, 150);
  const expected = ids.map((id, index) => ({ id, turn: 149 - index, writes: 1 }));
  const options = fc.record({ limit: fc.nat(200), before: fc.nat(149), filter: fc.nat(149) }, { requiredKeys: [] });
  await fc.assert(
    fc.asyncProperty(options, async ({ limit, before, filter }) => {
      const step = filter === undefined ? undefined : (await saver.getTuple(thread("t", ids[filter])))?.metadata?.step;
      const wanted = expected
        .slice(before === undefined ? 0 : before + 1)
        .filter(({ id }) => step === undefined || id === ids[filter ?? 0])
        .slice(0, limit);
      const found = await listed(saver, {
        ...(limit !== undefined && { limit }),
        ...(before !== undefined && { before: thread("t", ids[before]) }),
        ...(step !== undefined && { filter: { step } }),
      });
      expect(found).toEqual(wanted);
    }),
    { numRuns: 40 },
  );
  expect((await all(saver, "t")).map(({ checkpoint }) => checkpoint.id)).toEqual(ids);
});

test("who leaves a list early has it read few rows", async () => {
  const database = new DatabaseSync(":memory:");
  let read = 0;
  const prepare = database.prepare.bind(database);
  database.prepare = (sql) => {
    const statement = prepare(sql);
    const rows = statement.all.bind(statement);
    const counted = (...values: never[]) => {
      const found = rows(...values);
      read += found.length;
      return found;
    };
    return Object.assign(statement, { all: counted });
  };
  const saver = sqliteSaver({ database });
  await filled(saver, 400);
  read = 0;
  let left = 40;
  for await (const tuple of saver.list(thread("t"))) {
    expect(tuple.pendingWrites).toHaveLength(1);
    left -= 1;
    if (left === 0) break;
  }
  // Two pages, with a row, a record and values of each checkpoint and of its writes, and the chain that the records begin with.
  expect(read).toBeLessThan(500);
});

test("a list goes on while others add checkpoints and remove some", async () => {
  const saver = sqliteSaver();
  const ids = await filled(saver, 200);
  const found: string[] = [];
  for await (const { checkpoint } of saver.list(thread("t"))) {
    found.push(checkpoint.id);
    if (found.length === 40) {
      await put(saver, "t", { turn: "late" }, ids[0]);
      await saver.prune("t", { keepLast: 100 });
    }
  }
  expect(found).toEqual(ids.slice(0, found.length));
  expect(found.length).toBeGreaterThanOrEqual(99);
  expect(found.length).toBeLessThan(200);
});

test("a checkpoint that damage has hidden is missed in any part of a list", async () => {
  for (const place of [1, 40, 120]) {
    const saver = sqliteSaver();
    const ids = await filled(saver, 150);
    saver.database.exec("DROP TRIGGER tidemark_uncount_checkpoint");
    const hidden = Buffer.from(ids[place]?.replaceAll("-", "") ?? "", "hex");
    saver.database.prepare("DELETE FROM checkpoints WHERE checkpoint_id = ?").run(hidden);
    const error: unknown = await listed(saver).catch((thrown: unknown) => thrown);
    expect(checkpointErrors.corrupt.is(error)).toBe(true);
  }
});
