import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { inspectorApp } from "../src/app/inspector-app.ts";
import { ThreadReader } from "../src/reader/thread-reader.ts";
import { openDatabase } from "../src/source/open-database.graph.ts";
import { inspectCommands } from "../src/internal.ts";
import { temporaryFolder } from "./sources.ts";
import { askPlain } from "./threads.ts";

const fileIn = (folder: string) => path.join(folder, "threads.db");

/** The server of the page for a file, as the command starts it. */
async function serverOf(database: string) {
  const source = await openDatabase({ database });
  onTestFinished(() => source.close());
  const app = inspectorApp(new ThreadReader(source), { token: null, anyHost: false });
  return async (question: string) => {
    const answer = await app.request(`http://localhost/api/${question}`);
    const text = await answer.text();
    const body: unknown = text.startsWith("{") ? JSON.parse(text) : null;
    return { status: answer.status, length: text.length, body };
  };
}

/** Stores one checkpoint with these values in a file of Tidemark. */
async function fileWith(values: Readonly<Record<string, unknown>>): Promise<string> {
  const file = fileIn(temporaryFolder());
  const saver = sqliteSaver({ file });
  const versions = Object.fromEntries(Object.keys(values).map((name) => [name, 1]));
  const checkpoint = { ...emptyCheckpoint(), id: uuid6(0), channel_values: values, channel_versions: versions };
  const place = { configurable: { thread_id: "ann", checkpoint_ns: "" } };
  await saver.put(place, checkpoint, { source: "loop", step: 0, parents: {} }, versions);
  saver.close();
  return file;
}

/** Code of an answer that refuses. */
const refusal = (status: number, code: string) => ({
  status,
  body: { error: { code, message: expect.stringMatching(/[.!]$/) as unknown } },
});

test("a value of 50 MB is cut for the page, which says so, and a thread with it is not shared", async () => {
  const ask = await serverOf(await fileWith({ report: "word ".repeat(10_000_000), city: "Lisbon" }));
  const state = await ask("state?thread=ann");
  expect(state).toMatchObject({
    status: 200,
    body: {
      fields: [
        { name: "city", value: "Lisbon", isWhole: true },
        { name: "report", isWhole: false },
      ],
    },
  });
  expect(state.length).toBeLessThan(200_000);
  expect((await ask("field?thread=ann&field=report")).length).toBeLessThan(200_000);
  expect(await ask("threads?search=lisbon")).toMatchObject({ status: 200, body: { total: 1 } });
  expect(await ask("share?thread=ann")).toMatchObject(refusal(503, "inspect/tooLarge"));
});

test("a thread with 10,000 fields answers with all of them", async () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `field_${index}`);
  const ask = await serverOf(await fileWith(Object.fromEntries(names.map((name, index) => [name, index]))));
  const { body } = await ask("state?thread=ann");
  const { fields } = z.object({ fields: z.array(z.object({ name: z.string() })) }).parse(body);
  expect(fields).toHaveLength(10_000);
  expect(await ask("steps?thread=ann")).toMatchObject({ status: 200, body: { steps: [{ label: "0.0" }] } });
  expect(await ask("blame?thread=ann&field=field_9999")).toMatchObject({ status: 200 });
});

test("a database that another process locks while the page is open is reported as locked, and answers again afterwards", async () => {
  const written = fileIn(temporaryFolder());
  await askPlain(SqliteSaver.fromConnString(written), "ann");
  const file = fileIn(temporaryFolder());
  // A copy has no log beside the file, so one that writes keeps readers out.
  const original = new DatabaseSync(written);
  original.exec(`VACUUM INTO '${file}'`);
  original.close();
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  const ask = await serverOf(file);
  expect(await ask("threads")).toMatchObject({ status: 200 });
  other.exec("BEGIN EXCLUSIVE");
  expect(await ask("state?thread=ann")).toMatchObject(refusal(503, "inspect/locked"));
  other.exec("ROLLBACK");
  expect(await ask("state?thread=ann")).toMatchObject({ status: 200 });
});

test("values that are damaged while the page is open are reported as damage", async () => {
  const file = await fileWith({ report: "word ".repeat(1_000) });
  const ask = await serverOf(file);
  expect(await ask("threads")).toMatchObject({ status: 200 });
  const other = new DatabaseSync(file);
  other.exec("UPDATE tidemark_values SET body = 'damaged'");
  other.close();
  expect(await ask("state?thread=ann")).toMatchObject(refusal(503, "inspect/damaged"));
  expect(await ask("steps?thread=ann")).toMatchObject({ status: 200 });
});

test("a database of a newer version is refused before a page is served, with what to do", async () => {
  const file = await fileWith({ city: "Lisbon" });
  const other = new DatabaseSync(file);
  other.exec("UPDATE tidemark_schema SET value = value + 1 WHERE name = 'schema'");
  other.close();
  const warned: string[] = [];
  const io = { stop: Promise.resolve(), print: () => {}, warn: (line: string) => void warned.push(line) };
  expect(await inspectCommands["inspect"]?.run([file], io)).toBe(1);
  expect(warned.join("\n")).toContain("was written by a newer version");
  await expect(serverOf(file)).rejects.toMatchObject({ code: "inspect/futureSchema" });
});
