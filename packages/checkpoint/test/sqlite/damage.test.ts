import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkpointErrors } from "../../src/index.ts";
import { sqliteSaver } from "../../src/sqlite.ts";
import { all, count, long, put, thread, values } from "./written.ts";

const damaged = async (sql: string) => {
  const saver = sqliteSaver();
  const first = await put(saver, "a", { list: [long("x")] });
  const second = await put(saver, "a", { list: [long("x"), long("y")], n: 1 }, first);
  saver.database.exec(sql);
  return { first, second, saver: sqliteSaver({ database: saver.database }) };
};

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
