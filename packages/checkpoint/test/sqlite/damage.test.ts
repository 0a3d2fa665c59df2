import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkpointErrors } from "../../src/index.ts";
import { sqliteSaver, type SqliteSaver } from "../../src/sqlite.ts";
import { all, count, long, put, thread, values } from "./written.ts";

const damaged = async (sql: string) => {
  const saver = sqliteSaver();
  const first = await put(saver, "a", { list: [long("x")] });
  const second = await put(saver, "a", { list: [long("x"), long("y")], n: 1 }, first);
  saver.database.exec(sql);
  return { first, second, saver: sqliteSaver({ database: saver.database }) };
};

/** Changes rows without their counts, as damage does. */
function hide(saver: SqliteSaver, sql: string): void {
  const triggers = saver.database.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all();
  for (const { name } of triggers) saver.database.exec(`DROP TRIGGER ${String(name)}`);
  saver.database.exec(sql);
  for (const trigger of triggers) saver.database.exec(String(trigger["sql"]));
}

describe("damage", () => {
  test.each([
    "UPDATE tidemark_values SET body = '\"other\"' WHERE id = 2",
    "UPDATE tidemark_values SET body = x'00ff' WHERE id = 2",
    "DELETE FROM tidemark_values WHERE id = 2",
    "UPDATE tidemark_documents SET body = x'' WHERE id = 2",
    "UPDATE tidemark_documents SET body = '{}' WHERE id = 2",
    "DELETE FROM tidemark_documents WHERE id = 2",
    "UPDATE tidemark_documents SET base = NULL WHERE id = 2",
    "UPDATE checkpoints SET document = 1",
    "UPDATE checkpoints SET parent_checkpoint_id = NULL WHERE document = 2",
    `UPDATE checkpoints SET metadata = replace(metadata, 'loop', 'fork') WHERE document = 2`,
  ])("is found and said, with the newest good checkpoint: %s", async (sql) => {
    const { first, second, saver } = await damaged(sql);
    const error: unknown = await saver.getTuple(thread("a")).catch((reason: unknown) => reason);
    assert.ok(checkpointErrors.corrupt.is(error));
    expect(error.details).toMatchObject({ threadId: "a", checkpointId: second, newestGood: first });
    expect(await values(saver, "a", first)).toEqual({ list: [long("x")] });
  });

  test.each([
    ["the newest checkpoint", "DELETE FROM checkpoints WHERE document = 3"],
    ["a checkpoint that others come after", "DELETE FROM checkpoints WHERE document = 2"],
    ["the oldest checkpoint", "DELETE FROM checkpoints WHERE document = 1"],
    ["every checkpoint", "DELETE FROM checkpoints"],
    ["what is counted", "DELETE FROM tidemark_counts"],
    ["the newest checkpoint under another id", "UPDATE checkpoints SET checkpoint_id = 'other' WHERE document = 3"],
    ["a checkpoint under another id", "UPDATE checkpoints SET checkpoint_id = 'other' WHERE document = 2"],
    ["checkpoints in another thread", "UPDATE checkpoints SET thread_id = 'other' WHERE document > 1"],
  ])("that hides %s is never a shorter answer", async (_, sql) => {
    const saver = sqliteSaver();
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) ids.push(await put(saver, "a", { index }, ids.at(-1)));
    hide(saver, sql);
    const cold = sqliteSaver({ database: saver.database });
    const complete = async (): Promise<boolean> => {
      const found = await Promise.all(ids.map((id) => cold.getTuple(thread("a", id))));
      return found.every((tuple, index) => tuple?.checkpoint.id === ids[index]);
    };
    const newest = async () => (await cold.getTuple(thread("a")))?.checkpoint.id === ids[2];
    const listed = async (limit?: number) => {
      const found: string[] = [];
      const options = limit === undefined ? {} : { limit };
      for await (const { checkpoint } of cold.list(thread("a"), options)) found.push(checkpoint.id);
      return found.length === (limit ?? ids.length);
    };
    const copied = async () => {
      await cold.copyThread("a", "b");
      return (await all(cold, "b")).length === ids.length;
    };
    const exported = async () => (await cold.exportThread("a")).checkpoints.length === ids.length;
    const pruned = async () => (await cold.prune("a", { keepLast: 1 })) === 2;
    for (const act of [complete, newest, listed, () => listed(1), () => listed(2), copied, exported, pruned]) {
      const answer: unknown = await act().catch((error: unknown) => error);
      const isTyped = checkpointErrors.corrupt.is(answer) || checkpointErrors.unreadable.is(answer);
      assert.ok(answer === true || isTyped, String(answer));
    }
    await cold.deleteThread("a");
    expect(count(cold, "checkpoints WHERE thread_id = 'a'")).toBe(0);
  });

  test("that hides what a task has sent, or what a delta channel is put together from, is said", async () => {
    const saver = sqliteSaver();
    const first = await put(saver, "a", { log: ["seed"] });
    const second = await put(saver, "a", {}, first);
    const third = await put(saver, "a", {}, second);
    for (const task of ["one", "two"]) await saver.putWrites(thread("a", third), [["log", task]], task);
    const cold = () => sqliteSaver({ database: saver.database });
    const history = (): Promise<unknown> =>
      cold().getDeltaChannelHistory({ config: thread("a", third), channels: ["log"] });
    await expect(history()).resolves.toMatchObject({ log: { seed: ["seed"] } });
    hide(saver, "DELETE FROM checkpoints WHERE document = 1");
    await expect(history()).rejects.toThrow(/it is not found, and others come after it/);
    hide(saver, "DELETE FROM tidemark_writes WHERE task_id = 'one'");
    await expect(cold().getTuple(thread("a"))).rejects.toThrow(/of 2 tasks that sent something 1 are there/);
    await expect(history()).rejects.toThrow(/it is not found/);
  });

  test("is not suspected where rows were never stored, replaced, pruned or deleted", async () => {
    const saver = sqliteSaver();
    await saver.putWrites(thread("a", "later"), [["n", 1]], "early");
    const first = await put(saver, "a", { n: 1 }, "never stored");
    const second = await put(saver, "a", { n: 2 }, first);
    await saver.putWrites(thread("a", second), [["n", 1]], "task");
    await saver.putWrites(thread("a", second), [["n", 2]], "task");
    const { checkpoint } = (await saver.getTuple(thread("a", second))) ?? {};
    assert.ok(checkpoint !== undefined);
    await saver.put(thread("a", second), checkpoint, { source: "loop", step: 2, parents: {} }, {});
    expect((await all(saver, "a")).map(({ pendingWrites }) => pendingWrites?.length)).toEqual([1, 0]);
    expect(await saver.getTuple(thread("a", "later"))).toBeUndefined();
    await saver.prune("a", { keepLast: 1 });
    expect(await all(saver, "a")).toHaveLength(1);
    await saver.copyThread("a", "b");
    await saver.deleteThread("a");
    expect(await all(saver, "a")).toEqual([]);
    expect(await saver.getTuple(thread("a"))).toBeUndefined();
    expect(await all(saver, "b")).toHaveLength(1);
    await put(saver, "a", { n: 1 });
    expect(await all(saver, "a")).toHaveLength(1);
  });

  test("of everything offers nothing", async () => {
    const { saver } = await damaged("DELETE FROM tidemark_values");
    await expect(saver.getTuple(thread("a"))).rejects.toThrow(/No other checkpoint/);
  });

  test("of any bytes is a typed error at most, and the thread can be deleted", async () => {
    const damage = fc.record({
      table: fc.constantFrom("tidemark_values", "tidemark_documents"),
      row: fc.nat(),
      at: fc.nat(),
      bit: fc.nat(7),
      cut: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ table, row, at, bit, cut }) => {
        const saver = sqliteSaver();
        let parent: string | undefined;
        for (let index = 0; index < 4; index += 1) {
          parent = await put(saver, "a", { list: [long("x"), { text: long(String(index)) }], index }, parent);
          await saver.putWrites(thread("a", parent), [["list", long("w")]], "task");
        }
        const rows = saver.database
          .prepare(`SELECT id, CAST(body AS BLOB) AS bytes, typeof(body) AS kind FROM ${table}`)
          .all();
        const { id, bytes, kind } = rows[row % rows.length] ?? {};
        assert.ok(bytes instanceof Uint8Array);
        const changed = Buffer.from(bytes);
        changed[at % changed.length] = (changed[at % changed.length] ?? 0) ^ (1 << bit);
        const body = cut ? changed.subarray(0, at % changed.length) : changed;
        saver.database
          .prepare(`UPDATE ${table} SET body = ? WHERE id = ?`)
          .run(kind === "text" ? body.toString() : body, Number(id));
        const cold = sqliteSaver({ database: saver.database });
        const acts = [
          () => cold.getTuple(thread("a")),
          () => all(cold, "a"),
          () => cold.prune("a", { keepLast: 2 }),
          () => put(cold, "a", {}, parent),
        ];
        for (const act of acts) {
          const error = await act().then(
            () => null,
            (reason: unknown) => reason,
          );
          assert.ok(error === null || checkpointErrors.corrupt.is(error), String(error));
        }
        await cold.deleteThread("a");
        for (const each of ["tidemark_documents", "tidemark_uses", "checkpoints"]) expect(count(saver, each)).toBe(0);
        saver.database.close();
      }),
    );
  });
});
