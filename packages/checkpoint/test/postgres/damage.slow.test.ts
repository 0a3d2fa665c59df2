import assert from "node:assert/strict";
import { inspect } from "node:util";
import { checkpointErrors } from "@tidemark/checkpoint";
import { postgresSaver, type PostgresSaver } from "@tidemark/checkpoint/postgres";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { all, at, long, openStore, put, reason, type TestStore, values } from "@tidemark/test-fixtures/stores";

let store: TestStore<PostgresSaver>;
beforeAll(async () => {
  store = await openStore(postgresSaver);
});
afterAll(() => store.stop());

describe("damage", () => {
  const newest = "(SELECT max(id) FROM SCHEMA.tidemark_values)";
  const last = "(SELECT max(id) FROM SCHEMA.tidemark_checkpoints)";
  test.each([
    `UPDATE SCHEMA.tidemark_values SET body = 't"other"' WHERE id = ${newest}`,
    `UPDATE SCHEMA.tidemark_values SET body = '\\x7a00ff' WHERE id = ${newest}`,
    `UPDATE SCHEMA.tidemark_values SET body = '' WHERE id = ${newest}`,
    `DELETE FROM SCHEMA.tidemark_values WHERE id = ${newest}`,
    `UPDATE SCHEMA.tidemark_checkpoints SET body = 't{}' WHERE id = ${last}`,
    `UPDATE SCHEMA.tidemark_checkpoints SET body = NULL WHERE id = ${last}`,
    `UPDATE SCHEMA.tidemark_checkpoints SET base = NULL WHERE id = ${last}`,
    `UPDATE SCHEMA.tidemark_checkpoints SET base = -1 WHERE id = ${last}`,
    `UPDATE SCHEMA.tidemark_checkpoints SET described = 't{"source":"fork","step":1,"parents":{}}' WHERE id = ${last}`,
    `UPDATE SCHEMA.tidemark_checkpoints SET parent = NULL WHERE id = ${last}`,
  ])("is found and said, with the newest good checkpoint: %s", async (sql) => {
    const { saver, schema } = store.fresh();
    const first = await put(saver, "a", { list: [long("x")] });
    const second = await put(saver, "a", { list: [long("x"), long("y")], n: 1 }, first);
    await store.pool.query(sql.replaceAll("SCHEMA", schema));
    const cold = postgresSaver(store.pool, { schema });
    const acts = [() => cold.getTuple(at("a")), () => all(cold, "a"), () => cold.getTuple(at("a", second))];
    for (const act of acts) {
      const error = await reason(act());
      assert.ok(checkpointErrors.corrupt.is(error), String(error));
      expect(error.details).toMatchObject({ threadId: "a", checkpointId: second, newestGood: first });
    }
    expect(await values(cold, "a", first)).toEqual({ list: [long("x")] });
    for (const act of [() => cold.prune("a", { keepLast: 1 }), () => cold.exportThread("a")]) {
      const error = await reason(act());
      const said = error === null || checkpointErrors.corrupt.is(error) || checkpointErrors.unreadable.is(error);
      assert.ok(said, String(error));
    }
    await cold.deleteThread("a");
    expect([await store.count(schema, "tidemark_checkpoints"), await store.count(schema, "tidemark_threads")]).toEqual([
      0, 0,
    ]);
  });

  test("of what a task sent is found and said", async () => {
    const { saver, schema } = store.fresh();
    const first = await put(saver, "a", { n: 1 });
    await saver.putWrites(at("a", first), [["n", 2]], "task");
    await store.pool.query(`UPDATE ${schema}.tidemark_writes SET task_id = '\\x00'`);
    await expect(saver.getTuple(at("a"))).rejects.toThrow(/do not match their checksum/);
  });

  test("of any bytes is a typed error at most, and the thread can be deleted", async () => {
    const damage = fc.record({
      table: fc.constantFrom("tidemark_values", "tidemark_checkpoints", "tidemark_writes"),
      column: fc.constantFrom("hash", "sum", "body", "described"),
      row: fc.nat(),
      at: fc.nat(),
      bit: fc.nat(7),
      cut: fc.boolean(),
    });
    const { saver, schema } = store.fresh();
    await fc.assert(
      fc.asyncProperty(damage, async ({ table, column: asked, row, at: place, bit, cut }) => {
        let parent: string | undefined;
        for (let index = 0; index < 4; index += 1) {
          parent = await put(saver, "a", { list: [long("x"), { text: long(String(index)) }], index }, parent);
          await saver.putWrites(at("a", parent), [["list", long("w")]], "task");
        }
        // The sum of a value is what it is found by, and only checkpoints have two.
        const column =
          table === "tidemark_checkpoints" || (asked === "hash" && table === "tidemark_writes") ? asked : "body";
        const { rows } = await store.pool.query<{ ctid: string; bytes: Buffer }>(
          `SELECT ctid::text, ${column} AS bytes FROM ${schema}.${table}`,
        );
        const { ctid, bytes } = rows[row % rows.length] ?? { ctid: "", bytes: Buffer.alloc(1) };
        const changed = Buffer.from(bytes);
        changed[place % changed.length] = (changed[place % changed.length] ?? 0) ^ (1 << bit);
        const stored = cut ? changed.subarray(0, place % changed.length) : changed;
        await store.pool.query(`UPDATE ${schema}.${table} SET ${column} = $1 WHERE ctid = $2::tid`, [stored, ctid]);
        const cold = postgresSaver(store.pool, { schema });
        const acts = [
          () => cold.getTuple(at("a")),
          () => all(cold, "a"),
          () => cold.exportThread("a"),
          () => cold.copyThread("a", "b"),
          () => cold.prune("a", { keepLast: 2 }),
          () => put(cold, "a", {}, parent),
        ];
        for (const act of acts) {
          const error = await reason(act());
          const typed = error === null || checkpointErrors.corrupt.is(error) || checkpointErrors.unreadable.is(error);
          assert.ok(typed, inspect(error));
        }
        for (const threadId of ["a", "b"]) await cold.deleteThread(threadId);
        for (const each of ["tidemark_checkpoints", "tidemark_values", "tidemark_writes"])
          assert.equal(await store.count(schema, each), 0);
      }),
    );
  });
});
