import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import type { CheckpointListOptions } from "@langchain/langgraph-checkpoint";
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

async function listed(saver: SqliteSaver, options: CheckpointListOptions): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { checkpoint } of saver.list(thread("a"), options)) found.push(checkpoint.id);
  return found;
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
    "UPDATE checkpoints SET record = 1",
    "UPDATE checkpoints SET parent_id = NULL WHERE record = 2",
    `UPDATE checkpoints SET metadata = replace(metadata, 'loop', 'fork') WHERE record = 2`,
  ])("is found and said, with the newest good checkpoint: %s", async (sql) => {
    const { first, second, saver } = await damaged(sql);
    const error: unknown = await saver.getTuple(thread("a")).catch((reason: unknown) => reason);
    assert.ok(checkpointErrors.corrupt.is(error));
    expect(error.details).toMatchObject({ threadId: "a", checkpointId: second, newestGood: first });
    expect(await values(saver, "a", first)).toEqual({ list: [long("x")] });
  });

  test.each([
    ["the newest checkpoint", "DELETE FROM checkpoints WHERE record = 3"],
    ["a checkpoint that others come after", "DELETE FROM checkpoints WHERE record = 2"],
    ["the oldest checkpoint", "DELETE FROM checkpoints WHERE record = 1"],
    ["every checkpoint", "DELETE FROM checkpoints"],
    ["what is counted", "DELETE FROM tidemark_counts"],
    [
      "the newest checkpoint under another id",
      "UPDATE checkpoints SET checkpoint_id = x'006f74686572' WHERE record = 3",
    ],
    ["a checkpoint under another id", "UPDATE checkpoints SET checkpoint_id = x'006f74686572' WHERE record = 2"],
    ["checkpoints in another thread", "UPDATE checkpoints SET thread_id = 'other' WHERE record > 1"],
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
    const isListed = async (limit?: number) => {
      const found = await listed(cold, limit === undefined ? {} : { limit });
      return found.length === (limit ?? ids.length);
    };
    const copied = async () => {
      await cold.copyThread("a", "b");
      return (await all(cold, "b")).length === ids.length;
    };
    const exported = async () => (await cold.exportThread("a")).checkpoints.length === ids.length;
    const pruned = async () => (await cold.prune("a", { keepLast: 1 })) === 2;
    for (const act of [complete, newest, isListed, () => isListed(1), () => isListed(2), copied, exported, pruned]) {
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
    hide(saver, "DELETE FROM checkpoints WHERE record = 1");
    await expect(history()).rejects.toThrow(/it is not found, and others come after it/);
    hide(saver, "DELETE FROM tidemark_writes WHERE instr(task_id, CAST('one' AS BLOB)) > 0");
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

  test("to the index of sequence numbers is said, or does not matter", async () => {
    // What an application may not write to a table of SQLite itself, damage may.
    const database = new DatabaseSync(":memory:", { defensive: false });
    const saver = sqliteSaver({ database });
    const ids: string[] = [];
    for (let index = 0; index < 4; index += 1) ids.unshift(await put(saver, "a", { index }, ids[0]));
    const [{ sql = "" } = {}] = database
      .prepare("SELECT sql FROM sqlite_master WHERE name = 'checkpoints_by_seq'")
      .all();
    const hideEntries = (condition: string): void => {
      database.exec(`DROP INDEX checkpoints_by_seq; ${String(sql)} WHERE ${condition}; PRAGMA writable_schema = 1`);
      database.prepare("UPDATE sqlite_master SET sql = ? WHERE name = 'checkpoints_by_seq'").run(String(sql));
      database.exec("PRAGMA writable_schema = RESET");
    };
    const cold = (options: CheckpointListOptions) => listed(sqliteSaver({ database }), options);
    hideEntries("record <> 3");
    expect(await cold({})).toEqual(ids);
    expect(await cold({ before: thread("a", ids[0]) })).toEqual(ids.slice(1));
    expect(await cold({ before: thread("a", ids[0]), limit: 3 })).toEqual(ids.slice(1));
    expect(await cold({ limit: 1 })).toEqual(ids.slice(0, 1));
    await expect(cold({ limit: 2 })).rejects.toThrow(/not found by its place in the order/);
    await expect(cold({ before: thread("a", ids[0]), limit: 1 })).rejects.toThrow(
      /not found by its place in the order/,
    );
    hideEntries("record <> 4");
    expect(await cold({})).toEqual(ids);
    await expect(cold({ limit: 1 })).rejects.toThrow(/it is not found/);
    await expect(sqliteSaver({ database }).getTuple(thread("a"))).rejects.toThrow(/it is not found/);
    hideEntries("0");
    await expect(saver.copyThread("a", "a")).rejects.toThrow(/exists already/);
    await expect(sqliteSaver({ database }).getTuple(thread("a"))).rejects.toThrow(/it is not found/);
  });

  test("that hides the checkpoint before which a list was asked for is said", async () => {
    const saver = sqliteSaver();
    const ids: string[] = [];
    for (let index = 0; index < 4; index += 1) ids.push(await put(saver, "a", { index }, ids.at(-1)));
    const cut = () => listed(saver, { before: thread("a", ids[2]) });
    expect(await cut()).toHaveLength(2);
    hide(saver, "DELETE FROM checkpoints WHERE record = 3");
    await expect(cut()).rejects.toThrow(/was stored and is not found/);
  });

  test("is not suspected of a thread whose ids are not in the order in which they were stored, or stored again", async () => {
    const saver = sqliteSaver();
    const first = await put(saver, "a", { n: 1 });
    const stored = await saver.getTuple(thread("a", first));
    assert.ok(stored !== undefined);
    const metadata = { source: "loop", step: 2, parents: {} } as const;
    await saver.put(thread("a", first), { ...stored.checkpoint, id: "0" }, metadata, {});
    const again = async (id: string) => {
      const tuple = await saver.getTuple(thread("a", id));
      assert.ok(tuple !== undefined);
      await saver.put(tuple.parentConfig ?? thread("a"), tuple.checkpoint, metadata, {});
    };
    const ids = (limit: number) => listed(saver, { limit });
    for (const id of ["0", first, "0"]) {
      expect((await saver.getTuple(thread("a")))?.checkpoint.id).toBe("0");
      expect(await ids(9)).toEqual(["0", first]);
      expect(await ids(1)).toEqual(["0"]);
      await again(id);
    }
    await put(saver, "a", { n: 3 }, "0");
    expect(await ids(9)).toHaveLength(3);
    await saver.prune("a", { keepLast: 1 });
    expect(await ids(9)).toHaveLength(1);
    expect(await saver.getTuple(thread("a"))).toBeDefined();
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
