import { DatabaseSync } from "node:sqlite";
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type CheckpointTuple, emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { checkpointErrors } from "../../src/index.ts";
import { sqliteLocks, sqliteSaver, type SqliteSaver } from "../../src/sqlite.ts";
import { atomically, prepareTables } from "../../src/sqlite/schema.ts";
import { idBytes } from "../../src/saver/id-bytes.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tidemark-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("prepareTables", () => {
  test("makes the tables once", () => {
    const database = new DatabaseSync(":memory:");
    prepareTables(database);
    prepareTables(database);
    expect(database.prepare("SELECT value FROM tidemark_schema WHERE name = 'schema'").get()).toMatchObject({
      value: 1,
    });
  });

  test("only reads a file that has the tables", async () => {
    const file = path.join(folder, "read-only.db");
    const writer = sqliteSaver({ file });
    const place = { configurable: { thread_id: "a", checkpoint_ns: "" } };
    const metadata = { source: "loop", step: 0, parents: {} } as const;
    await writer.put(place, { ...emptyCheckpoint(), channel_values: { n: 1 } }, metadata, {});
    const reader = sqliteSaver({ database: new DatabaseSync(file, { readOnly: true }) });
    expect((await reader.getTuple(place))?.checkpoint.channel_values).toEqual({ n: 1 });
    const refused: unknown = await reader.put(place, emptyCheckpoint(), metadata, {}).catch((error: unknown) => error);
    expect(checkpointErrors.unavailable.is(refused)).toBe(true);
    writer.close();
    reader.close();
  });

  test("refuses a file of another saver", () => {
    const database = new DatabaseSync(":memory:");
    database.exec("CREATE TABLE checkpoints (thread_id TEXT, checkpoint BLOB)");
    expect(() => sqliteSaver({ database })).toThrow(/"checkpoints" of another saver/);
  });

  test("refuses a schema of the future", () => {
    const database = new DatabaseSync(":memory:");
    prepareTables(database);
    database.exec("UPDATE tidemark_schema SET value = 9 WHERE name = 'schema'");
    expect(() => sqliteSaver({ database })).toThrow(/schema 9/);
  });

  test.each([
    [
      "is not a database",
      (file: string) => writeFileSync(file, "no database at all, but longer than a header ".repeat(9)),
    ],
    ["cannot be opened", (file: string) => mkdirSync(file)],
  ])("says that a file %s", (said, make) => {
    const file = path.join(folder, `${said}.db`);
    make(file);
    expect(() => sqliteSaver({ file })).toThrow(/cannot be used now/);
  });
});

test("the trigger of the locks compares ids that are bytes with those in metadata", async () => {
  const { database } = sqliteSaver();
  const acquired = await sqliteLocks(database, { leaseMilliseconds: 60_000 }).acquire("a");
  expect(acquired.outcome).toBe("acquired");
  database.exec("UPDATE tidemark_leases SET token = 9");
  const insert = database.prepare(
    `INSERT INTO checkpoints (thread_id, checkpoint_ns, checkpoint_id, record, metadata, hash, seq)
     VALUES ('a', '', ?, 0, json_object('tidemark_fence', 8, 'tidemark_fence_of', ?), x'', 0)`,
  );
  for (const id of [uuid6(1), "c1", "~", "ä"]) {
    expect(() => insert.run(idBytes(id), id)).toThrow(/tidemark_fenced/);
    expect(() => insert.run(idBytes(id), "another one")).not.toThrow();
  }
});

describe("atomically", () => {
  test("leaves nothing of a body that throws, inside a transaction of the application too", () => {
    const database = new DatabaseSync(":memory:");
    database.exec("CREATE TABLE t (n INTEGER)");
    const fail = () =>
      atomically(database, () => {
        database.exec("INSERT INTO t VALUES (1)");
        throw new Error("no");
      });
    expect(fail).toThrow("no");
    database.exec("BEGIN; INSERT INTO t VALUES (2)");
    expect(fail).toThrow("no");
    database.exec("COMMIT");
    expect(database.prepare("SELECT n FROM t").all()).toEqual([expect.objectContaining({ n: 2 })]);
  });
});

