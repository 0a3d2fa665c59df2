import { randomBytes } from "node:crypto";
import { emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";
import { importThread } from "@tidemark/checkpoint";
import { postgres, postgresSaver, type PostgresSaver } from "@tidemark/checkpoint/postgres";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { having } from "../matchers.ts";

const code = (name: string): unknown => having({ code: name });

const key = Buffer.alloc(32, 7);
const encryption = { key };

let server: TestPostgres;
let pool: pg.Pool;
let schema = "";
let schemas = 0;

beforeAll(async () => {
  server = await startPostgres();
  pool = new pg.Pool({ connectionString: server.connectionString });
});
afterAll(async () => {
  await pool.end();
  await server.stop();
});
beforeEach(() => {
  schemas += 1;
  schema = `e${schemas}`;
});

const open = (options: Parameters<typeof postgresSaver>[1] = { encryption }): PostgresSaver =>
  postgresSaver(pool, { schema, ...options });

const configOf = (threadId: string) => ({ configurable: { thread_id: threadId, checkpoint_ns: "" } });

let clock = 0;
async function put(saver: PostgresSaver, threadId: string, values: Record<string, unknown>, user = "") {
  clock += 1;
  const before = await saver.getTuple(configOf(threadId));
  const versions = Object.fromEntries(Object.keys(values).map((name) => [name, clock]));
  const checkpoint = { ...emptyCheckpoint(), id: uuid6(clock), channel_values: values, channel_versions: versions };
  const metadata = { source: "input" as const, step: clock, parents: {}, user };
  const config = await saver.put(before?.config ?? configOf(threadId), checkpoint, metadata, versions);
  await saver.putWrites(config, [["sent", values]], `task-${clock}`);
}

const valuesOf = async (saver: PostgresSaver, threadId: string) =>
  (await saver.getTuple(configOf(threadId)))?.checkpoint.channel_values;

const long = (name: string): string => `${name} ${name.repeat(200)}`;

async function rowsIn(table: string): Promise<readonly Record<string, unknown>[]> {
  const { rows } = await pool.query<Record<string, unknown>>(`SELECT * FROM ${schema}.${table}`);
  return rows;
}

const countOf = async (table: string): Promise<number> => (await rowsIn(table)).length;

/** Everything in the schema as bytes. */
async function stored(): Promise<Buffer> {
  const { rows } = await pool.query<{ name: string }>("SELECT tablename AS name FROM pg_tables WHERE schemaname = $1", [
    schema,
  ]);
  const parts: Buffer[] = [];
  for (const { name } of rows) {
    for (const row of await rowsIn(name))
      for (const value of Object.values(row))
        parts.push(value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value)));
  }
  return Buffer.concat(parts);
}

