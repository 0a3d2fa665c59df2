import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
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
