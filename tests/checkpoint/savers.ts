// The savers on which a law holds.
import { type BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import { Pool } from "pg";
import { postgresSaver } from "tidemark/postgres";
import { sqliteSaver } from "tidemark/sqlite";
import { afterAll, beforeAll } from "vitest";

/** Opens a saver without threads. */
export type OpenSaver = () => Promise<BaseCheckpointSaver>;

/** Opens LangGraph's saver in memory. */
export const memorySaver: OpenSaver = async () => new MemorySaver();

/** LangGraph's savers and those of this repository. Starts a Postgres for the test file that calls it, whose threads `open` deletes. */
export function allSavers(): readonly (readonly [name: string, open: OpenSaver])[] {
  let postgres: TestPostgres;
  let pool: Pool;
  const stock = () => new PostgresSaver(pool, undefined, { schema: "stock" });
  const own = () => postgresSaver(pool, { schema: "tidemark" });
  const encrypted = () => postgresSaver(pool, { schema: "encrypted", encryption: { key: Buffer.alloc(32, 1) } });
  beforeAll(async () => {
    postgres = await startPostgres();
    pool = new Pool({ connectionString: postgres.connectionString });
    await Promise.all([stock().setup(), own().setup(), encrypted().setup()]);
  });
  afterAll(async () => {
    await pool.end();
    await postgres.stop();
  });
  const emptied = async (schema: string): Promise<void> => {
    const { rows } = await pool.query<{ readonly name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname = $1 AND tablename !~ 'migrations|schema'`,
      [schema],
    );
    await pool.query(`TRUNCATE ${rows.map(({ name }) => name).join(", ")}`);
  };
  return [
    ["MemorySaver", memorySaver],
    ["SqliteSaver", async () => SqliteSaver.fromConnString(":memory:")],
    ["sqliteSaver", async () => sqliteSaver({ file: ":memory:" })],
    ["sqliteSaver, encrypted", async () => sqliteSaver({ encryption: { key: Buffer.alloc(32, 1) } })],
    ["PostgresSaver", () => emptied("stock").then(stock)],
    ["postgresSaver", () => emptied("tidemark").then(own)],
    ["postgresSaver, encrypted", () => emptied("encrypted").then(encrypted)],
  ];
}
