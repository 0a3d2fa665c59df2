import { DatabaseSync } from "node:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { afterAll, describe, expect, test } from "vitest";
import { sqliteSaver } from "../../src/sqlite.ts";
import { atomically, prepareTables } from "../../src/sqlite/schema.ts";

describe("prepareTables", () => {
  test("makes the tables once", () => {
    const database = new DatabaseSync(":memory:");
    prepareTables(database);
    prepareTables(database);
    expect(database.prepare("SELECT value FROM tidemark_schema WHERE name = 'schema'").get()).toMatchObject({
      value: 1,
    });
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
  const folder = mkdtempSync(path.join(tmpdir(), "tidemark-"));
  afterAll(() => rmSync(folder, { recursive: true }));

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
