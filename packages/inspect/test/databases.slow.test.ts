import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { postgresSaver } from "@tidemark/checkpoint/postgres";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ThreadReader } from "../src/reader/thread-reader.ts";
import { openDatabase } from "../src/source/open-database.graph.ts";
import { temporaryFolder } from "./sources.ts";
import { askPlain } from "./threads.ts";

const fileIn = (folder: string) => path.join(folder, "threads.db");

/** Error of reading the threads of a file. */
async function failureOf(database: string): Promise<unknown> {
  try {
    const source = await openDatabase({ database });
    onTestFinished(() => source.close());
    const reader = new ThreadReader(source);
    const { threads } = await reader.threads();
    for (const { threadId } of threads) await reader.state(threadId);
    return null;
  } catch (error) {
    return error;
  }
}

/** A file with one thread, whose message is long enough to be stored separately. */
async function tidemarkFile(): Promise<string> {
  const file = fileIn(temporaryFolder());
  const saver = sqliteSaver({ file });
  await askPlain(saver, "ann", "To Lisbon. ".repeat(1_000));
  saver.close();
  return file;
}

test("a file that does not exist is not created", async () => {
  const file = fileIn(temporaryFolder());
  expect(await failureOf(file)).toMatchObject({ code: "inspect/noDatabase" });
  expect(() => readFileSync(file)).toThrow("ENOENT");
});

test.each([
  ["a text", "not a database, but long enough to have the header of one", "inspect/notReadable"],
  ["an empty file", "", "inspect/noTables"],
])("%s is refused in one sentence", async (_, content, code) => {
  const file = fileIn(temporaryFolder());
  writeFileSync(file, content);
  expect(await failureOf(file)).toMatchObject({ code });
});

test("a database of another program is refused with the names of its tables", async () => {
  const file = fileIn(temporaryFolder());
  const database = new DatabaseSync(file);
  database.exec("CREATE TABLE invoices (id INTEGER)");
  database.close();
  const failure = await failureOf(file);
  expect(failure).toMatchObject({ code: "inspect/noTables" });
  expect(String(failure)).toContain("its tables are invoices");
});

test("a file of a newer version is refused", async () => {
  const file = await tidemarkFile();
  const database = new DatabaseSync(file);
  database.exec("UPDATE tidemark_schema SET value = value + 1 WHERE name = 'schema'");
  database.close();
  expect(await failureOf(file)).toMatchObject({ code: "inspect/futureSchema" });
});

test("damaged values are reported as damage", async () => {
  const file = await tidemarkFile();
  const database = new DatabaseSync(file);
  database.exec("UPDATE tidemark_values SET body = 'damaged'");
  database.close();
  expect(await failureOf(file)).toMatchObject({ code: "inspect/damaged" });
});

test("a file that was cut is reported as damaged or unreadable", async () => {
  const file = await tidemarkFile();
  const folder = temporaryFolder();
  copyFileSync(file, fileIn(folder));
  const content = readFileSync(file);
  writeFileSync(fileIn(folder), content.subarray(0, Math.floor(content.length / 2)));
  const failure = await failureOf(fileIn(folder));
  expect(failure instanceof Error ? failure.message : "read without an error").toMatch(
    / is damaged: | cannot be read: /,
  );
});

test("a file that another process has locked is reported as locked", async () => {
  const file = fileIn(temporaryFolder());
  const saver = SqliteSaver.fromConnString(file);
  await askPlain(saver, "ann");
  const database = new DatabaseSync(file);
  onTestFinished(() => database.close());
  database.exec("PRAGMA journal_mode = DELETE; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  expect(await failureOf(file)).toMatchObject({ code: "inspect/locked" });
});

test("reading changes nothing in the file", async () => {
  const file = await tidemarkFile();
  const before = readFileSync(file);
  expect(await failureOf(file)).toBeNull();
  expect(readFileSync(file).equals(before)).toBe(true);
});

describe("in Postgres", () => {
  let server: TestPostgres;
  let pool: Pool;
  beforeAll(async () => {
    server = await startPostgres();
    pool = new Pool({ connectionString: server.connectionString });
  });
  afterAll(async () => {
    await pool.end();
    await server.stop();
  });

  test.each(["Tidemark", "LangGraph"])("threads of the saver of %s are read", async (name) => {
    const schema = `saver_${name.toLowerCase()}`;
    if (name === "Tidemark") await askPlain(postgresSaver(pool, { schema }), "ann");
    else {
      const saver = new PostgresSaver(pool, undefined, { schema });
      await saver.setup();
      await askPlain(saver, "ann");
    }
    const source = await openDatabase({ database: server.connectionString, schema });
    onTestFinished(() => source.close());
    const reader = new ThreadReader(source);
    expect((await reader.threads()).threads).toMatchObject([{ threadId: "ann", status: "waiting", checkpoints: 5 }]);
    for (const { id, next: nodes } of await source.steps("ann"))
      expect(await source.next({ threadId: "ann", id })).toEqual(nodes);
    const mark = await reader.changes("");
    const next = reader.changes(mark, 60);
    await pool.query("CREATE TABLE IF NOT EXISTS written (id integer); ");
    await pool.query("INSERT INTO written VALUES (1)");
    expect(await next).not.toBe(mark);
    const { steps, interrupts } = await reader.steps("ann");
    expect(steps.map(({ nodes }) => nodes)).toEqual([[], [], ["plan"], ["search", "search"], ["choose"]]);
    expect(interrupts).toHaveLength(1);
    expect((await reader.state("ann", { fields: ["price"] })).fields).toMatchObject([{ value: 480, changed: true }]);
    expect((await reader.blame("ann", { fields: ["price"] }))["price"]).toMatchObject({
      outcome: "node",
      by: "choose",
    });
    const { fields } = await reader.diff("ann", { from: "1.2", to: "newest" });
    expect(fields.map((each) => each.name)).toEqual(["legs", "offers", "price"]);
  });

  test("a server that is not there is reported without the password", async () => {
    const failure = await failureOf("postgres://ann:secret@127.0.0.1:1/none");
    expect(failure).toMatchObject({ code: "inspect/notReadable" });
    expect(String(failure)).toContain("postgres://127.0.0.1:1/none");
    expect(String(failure)).not.toContain("secret");
  });
});
