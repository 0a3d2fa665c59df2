import { EventEmitter, once } from "node:events";
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

test("a process that freezes inside a transaction does not stop the others, and goes on when it wakes up", async () => {
  const schema = "frozen";
  const pool = new Pool({ connectionString: postgres.connectionString });
  const graph = countingGraph(postgresSaver(pool, { schema }));
  const turns = defineTurns({ name: "desk", graph, engine: postgresEngine(pool, { schema }) });
  for (const id of ["sea", "hills"]) await turns.send(id, { log_text: id }, { idempotencyKey: id });
  const other = new Pool({ connectionString: postgres.connectionString });
  const frozen = freezingPool(other, "SELECT * FROM tidemark_turns WHERE");
  const asleep = defineTurns({ name: "desk", graph, engine: postgresEngine(frozen.pool, { schema }) });
  const late = asleep.cancel("sea");
  await frozen.asleep;
  expect(await turns.send("ben", { log_text: "sea" })).toMatchObject({ outcome: "accepted" });
  expect(await turns.cancel("hills")).toBe(true);
  frozen.wake();
  expect(await late).toBe(true);
  await other.end();
  await pool.end();
});

/** A pool whose first statement with this beginning is sent only after `wake`, as in a process that was frozen before. */
function freezingPool(pool: Pool, beginning: string) {
  const events = new EventEmitter();
  const asleep = once(events, "asleep");
  const awake = once(events, "awake");
  let isFrozen = false;
  pool.on("connect", (client) => {
    const query: unknown = client.query.bind(client);
    Object.assign(client, {
      async query(text: unknown, ...rest: readonly unknown[]) {
        if (!isFrozen && typeof text === "string" && text.trimStart().startsWith(beginning)) {
          isFrozen = true;
          events.emit("asleep");
          await awake;
        }
        // oxlint-disable-next-line typescript/no-unsafe-return, typescript/no-unsafe-call, typescript/no-unsafe-type-assertion -- the method of the client, with the arguments that it got
        return (query as (...all: readonly unknown[]) => unknown)(text, ...rest);
      },
    });
  });
  return { pool, asleep, wake: () => events.emit("awake") };
}