describe("a database that cannot be used now", () => {
  const checkpoint = { configurable: { thread_id: "a", checkpoint_ns: "" } };
  const put = (saver: ReturnType<typeof sqliteSaver>) =>
    saver.put(
      checkpoint,
      { ...emptyCheckpoint(), channel_values: { text: "x".repeat(90_000) } },
      { source: "loop", step: 0, parents: {} },
      {},
    );
  test("is said to be full, and works again", async () => {
    const saver = sqliteSaver();
    const pages = Number(saver.database.prepare("PRAGMA page_count").get()?.["page_count"]);
    saver.database.exec(`PRAGMA max_page_count = ${pages}`);
    let seed = 1;
    const noise = () =>
      Array.from({ length: 9_000 }, () => ((seed = (seed * 48_271) % 2_147_483_647), seed.toString(36))).join("");
    const write = (id: number) =>
      saver.putWrites(
        { configurable: { ...checkpoint.configurable, checkpoint_id: `c${id}` } },
        [["a", noise()]],
        "task",
      );
    await expect(write(1)).rejects.toThrow(/the disk is full/);
    expect(saver.database.prepare("SELECT count(*) AS n FROM tidemark_writes").get()).toMatchObject({ n: 0 });
    saver.database.exec("PRAGMA max_page_count = 100000");
    await put(saver);
    expect((await saver.getTuple(checkpoint))?.checkpoint.channel_values).toEqual({ text: "x".repeat(90_000) });
  });

  test("is said to be locked or read-only, with nothing stored", async () => {
    const file = path.join(folder, "locked.db");
    const saver = sqliteSaver({ file, busyTimeout: 10 });
    const other = new DatabaseSync(file);
    other.exec("BEGIN IMMEDIATE");
    await expect(put(saver)).rejects.toThrow(/another process has held it/);
    other.exec("ROLLBACK");
    saver.database.exec("PRAGMA query_only = 1");
    await expect(put(saver)).rejects.toThrow(/it is read-only/);
    saver.database.exec("PRAGMA query_only = 0");
    await put(saver);
    expect(saver.database.prepare("SELECT count(*) AS n FROM checkpoints").get()).toMatchObject({ n: 1 });
  });
});

async function listOf(saver: SqliteSaver, config: object, limit?: number): Promise<CheckpointTuple[]> {
  const tuples: CheckpointTuple[] = [];
  for await (const tuple of saver.list(config, limit === undefined ? {} : { limit })) tuples.push(tuple);
  return tuples;
}

/** Passes typed errors only. */
const typed = (error: unknown): null => {
  const known = [checkpointErrors.corrupt, checkpointErrors.unavailable, checkpointErrors.unreadable];
  const foreign = [checkpointErrors.futureSchema, checkpointErrors.foreignTable];
  assert.ok(
    [...known, ...foreign].some((kind) => kind.is(error)),
    String(error instanceof Error ? error.stack : error),
  );
  return null;
};

