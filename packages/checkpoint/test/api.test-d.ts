import { DatabaseSync } from "node:sqlite";
import { checkpointErrors, importThreads, strictSerializer } from "@tidemark/checkpoint";
import type { PostgresPool } from "@tidemark/checkpoint/internal";
import { postgresSaver } from "@tidemark/checkpoint/postgres";
import { sqliteSaver, stockThreads } from "@tidemark/checkpoint/sqlite";
import { expectTypeOf, test } from "vitest";

const database = new DatabaseSync(":memory:");

test("a saver takes a file or a connection, not both", () => {
  sqliteSaver({ file: "a.db", synchronous: "normal", busyTimeout: 1 });
  sqliteSaver({ database, cachedThreads: 1 });
  // @ts-expect-error the connection would be used, and the file left alone
  sqliteSaver({ database, file: "a.db" });
  // @ts-expect-error the settings of a connection stay as they are
  sqliteSaver({ database, synchronous: "normal" });
  // @ts-expect-error there is nothing between these
  sqliteSaver({ file: "a.db", synchronous: "off" });
});

test("a policy says in one way what to keep", () => {
  const saver = sqliteSaver();
  void saver.prune("t", { keepLast: 1 });
  // @ts-expect-error says nothing
  void saver.prune("t", {});
  // @ts-expect-error which of them?
  void saver.prune("t", { keepLast: 1, keepTurns: 2 });
  // @ts-expect-error an instant is text
  void saver.prune("t", { olderThan: new Date(0) });
  // @ts-expect-error a number of turns is not a text
  void saver.prune("t", { keepTurns: "3" });
  // @ts-expect-error a thread has to be named
  void saver.prune({ keepLast: 1 });
});

test("an instant is text, and null is for never", () => {
  const saver = sqliteSaver();
  void saver.expireThread("t", null);
  // @ts-expect-error the field is missing
  void saver.expireThread("t");
  // @ts-expect-error an instant is text
  void saver.removeExpired(new Date(0));
  // @ts-expect-error either of two
  void saver.removeExpired("2030-01-01T00:00:00Z", { waiting: "ask" });
});

test("a saver of Postgres takes a pool, and not one connection", () => {
  const connection = { query: () => Promise.resolve({ rows: [] }), connect: () => Promise.resolve() };
  // @ts-expect-error a connection has no others to give
  postgresSaver(connection);
  // @ts-expect-error the file is missing
  void ((pool: PostgresPool) => postgresSaver(pool, { file: "a.db" }));
});

test("threads go from a saver to a saver", () => {
  void importThreads(stockThreads(database), sqliteSaver());
  // @ts-expect-error the file is not read by itself
  void importThreads(database, sqliteSaver());
  // @ts-expect-error what only reads cannot be written to
  void importThreads(sqliteSaver(), stockThreads(database));
});

test("a class is named with both ways", () => {
  // @ts-expect-error nothing would make it again
  strictSerializer({ classes: { Money: { is: () => true, toData: () => 1 } } });
});

test("what was parsed is unknown, and errors say what they know", () => {
  expectTypeOf(strictSerializer().parse("1")).toBeUnknown();
  const error: unknown = null;
  if (checkpointErrors.corrupt.is(error)) {
    expectTypeOf(error.details.newestGood).toEqualTypeOf<string | null>();
    // @ts-expect-error it has no such fact
    void error.details.file;
  }
});
