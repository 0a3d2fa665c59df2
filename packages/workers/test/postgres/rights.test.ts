import { postgresSaver } from "@tidemark/checkpoint/postgres";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defineTurns, startWorker } from "../../src/index.ts";
import { postgresEngine } from "../../src/postgres.ts";
import { countingGraph } from "../counting-graph.ts";

let postgres: TestPostgres;
let admin: Pool;
let application: Pool;

beforeAll(async () => {
  postgres = await startPostgres();
  admin = new Pool({ connectionString: postgres.connectionString });
  await admin.query("CREATE ROLE app LOGIN");
  const address = new URL(postgres.connectionString);
  address.username = "app";
  application = new Pool({ connectionString: address.href });
});
afterAll(async () => {
  await application.end();
  await admin.end();
  await postgres.stop();
});

const turnsOf = (pool: Pool, schema: string) =>
  defineTurns({
    name: "desk",
    graph: countingGraph(postgresSaver(pool, { schema })),
    engine: postgresEngine(pool, { schema }),
  });

const sqlOf = (error: unknown): string => String(Reflect.get(Object(Reflect.get(Object(error), "details")), "sql"));

const failure = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test("a role that may create nothing sends and runs turns in tables that an administrator has made", async () => {
  await postgresSaver(admin, { schema: "ready" }).setup();
  await turnsOf(admin, "ready").measure();
  await admin.query(`
    GRANT USAGE ON SCHEMA ready TO app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ready TO app;
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA ready TO app`);
  const turns = turnsOf(application, "ready");
  const worker = await startWorker(turns);
  await turns.send("ann", { log_text: "sea" }, { idempotencyKey: "1" });
  expect(await turns.result("1")).toMatchObject({ outcome: "done", state: { log_done: ["sea"] } });
  await worker.stop();
});

test("a role that may not create the schema receives an error with the SQL that helps", async () => {
  const turns = turnsOf(application, "missing");
  const error = await failure(turns.send("ann", { log_text: "sea" }));
  expect(error).toMatchObject({
    code: "workers/notPermitted",
    details: { role: "app", schema: "missing", missing: "the schema does not exist" },
    cause: { code: "42501" },
  });
  await admin.query(sqlOf(error));
  expect(await turns.send("ann", { log_text: "sea" })).toMatchObject({ outcome: "accepted" });
});

test("a role without rights on the tables receives an error with the SQL that helps", async () => {
  await turnsOf(admin, "closed").measure();
  await admin.query("GRANT USAGE ON SCHEMA closed TO app");
  const turns = turnsOf(application, "closed");
  const error = await failure(turns.measure());
  expect(error).toMatchObject({ code: "workers/notPermitted", details: { schema: "closed" } });
  await admin.query("GRANT SELECT ON ALL TABLES IN SCHEMA closed TO app");
  expect(await failure(turns.send("ann", { log_text: "sea" }))).toMatchObject({ code: "workers/notPermitted" });
  await admin.query(sqlOf(error));
  expect(await turns.send("ann", { log_text: "sea" })).toMatchObject({ outcome: "accepted" });
});
