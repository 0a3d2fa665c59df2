import { postgresSaver } from "@tidemark/checkpoint/postgres";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import { Client, Pool } from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { defineTurns, startWorker } from "../../src/index.ts";
import { postgresEngine } from "../../src/postgres.ts";
import { countingGraph } from "../counting-graph.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

/** Opens turns as another process does. `change` changes the pool of the engine. */
function open(schema: string, change: (pool: Pool) => Pool = (pool) => pool) {
  const pool = new Pool({ connectionString: postgres.connectionString });
  const engine = postgresEngine(change(pool), { schema });
  const graph = countingGraph(postgresSaver(pool, { schema }));
  const turns = defineTurns({ name: "desk", graph, engine });
  onTestFinished(async () => {
    await turns.close();
    await pool.end();
  });
  return { turns, pool, store: engine.store("desk") };
}

const listeners = async (pool: Pool): Promise<readonly number[]> => {
  const { rows } = await pool.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' ORDER BY pid",
  );
  return rows.map(({ pid }) => pid);
};

test("a process hears of the turns and results of others, also after its connection was cut", async () => {
  const sender = open("heard");
  const { store, pool } = open("heard");
  const [work, result] = [store.watch(), store.watch("turn")];
  onTestFinished(() => {
    for (const watch of [work, result]) watch.end();
  });
  let sent = 0;
  /** Sends until it is heard: the connection may not listen yet. A look after a while is not a notification. */
  const isHeard = async (): Promise<void> => {
    for (let heard = false; !heard; heard = await work.next()) {
      sent += 1;
      await sender.turns.send(`thread ${sent}`, { log_text: "sea" });
    }
  };
  await isHeard();
  await sender.turns.send("ann", { log_text: "sea" }, { idempotencyKey: "turn" });
  await sender.turns.cancel("turn");
  while (!(await result.next()));
  const [cut] = await listeners(pool);
  await pool.query("SELECT pg_terminate_backend($1)", [cut]);
  await expect.poll(() => listeners(pool), { timeout: 60_000 }).not.toContain(cut);
  await expect.poll(() => listeners(pool), { timeout: 60_000 }).toHaveLength(1);
  // The cut itself is a reason to look.
  await work.next();
  await isHeard();
});

/** A client that loses notifications. */
const forgetful = (isLost: (payload: unknown) => boolean) =>
  class extends Client {
    override emit(event: string | symbol, ...given: unknown[]): boolean {
      const isNotice = event === "notification";
      return isNotice && isLost(Reflect.get(Object(given[0]), "payload")) ? true : super.emit(event, ...given);
    }
  };

test.each([
  // A process hears itself.
  ["were lost", (payload: unknown) => payload !== "[]"],
  // As behind a pooler of transactions.
  ["never arrive", () => true],
])("a turn runs and has a result although notifications %s", async (title, isLost) => {
  const change = (pool: Pool) => Object.assign(pool, { Client: forgetful(isLost) });
  const schema = title.replaceAll(" ", "_");
  const sender = open(schema, change);
  const { turns } = open(schema, change);
  const worker = await startWorker(turns);
  onTestFinished(() => worker.stop());
  for (const id of ["1", "2", "3"]) {
    await sender.turns.send("ann", { log_text: id }, { idempotencyKey: id });
    expect(await sender.turns.result(id)).toMatchObject({ outcome: "done" });
  }
});

test("a turn that was delayed runs when its time has come, in a process that looks seldom", async () => {
  const sender = open("delayed");
  const { turns, store } = open("delayed");
  const worker = await startWorker(turns);
  onTestFinished(() => worker.stop());
  await sender.turns.send("ann", { log_text: "sea" }, { idempotencyKey: "late", delaySeconds: 0.5 });
  expect(await store.due()).toBeLessThanOrEqual(500);
  expect(await sender.turns.result("late")).toMatchObject({ outcome: "done" });
  expect(await store.due()).toBeNull();
});
