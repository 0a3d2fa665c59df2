import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { postgresLocks, postgresSaver } from "@tidemark/checkpoint/postgres";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let postgres: TestPostgres;
let admin: pg.Pool;
let application: pg.Pool;

beforeAll(async () => {
  postgres = await startPostgres();
  admin = new pg.Pool({ connectionString: postgres.connectionString });
  await admin.query("CREATE ROLE app LOGIN; CREATE ROLE maker LOGIN");
  const address = new URL(postgres.connectionString);
  address.username = "app";
  application = new pg.Pool({ connectionString: address.href });
});
afterAll(async () => {
  await application.end();
  await admin.end();
  await postgres.stop();
});

/** What an administrator grants to the role of an application: no right to create anything. */
const grants = (schema: string) => `
  GRANT USAGE ON SCHEMA "${schema}" TO app;
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "${schema}" TO app;
  GRANT USAGE ON ALL SEQUENCES IN SCHEMA "${schema}" TO app`;

const metadata = { source: "loop", step: 0, parents: {} } as const;
const at = (threadId: string) => ({ configurable: { thread_id: threadId, checkpoint_ns: "" } });

const failure = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

/** The statements that an error recommends. */
const sqlOf = (error: unknown): string => String(Reflect.get(Object(Reflect.get(Object(error), "details")), "sql"));

describe("a role that may create nothing", () => {
  test("does everything with the tables that the `setup()` of an administrator has made", async () => {
    await postgresSaver(admin, { schema: "ready" }).setup();
    await admin.query(grants("ready"));
    const saver = postgresSaver(application, { schema: "ready" });
    await saver.setup();
    for (const threadId of ["a", "b"]) {
      const held = await saver.locks.acquire(threadId);
      expect(held.outcome).toBe("acquired");
      const list = Array.from({ length: 40 }, (_, index) => `${index} ${"x".repeat(600)}`);
      const config = await saver.put(at(threadId), { ...emptyCheckpoint(), channel_values: { list } }, metadata, {});
      await saver.putWrites(config, [["list", ["y"]]], "task");
      await saver.put(config, emptyCheckpoint(), metadata, {});
      if (held.outcome === "acquired") await held.lease.release();
    }
    await saver.copyThread("a", "c");
    expect(await saver.prune("a", { keepLast: 1 })).toBe(1);
    await saver.vacuum();
    expect(await saver.stats("a")).toMatchObject({ checkpoints: 1 });
    for (const threadId of ["a", "b", "c"]) await saver.deleteThread(threadId);
    expect(await saver.getTuple(at("a"))).toBeUndefined();
  });

  test("locks the threads of LangGraph's own saver, whose fence an administrator has made", async () => {
    await admin.query(`CREATE SCHEMA stock; CREATE TABLE stock.checkpoints (
      thread_id text, checkpoint_id text, metadata jsonb, PRIMARY KEY (thread_id, checkpoint_id))`);
    const prepared = await postgresLocks(admin, { schema: "stock" }).acquire("first");
    if (prepared.outcome === "acquired") await prepared.lease.release();
    await admin.query(grants("stock"));
    const held = await postgresLocks(application, { schema: "stock" }).acquire("t");
    expect(held.outcome).toBe("acquired");
    await admin.query("UPDATE stock.tidemark_leases SET token = token + 1 WHERE thread_id = 't'");
    const late = `INSERT INTO stock.checkpoints VALUES ('t', 'c', '{"tidemark_fence": 1, "tidemark_fence_of": "c"}')`;
    await expect(application.query(late)).rejects.toThrow("tidemark_fenced");
    if (held.outcome === "acquired") await held.lease.release();
  });

  test("receives an error that the schema does not exist, and the SQL that helps", async () => {
    const saver = postgresSaver(application, { schema: 'no "such' });
    const error = await failure(saver.setup());
    expect(error).toMatchObject({
      code: "checkpoint/notPermitted",
      details: { role: "app", schema: 'no "such', missing: "the schema does not exist" },
      cause: { code: "42501" },
    });
    await expect(saver.locks.acquire("t")).rejects.toMatchObject({ code: "checkpoint/notPermitted" });
    await admin.query(sqlOf(error));
    await saver.setup();
  });

  test("receives an error that the tables do not exist, and the SQL that helps", async () => {
    await admin.query("CREATE SCHEMA bare; GRANT USAGE ON SCHEMA bare TO app");
    const [saver, locks] = [
      postgresSaver(application, { schema: "bare" }),
      postgresLocks(application, { schema: "bare" }),
    ];
    const error = await failure(saver.setup());
    expect(error).toMatchObject({
      code: "checkpoint/notPermitted",
      details: { schema: "bare", missing: "its tables do not exist" },
    });
    expect(await failure(locks.acquire("t"))).toMatchObject({ code: "checkpoint/notPermitted" });
    await admin.query(sqlOf(error));
    await saver.setup();
    expect(await locks.acquire("t")).toMatchObject({ outcome: "acquired" });
  });

  test("receives an error that names who can create the tables when some are missing, and the SQL that helps", async () => {
    await admin.query("CREATE SCHEMA partial AUTHORIZATION maker");
    const address = new URL(postgres.connectionString);
    address.username = "maker";
    const owner = new pg.Pool({ connectionString: address.href });
    await postgresSaver(owner, { schema: "partial" }).setup();
    await owner.end();
    await admin.query(`${grants("partial")}; DROP TRIGGER tidemark_clear_lease ON partial.tidemark_leases`);
    const error = await failure(postgresSaver(application, { schema: "partial" }).setup());
    expect(error).toMatchObject({ code: "checkpoint/notPermitted", details: { schema: "partial" } });
    expect(String(error)).toContain('only their owner "maker"');
    await admin.query(sqlOf(error));
    await postgresSaver(application, { schema: "partial" }).setup();
  });

  test("receives an error that names the right on the tables that is missing, and the SQL that helps", async () => {
    await postgresSaver(admin, { schema: "closed" }).setup();
    const saver = postgresSaver(application, { schema: "closed" });
    const unusable = await failure(saver.setup());
    expect(unusable).toMatchObject({
      code: "checkpoint/notPermitted",
      details: { schema: "closed", missing: "permission denied for schema closed" },
    });
    await admin.query("GRANT USAGE ON SCHEMA closed TO app; GRANT SELECT ON ALL TABLES IN SCHEMA closed TO app");
    await saver.setup();
    const error = await failure(saver.put(at("a"), emptyCheckpoint(), metadata, {}));
    expect(error).toMatchObject({ code: "checkpoint/notPermitted", details: { schema: "closed" } });
    expect(await failure(saver.deleteThread("a"))).toMatchObject({ code: "checkpoint/notPermitted" });
    expect(await failure(saver.locks.acquire("a"))).toMatchObject({ code: "checkpoint/notPermitted" });
    expect(sqlOf(unusable)).toBe(sqlOf(error));
    await admin.query(sqlOf(error));
    await saver.put(at("a"), emptyCheckpoint(), metadata, {});
    const held = await saver.locks.acquire("a");
    if (held.outcome === "acquired") await held.lease.release();
    await saver.deleteThread("a");
  });
});
