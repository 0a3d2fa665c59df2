import type { WriterHost } from "../../src/testing/writer.graph.ts";
import type { WriterPlace } from "../../src/testing/writer-cases.graph.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postgresLocks, postgresSaver } from "../../src/postgres.ts";
import { sqliteLocks, sqliteSaver } from "../../src/sqlite.ts";
import { writerConformance } from "../../src/testing/index.ts";

/** Promises by a short name, with a part of their sentence. */
const PROMISES = {
  "two at once": "two writers at once",
  "late checkpoint": "stores no checkpoint",
  "late result": "stores no result",
  "late after a deletion": "a deleted thread back",
  "repeated checkpoint": "a checkpoint whose answer was lost",
  "repeated results": "results whose answer was lost",
  "end between writes": "ends between",
  "results at once": "end at the same time",
  fork: "a fork leaves",
  "clock set back": "the clock was set back",
} as const;

/** Names of the promises that a storage breaks. */
async function brokenBy(place: WriterPlace): Promise<readonly string[]> {
  const results = await writerConformance(place);
  expect(results).toHaveLength(Object.keys(PROMISES).length);
  return Object.entries(PROMISES)
    .filter(([, part]) => results.find(({ title }) => title.includes(part))?.outcome !== "held")
    .map(([name]) => name);
}

const WITHOUT_OWNERS = ["two at once", "late checkpoint", "late result", "late after a deletion"];

test("the memory saver of LangGraph has no owner of a thread, and orders by ids", async () => {
  const saver = new MemorySaver();
  expect(await brokenBy({ host: () => ({ saver }) })).toEqual([...WITHOUT_OWNERS, "clock set back"]);
});

test("a result says what happened instead", async () => {
  const saver = new MemorySaver();
  const [first] = await writerConformance({ host: () => ({ saver }) });
  expect(first).toEqual({
    title: "two writers at once lose no acknowledged entry",
    outcome: "broken",
    detail: 'the newest checkpoint has: ["two"], not ["one","two"]',
  });
});

test("a saver that fails breaks each promise, with its error", async () => {
  const saver = new MemorySaver();
  saver.put = () => Promise.reject(new Error("The disk is full."));
  const results = await writerConformance({ host: () => ({ saver }) });
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(["broken"]));
  expect(results[4]?.detail).toBe("it failed: The disk is full.");
});

test("leaves no thread behind, and can be repeated", async () => {
  const saver = new MemorySaver();
  const first = await writerConformance({ host: () => ({ saver }) });
  expect(Object.keys(saver.storage)).toEqual([]);
  expect(await writerConformance({ host: () => ({ saver }) })).toEqual(first);
});

describe("on SQLite", () => {
  let folder: string;
  const opened: DatabaseSync[] = [];
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "writers-"));
  });
  afterAll(() => {
    for (const database of opened) database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function placeOf(name: string, host: (database: DatabaseSync) => WriterHost): WriterPlace {
    const file = path.join(folder, name);
    return {
      host: () => {
        const database = new DatabaseSync(file, { timeout: 60_000 });
        opened.push(database);
        return host(database);
      },
      async expireLease(threadId) {
        using database = new DatabaseSync(file, { timeout: 60_000 });
        database.prepare("UPDATE tidemark_leases SET expires_at = 0 WHERE thread_id = ?").run(threadId);
      },
    };
  }

  test("the saver of LangGraph has no owner of a thread, and orders by ids", async () => {
    // The file is used by better-sqlite3 alone: two builds of SQLite in one process do not see each other's locks.
    const file = path.join(folder, "stock.db");
    expect(await brokenBy({ host: () => ({ saver: SqliteSaver.fromConnString(file) }) })).toEqual([
      ...WITHOUT_OWNERS,
      "clock set back",
    ]);
  });

  test("sqliteSaver without locks has no owner of a thread", async () => {
    const place = placeOf("alone.db", (database) => ({ saver: sqliteSaver({ database }) }));
    expect(await brokenBy(place)).toEqual(WITHOUT_OWNERS);
  });

  test("sqliteSaver with sqliteLocks keeps every promise", async () => {
    const place = placeOf("own.db", (database) => ({
      saver: sqliteSaver({ database }),
      locks: sqliteLocks(database),
    }));
    expect(await brokenBy(place)).toEqual([]);
  });
});

describe("on Postgres", () => {
  let postgres: TestPostgres;
  let pool: pg.Pool;
  beforeAll(async () => {
    postgres = await startPostgres();
    pool = new pg.Pool({ connectionString: postgres.connectionString });
  });
  afterAll(async () => {
    await pool.end();
    await postgres.stop();
  });

  test("the saver of LangGraph has no owner of a thread, orders by ids, and gives a fork the values of the branch beside it", async () => {
    const saver = new PostgresSaver(pool, undefined, { schema: "stock" });
    await saver.setup();
    expect(await brokenBy({ host: () => ({ saver }) })).toEqual([...WITHOUT_OWNERS, "fork", "clock set back"]);
  });

  test("postgresSaver with postgresLocks keeps every promise", async () => {
    const schema = "own";
    const saver = postgresSaver(pool, { schema });
    await saver.setup();
    const place: WriterPlace = {
      host: () => ({ saver: postgresSaver(pool, { schema }), locks: postgresLocks(pool, { schema }) }),
      async expireLease(threadId) {
        await pool.query(`UPDATE ${schema}.tidemark_leases SET expires_at = to_timestamp(0) WHERE thread_id = $1`, [
          threadId,
        ]);
      },
    };
    expect(await brokenBy(place)).toEqual([]);
  });
});
