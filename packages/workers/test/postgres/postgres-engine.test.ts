import { postgresSaver } from "@tidemark/checkpoint/postgres";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defineTurns, startWorker } from "../../src/index.ts";
import { postgresEngine } from "../../src/postgres.ts";
import { countingGraph } from "../counting-graph.ts";
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
  const pool = new Pool({ connectionString: postgres.connectionString });
  const saver = postgresSaver(pool, { schema });
  return { engine: postgresEngine(pool, { schema }), saver, close: () => pool.end() };
}

describe("postgresEngine", () => {
  testEngine(openEngine);

  test("turns survive a restart of the database, and workers continue by themselves", async () => {
    const { engine, saver, close } = await openEngine();
    const turns = defineTurns({ name: "desk", graph: countingGraph(saver), engine, takeOverSeconds: 1 });
    const worker = await startWorker(turns, { onError: () => undefined });
    const ids = Array.from({ length: 20 }, (_, index) => `turn ${index}`);
    for (const id of ids.slice(0, 10)) await turns.send(id, { log_text: id }, { idempotencyKey: id });
    await postgres.restart();
    for (const id of ids.slice(10)) await turns.send(id, { log_text: id }, { idempotencyKey: id });
    for (const id of ids) expect(await turns.result(id)).toMatchObject({ outcome: "done", state: { log_done: [id] } });
    await worker.stop();
    await close();
  });
});