describe("encryption at rest in Postgres", () => {
  it("leaves none of 60 planted values in any row", async () => {
    const planted = Array.from({ length: 60 }, () => randomBytes(9).toString("hex"));
    const storage = postgres(pool, { schema, encryption });
    const saver = open();
    for (const [index, value] of planted.entries()) {
      const text = Array.from({ length: index % 3 === 0 ? 1 : 40 }, () => value).join(" ");
      if (index % 4 === 3) await storage.store.put(["users", "ann"], `k${index}`, { text });
      else await put(saver, `thread-${index % 5}`, { text, list: [text, index] }, index % 4 === 2 ? value : "");
    }
    const bytes = await stored();
    expect(bytes.includes("thread-1")).toBe(true);
    expect(planted.filter((value) => bytes.includes(value))).toEqual([]);
    expect(await storage.store.search(["users"], { limit: 100 })).toHaveLength(15);
  });

  it("reads everything again in another process with the key", async () => {
    await put(open(), "ann", { city: "Oslo", note: long("fjord") }, "ann");
    const again = open();
    const tuple = await again.getTuple(configOf("ann"));
    expect(tuple?.checkpoint.channel_values).toEqual({ city: "Oslo", note: long("fjord") });
    expect(tuple?.metadata).toMatchObject({ user: "ann", source: "input" });
    expect(tuple?.pendingWrites).toEqual([[expect.any(String), "sent", { city: "Oslo", note: long("fjord") }]]);
    expect((await again.stats("ann")).turns).toHaveLength(1);
  });

  it("refuses a wrong key, a missing key, and a key for a schema that is not encrypted", async () => {
    await put(open(), "ann", { city: "Oslo" });
    await expect(open({ encryption: { key: Buffer.alloc(32, 8) } }).setup()).rejects.toThrow(
      code("checkpoint/wrongKey"),
    );
    await expect(open({}).getTuple(configOf("ann"))).rejects.toThrow(code("checkpoint/encrypted"));
    await expect(postgres(pool, { schema }).store.get(["users"], "ann")).rejects.toThrow(code("checkpoint/encrypted"));
    expect(() => open({ encryption: { key: "short" } })).toThrow(code("checkpoint/unusableKey"));
    schema = `${schema}plain`;
    await put(open({}), "ann", { city: "Oslo" });
    await expect(open().setup()).rejects.toThrow(code("checkpoint/notEncrypted"));
  });

  it("rotates the key of the application without writing a value", async () => {
    await put(open(), "ann", { note: long("fjord") });
    const before = await rowsIn("tidemark_values");
    const newest = Buffer.alloc(32, 9).toString("base64");
    await open({ encryption: { keys: [newest, key] } }).setup();
    expect(await rowsIn("tidemark_values")).toEqual(before);
    await expect(open().setup()).rejects.toThrow(code("checkpoint/wrongKey"));
    expect(await valuesOf(open({ encryption: { key: newest } }), "ann")).toEqual({ note: long("fjord") });
  });

  it("stores a value once within a thread, and not once for two threads", async () => {
    const saver = open();
    await put(saver, "ann", { note: long("fjord") });
    await put(open(), "ann", { note: long("fjord"), other: [long("fjord")] });
    expect(await countOf("tidemark_values")).toBe(1);
    await put(saver, "bob", { note: long("fjord") });
    expect(await countOf("tidemark_values")).toBe(2);
  });

  it.each([
    ["tidemark_values", "body"],
    ["tidemark_checkpoints", "body"],
    ["tidemark_checkpoints", "described"],
    ["tidemark_writes", "body"],
  ])("refuses a changed byte in %s.%s", async (table, column) => {
    await put(open(), "ann", { note: long("fjord") });
    await pool.query(
      `UPDATE ${schema}.${table} SET ${column} = set_byte(${column}, length(${column}) - 1, get_byte(${column}, length(${column}) - 1) # 1)`,
    );
    await expect(open().getTuple(configOf("ann"))).rejects.toThrow(code("checkpoint/corrupt"));
  });

  it("refuses values that were swapped within a thread, and the metadata of another checkpoint", async () => {
    await put(open(), "ann", { one: long("one"), two: long("two") });
    await put(open(), "bob", { one: long("three") });
    await put(open(), "bob", { one: long("four") });
    await pool.query(
      `UPDATE ${schema}.tidemark_values SET id = -id WHERE id <= (SELECT min(id) + 1 FROM ${schema}.tidemark_values)`,
    );
    await pool.query(
      `UPDATE ${schema}.tidemark_values SET id = (SELECT sum(id) FROM ${schema}.tidemark_values WHERE id < 0) * -1 + id WHERE id < 0`,
    );
    await expect(open().getTuple(configOf("ann"))).rejects.toThrow(code("checkpoint/corrupt"));
    await pool.query(
      `UPDATE ${schema}.tidemark_checkpoints SET described = (
         SELECT c.described FROM ${schema}.tidemark_checkpoints c ORDER BY c.seq DESC LIMIT 1) WHERE thread = (
         SELECT id FROM ${schema}.tidemark_threads WHERE thread_id = 'bob')`,
    );
    const listed = async () => {
      for await (const each of open().list(configOf("bob"))) expect(each).toBeDefined();
    };
    await expect(listed()).rejects.toThrow(code("checkpoint/corrupt"));
  });

  it("refuses an item at another key", async () => {
    const { store } = postgres(pool, { schema, encryption });
    await store.put(["users", "ann"], "profile", { theme: "dark" });
    expect((await store.search(["users"], { filter: { theme: "dark" } })).map(({ key: name }) => name)).toEqual([
      "profile",
    ]);
    await pool.query(`UPDATE ${schema}.tidemark_items SET key = $1`, [Buffer.from("other")]);
    await expect(store.get(["users", "ann"], "other")).rejects.toThrow(code("checkpoint/unreadable"));
  });

  it("deletes the key of a thread with it, and keeps it for a copy", async () => {
    const saver = open();
    const shared = { note: long("fjord") };
    await put(saver, "ann", shared);
    expect(await countOf("tidemark_keys")).toBe(2);
    await saver.copyThread("ann", "fork");
    await saver.deleteThread("ann");
    expect(await countOf("tidemark_keys")).toBe(2);
    await put(saver, "ann", shared);
    expect(await countOf("tidemark_keys")).toBe(3);
    expect(await valuesOf(saver, "fork")).toEqual(shared);
    await saver.deleteThread("fork");
    expect(await countOf("tidemark_keys")).toBe(2);
    expect(await valuesOf(open(), "ann")).toEqual(shared);
  });

  it("uses the new key of a thread that another process has deleted and begun again", async () => {
    const [one, other] = [open(), open()];
    await put(one, "ann", { note: long("fjord") });
    await other.copyThread("ann", "fork");
    await other.deleteThread("ann");
    await put(other, "ann", { note: long("fjord") });
    await put(one, "ann", { note: long("fjord"), city: "Oslo" });
    await one.copyThread("ann", "second");
    await other.deleteThread("fork");
    expect(await valuesOf(open(), "ann")).toEqual({ note: long("fjord"), city: "Oslo" });
    expect(await valuesOf(open(), "second")).toEqual({ note: long("fjord"), city: "Oslo" });
  });

  it("cannot read rows that come back after the key of their thread was deleted", async () => {
    const saver = open();
    await put(saver, "ann", { note: long("fjord") });
    const tables = ["tidemark_values", "tidemark_threads", "tidemark_checkpoints"];
    for (const table of tables)
      await pool.query(`CREATE TABLE ${schema}.kept_${table} AS SELECT * FROM ${schema}.${table}`);
    await saver.deleteThread("ann");
    for (const table of tables)
      await pool.query(`INSERT INTO ${schema}.${table} OVERRIDING SYSTEM VALUE SELECT * FROM ${schema}.kept_${table}`);
    await expect(saver.getTuple(configOf("ann"))).rejects.toThrow(code("checkpoint/corrupt"));
  });

  it("exports, imports, prunes and lists an encrypted thread", async () => {
    const saver = open();
    for (let step = 0; step < 40; step += 1)
      await put(saver, "ann", { step, note: long(`n${step % 7}`) }, `u${step % 2}`);
    const document = await saver.exportThread("ann");
    schema = `${schema}other`;
    const other = open({ encryption: { key: Buffer.alloc(32, 3) } });
    await importThread(document, { checkpointer: other });
    expect(await other.exportThread("ann")).toEqual(document);
    expect(await saver.prune("ann", { keepTurns: 3 })).toBe(37);
    const listed: unknown[] = [];
    for await (const { metadata } of other.list(configOf("ann"), { filter: { user: "u1" }, limit: 3 }))
      listed.push(metadata);
    expect(listed).toHaveLength(3);
    schema = schema.replace("other", "");
    expect(await valuesOf(open(), "ann")).toEqual({ step: 39, note: long("n4") });
    expect((await saver.threadList()).map(({ threadId }) => threadId)).toEqual(["ann"]);
    await saver.vacuum();
    expect(await valuesOf(open(), "ann")).toEqual({ step: 39, note: long("n4") });
  });
});
