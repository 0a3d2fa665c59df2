import { postgresSaver } from "@tidemark/checkpoint/postgres";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import { Pool } from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { defineTurns } from "../../src/index.ts";
import { postgresEngine } from "../../src/postgres.ts";
import { countingGraph } from "../counting-graph.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

function open(schema: string, name = "desk") {
  const pool = new Pool({ connectionString: postgres.connectionString });
  const engine = postgresEngine(pool, { schema });
  const turns = defineTurns({
    name,
    graph: countingGraph(postgresSaver(pool, { schema })),
    engine,
    maxWaiting: 30,
  });
  onTestFinished(async () => {
    await turns.close();
    await pool.end();
  });
  return { turns, pool, store: engine.store(name) };
}

test("requests that are sent again at the same time are one turn, and count as one, from the first turn of a name on", async () => {
  for (let round = 0; round < 4; round += 1) {
    const { turns } = open("again", `desk ${round}`);
    await turns.measure();
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        turns.send("ann", { log_text: "sea" }, { idempotencyKey: `request ${index % 2}` }),
      ),
    );
    expect(sent.filter((each) => each.outcome === "accepted" && !each.repeated)).toHaveLength(2);
    expect(sent.every(({ outcome }) => outcome === "accepted")).toBe(true);
    expect(await turns.measure()).toMatchObject({ waiting: 2 });
  }
});

test("many senders at the same time fill the queue up to its limit, and none is lost", async () => {
  const { turns, store } = open("limit");
  const sent = await Promise.all(
    Array.from({ length: 50 }, (_, index) => turns.send(`thread ${index}`, { log_text: "sea" })),
  );
  expect(sent.filter(({ outcome }) => outcome === "accepted")).toHaveLength(30);
  expect(await turns.measure()).toMatchObject({ waiting: 30 });
  await store.enter("worker");
  const claimed = await store.claim({ worker: "worker", most: 100, maxAttempts: 3, maxPerUser: 1 });
  expect(new Set(claimed.map(({ request }) => request.threadId)).size).toBe(30);
});

test("turns are accepted while claims and ends of their name wait", async () => {
  const { turns, pool } = open("apart");
  await turns.measure();
  const claim = await pool.connect();
  onTestFinished(async () => {
    await claim.query("ROLLBACK");
    claim.release();
  });
  await claim.query("BEGIN");
  // What a claim locks: its turn at the name, and all that it changes.
  await claim.query("SELECT pg_advisory_xact_lock(hashtextextended('tidemark turns apart desk', 0))");
  await turns.send("ann", { log_text: "sea" });
  for (const table of ["turn_counts", "turn_heads", "turn_users", "turn_workers"]) {
    await claim.query(`SELECT 1 FROM apart.tidemark_${table} FOR UPDATE`);
  }
  expect(await turns.send("ben", { log_text: "hills" })).toMatchObject({ outcome: "accepted", repeated: false });
});
