import { postgresSaver } from "@tidemark/checkpoint/postgres";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import { Pool } from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import { dbosEngine } from "../../src/dbos.ts";
import { postgresEngine } from "../../src/postgres.ts";
import { testEngine } from "../engine-contract.ts";

let postgres: TestPostgres;
let schemas = 0;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

async function openEngine() {
  schemas += 1;
  const schema = `turns_${schemas}`;
  const { connectionString } = postgres;
  const pool = new Pool({ connectionString });
  const engine = dbosEngine({
    storage: postgresEngine(pool, { schema }),
    connectionString,
    schema: `dbos_${schemas}`,
  });
  return { engine, saver: postgresSaver(pool, { schema }), close: () => pool.end() };
}

describe("dbosEngine", () => {
  testEngine(openEngine);
});