test("any bytes of a file may be damaged: what is read is what was stored, and all of it after one damage, or a typed error", async () => {
  const place = { configurable: { thread_id: "a", checkpoint_ns: "" } };
  const whole = path.join(folder, "whole.db");
  const writer = sqliteSaver({ file: whole });
  const stored = new Map<string, unknown>();
  for (let step = 0; step < 24; step += 1) {
    const checkpoint = {
      ...emptyCheckpoint(),
      id: uuid6(step),
      channel_values: { step, text: `${step} `.repeat(300) },
    };
    const parent = [...stored.keys()].at(-1);
    const config = { configurable: { ...place.configurable, ...(parent !== undefined && { checkpoint_id: parent }) } };
    const there = await writer.put(config, checkpoint, { source: "loop", step, parents: {} }, {});
    for (const task of ["one", "two"]) await writer.putWrites(there, [["text", `${task} ${step}`]], task);
    stored.set(checkpoint.id, checkpoint.channel_values);
  }
  writer.close();
  const ids = [...stored.keys()].toReversed();
  const bytes = readFileSync(whole);
  const file = path.join(folder, "damaged.db");
  const requireTuple = ({ checkpoint, pendingWrites = [] }: CheckpointTuple, id: string | undefined): void => {
    const step = String(checkpoint.channel_values["step"]);
    const sent = ["one", "two"].map((task) => [task, "text", `${task} ${step}`]);
    assert.deepStrictEqual(pendingWrites, sent);
    assert.equal(checkpoint.id, id);
    assert.deepStrictEqual(checkpoint.channel_values, stored.get(checkpoint.id));
  };
  const damage = fc.oneof(
    fc.array(fc.record({ at: fc.nat(bytes.length - 1), byte: fc.nat(255) }), { minLength: 1, maxLength: 8 }),
    // What changes on a disk is a bit, and the first bytes of a page say where its rows are.
    fc.array(
      fc.tuple(fc.nat(bytes.length / 4_096 - 1), fc.nat(160), fc.nat(7)).map(([page, offset, bit]) => {
        const at = page * 4_096 + offset;
        return { at, byte: (bytes[at] ?? 0) ^ (1 << bit) };
      }),
      { minLength: 1, maxLength: 2 },
    ),
  );
  await fc.assert(
    fc.asyncProperty(damage, fc.nat(9), async (changes, cut) => {
      // A second damage may hide the first.
      const isOne = changes.length === 1 && cut > 0;
      const isComplete = (given: readonly unknown[], expected: number): boolean =>
        isOne ? given.length === expected : given.length <= expected;
      const changed = Buffer.from(bytes);
      for (const { at, byte } of changes) changed[at] = byte;
      writeFileSync(file, cut === 0 ? changed.subarray(0, changes[0]?.at) : changed);
      for (const left of ["-wal", "-shm"]) rmSync(file + left, { force: true });
      try {
        const saver = sqliteSaver({ file });
        try {
          for (const id of [undefined, ...ids]) {
            const config = { configurable: { ...place.configurable, ...(id !== undefined && { checkpoint_id: id }) } };
            const tuple = await saver.getTuple(config).catch(typed);
            assert.ok(tuple === null || isComplete(tuple === undefined ? [] : [tuple], 1), `${id} is missing`);
            if (tuple && isOne) requireTuple(tuple, id ?? ids[0]);
          }
          for (const [config, limit] of [
            [place, undefined],
            [{ configurable: { thread_id: "a" } }, undefined],
            [{}, undefined],
            [place, 5],
          ] as const) {
            const listed = await listOf(saver, config, limit).catch(typed);
            if (listed === null) continue;
            assert.ok(isComplete(listed, limit ?? ids.length), `${listed.length} are listed`);
            for (const [index, tuple] of listed.entries()) {
              assert.deepStrictEqual(tuple.checkpoint.channel_values, stored.get(tuple.checkpoint.id));
              if (isOne) requireTuple(tuple, ids[index]);
            }
          }
          const exported = await saver.exportThread("a").catch(typed);
          if (exported !== null) {
            assert.ok(isComplete(exported.checkpoints, ids.length));
            assert.ok(isComplete(exported.writes, 2 * ids.length));
          }
          const acts = [
            () => saver.prune("a", { keepLast: 3 }),
            () => saver.copyThread("a", "b"),
            () => saver.stats("a"),
            () => saver.deleteThread("a"),
            () => saver.vacuum(),
          ];
          for (const act of acts) await act().catch(typed);
        } finally {
          saver.close();
        }
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        typed(error);
      }
    }),
  );
});
