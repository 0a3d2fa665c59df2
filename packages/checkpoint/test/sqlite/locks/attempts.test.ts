import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { SqliteAttempts } from "../../../src/sqlite/locks/attempts.ts";

const busy = () => Object.assign(new Error("database is locked"), { code: "ERR_SQLITE_ERROR", errcode: 5 });

/** Pauses that take no time, and are written down. */
function pauses() {
  const taken: number[] = [];
  const wait = (milliseconds: number) => {
    taken.push(milliseconds);
    return Promise.resolve();
  };
  return { taken, wait };
}

test("statements that meet another writer are tried again after growing pauses, which end", async () => {
  const { taken, wait } = pauses();
  const attempts = new SqliteAttempts(new DatabaseSync(":memory:"), { wait });
  let failures = 7;
  const result = await attempts.run(() => {
    failures -= 1;
    if (failures >= 0) throw busy();
    return "stored";
  });
  expect(result).toBe("stored");
  expect(taken).toEqual([1, 2, 4, 8, 16, 25, 25]);
});

const never = () => {
  throw busy();
};

test("a file that is never free is given up, by its error or as null", async () => {
  const { wait } = pauses();
  const attempts = new SqliteAttempts(new DatabaseSync(":memory:"), { wait });
  await expect(attempts.run(never)).rejects.toThrow("database is locked");
  expect(await attempts.unlessBusy(never)).toBeNull();
});

test.each([
  ["better-sqlite3 by name", { code: "SQLITE_BUSY_SNAPSHOT" }],
  ["Node by number", { code: "ERR_SQLITE_ERROR", errcode: 517 }],
  ["a shared cache", { code: "SQLITE_LOCKED_SHAREDCACHE" }],
])("knows a busy file from other failures: %s", async (_, error) => {
  const { taken, wait } = pauses();
  const attempts = new SqliteAttempts(new DatabaseSync(":memory:"), { wait });
  let failed = false;
  await attempts.run(() => {
    if (failed) return;
    failed = true;
    throw Object.assign(new Error("busy"), error);
  });
  expect(taken).toEqual([1]);
});

test("every other failure is thrown at once, and the connection waits as before", async () => {
  const database = new DatabaseSync(":memory:", { timeout: 321 });
  const { taken, wait } = pauses();
  const attempts = new SqliteAttempts(database, { wait });
  await expect(attempts.run(() => database.exec("SELECT * FROM nowhere"))).rejects.toThrow(/no such table/);
  expect(taken).toEqual([]);
  expect(database.prepare("PRAGMA busy_timeout").get()).toEqual({ timeout: 321 });
});
