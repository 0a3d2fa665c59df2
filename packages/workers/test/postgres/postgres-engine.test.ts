import { postgresSaver } from "@tidemark/checkpoint/postgres";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defineTurns, startWorker } from "../../src/index.ts";
import { postgresEngine } from "../../src/postgres.ts";
import { countingGraph } from "../counting-graph.ts";
import { testEngine } from "../engines/test-engine.ts";

testEngine("postgres");

let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

test("turns survive a restart of the database, and workers continue by themselves", async () => {
  const pool = new Pool({ connectionString: postgres.connectionString });
  const graph = countingGraph(postgresSaver(pool));
  const turns = defineTurns({ name: "desk", graph, engine: postgresEngine(pool), takeOverSeconds: 1 });
  const worker = await startWorker(turns, { onError: () => undefined });
  const ids = Array.from({ length: 20 }, (_, index) => `turn ${index}`);
  for (const id of ids.slice(0, 10)) await turns.send(id, { log_text: id }, { idempotencyKey: id });
  await postgres.restart();
  for (const id of ids.slice(10)) await turns.send(id, { log_text: id }, { idempotencyKey: id });
  for (const id of ids) expect(await turns.result(id)).toMatchObject({ outcome: "done", state: { log_done: [id] } });
  await worker.stop();
  await pool.end();
});
