import { postgresSaver } from "@tidemark/checkpoint/postgres";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import { Pool } from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import { postgresEngine } from "../../src/postgres.ts";
import { restateEngine } from "../../src/restate.ts";
import { testEngine } from "../engine-contract.ts";
import { freePort, startRestate, type TestRestate } from "./restate-process.ts";

let postgres: TestPostgres;
let restate: TestRestate;
let schemas = 0;

beforeAll(async () => {
  [postgres, restate] = await Promise.all([startPostgres(), startRestate()]);
});
afterAll(async () => {
  await restate.stop();
  await postgres.stop();
});

async function openEngine() {
  schemas += 1;
  const schema = `turns_${schemas}`;
  const pool = new Pool({ connectionString: postgres.connectionString });
  const port = await freePort();
  const { ingress, admin } = restate;
  const storage = postgresEngine(pool, { schema });
  const engine = restateEngine({ storage, ingress, admin, endpoint: `http://127.0.0.1:${port}`, port });
  return { engine, saver: postgresSaver(pool, { schema }), close: () => pool.end() };
}

describe("restateEngine", () => {
  testEngine(openEngine);
});
