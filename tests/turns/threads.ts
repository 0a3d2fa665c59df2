import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { postgresLocks } from "@tidemark/checkpoint/postgres";
import { Pool } from "pg";
import { startPostgres } from "@tidemark/test-fixtures/postgres";

/** Thread of a test and its storage: a separate file, or the shared Postgres. */
export interface TestThread {
  readonly store: "sqlite" | "postgres";
  /** A file, or a connection string. */
  readonly at: string;
  readonly threadId: string;
}

/** Threads for tests: empty ones, and copies of the data on disk as a crash has left it. */
export interface TestThreads {
  /** Folder that contains only files of the tests. */
  readonly folder: string;
  fresh(store: TestThread["store"]): TestThread;
  copy(original: TestThread): Promise<TestThread>;
  stop(): Promise<void>;
}

/** Tables with rows of a thread. Its lease is last, because the fence refuses checkpoints by it. */
const TABLES = ["checkpoint_blobs", "checkpoint_writes", "checkpoints", "tidemark_leases"];

export async function openThreads(): Promise<TestThreads> {
  const folder = mkdtempSync(path.join(tmpdir(), "turns-"));
  const postgres = await startPostgres();
  const pool = new Pool({ connectionString: postgres.connectionString, max: 4 });
  pool.on("error", () => {});
  // The tables are created before several processes would create them concurrently.
  await new PostgresSaver(pool).setup();
  const acquisition = await postgresLocks(pool).acquire("first");
  if (acquisition.outcome === "acquired") await acquisition.lease.release();
  let count = 0;

  function fresh(store: TestThread["store"]): TestThread {
    count += 1;
    const at = store === "sqlite" ? path.join(folder, `${count}.db`) : postgres.connectionString;
    return { store, at, threadId: store === "sqlite" ? "t" : `t${count}` };
  }

  return {
    folder,
    fresh,
    async copy(original) {
      const copy = fresh(original.store);
      if (copy.store === "sqlite") {
        // Data that is not in the file yet is in its log.
        for (const part of ["", "-wal"]) {
          if (existsSync(original.at + part)) copyFileSync(original.at + part, copy.at + part);
        }
        return copy;
      }
      for (const table of TABLES) {
        await pool.query(
          `INSERT INTO ${table} SELECT (jsonb_populate_record(row, jsonb_build_object('thread_id', $2::text))).*
           FROM ${table} AS row WHERE thread_id = $1`,
          [original.threadId, copy.threadId],
        );
      }
      return copy;
    },
    async stop() {
      await pool.end();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
