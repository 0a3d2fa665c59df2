import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";
import { importThread } from "@tidemark/checkpoint";
import { sqlite, sqliteSaver, type SqliteSaver, sqliteStore } from "@tidemark/checkpoint/sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { having } from "../matchers.ts";

const code = (name: string): unknown => having({ code: name });

const key = Buffer.alloc(32, 7);
const encryption = { key };

let folder: string;
let file: string;
const opened: { close(): unknown }[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "encryption-"));
  file = join(folder, "threads.db");
});
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (options: Parameters<typeof sqliteSaver>[0] = { encryption }): SqliteSaver => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file and its options
  const saver = sqliteSaver({ file, ...options } as { readonly file: string });
  opened.push(saver);
  return saver;
};

const configOf = (threadId: string) => ({ configurable: { thread_id: threadId, checkpoint_ns: "" } });

let clock = 0;
async function put(saver: SqliteSaver, threadId: string, values: Record<string, unknown>, user = "") {
  clock += 1;
  const before = await saver.getTuple(configOf(threadId));
  const versions = Object.fromEntries(Object.keys(values).map((name) => [name, clock]));
  const checkpoint = { ...emptyCheckpoint(), id: uuid6(clock), channel_values: values, channel_versions: versions };
  const metadata = { source: "input" as const, step: clock, parents: {}, user };
  const config = await saver.put(before?.config ?? configOf(threadId), checkpoint, metadata, versions);
  await saver.putWrites(config, [["sent", values]], `task-${clock}`);
}

const valuesOf = async (saver: SqliteSaver, threadId: string) =>
  (await saver.getTuple(configOf(threadId)))?.checkpoint.channel_values;

const long = (name: string): string => `${name} ${name.repeat(200)}`;

const bytesOfFiles = (): Buffer => Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));

describe("encryption at rest in SQLite", () => {
  it("leaves none of 200 planted values in the bytes of the files, its log included", async () => {
    const planted = Array.from({ length: 200 }, () => randomBytes(9).toString("hex"));
    const storage = sqlite(file, { encryption });
    opened.push({ close: () => storage.close() });
    const { saver } = storage;
    for (const [index, value] of planted.entries()) {
      const size = index % 3 === 0 ? 1 : 40;
      const text = Array.from({ length: size }, () => value).join(" ");
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the saver of a storage on SQLite
      const own = saver as SqliteSaver;
      if (index % 4 === 3) await storage.store.put(["users", "ann"], `k${index}`, { text });
      else await put(own, `thread-${index % 5}`, { text, list: [text, index] }, index % 4 === 2 ? value : "");
    }
    const bytes = bytesOfFiles();
    expect(bytes.includes("thread-1")).toBe(true);
    expect(planted.filter((value) => bytes.includes(value))).toEqual([]);
    expect(await storage.store.search(["users"], { limit: 100 })).toHaveLength(50);
  });

  it("reads everything again after a restart with the key", async () => {
    const first = open();
    await put(first, "ann", { city: "Oslo", note: long("fjord") }, "ann");
    first.close();
    const again = open();
    const tuple = await again.getTuple(configOf("ann"));
    expect(tuple?.checkpoint.channel_values).toEqual({ city: "Oslo", note: long("fjord") });
    expect(tuple?.metadata).toMatchObject({ user: "ann", source: "input" });
    expect(tuple?.pendingWrites).toEqual([[expect.any(String), "sent", { city: "Oslo", note: long("fjord") }]]);
    expect((await again.stats("ann")).turns).toHaveLength(1);
  });

  it("refuses a wrong key, a missing key, and a key for a file that is not encrypted", async () => {
    await put(open(), "ann", { city: "Oslo" });
    expect(() => open({ encryption: { key: Buffer.alloc(32, 8) } })).toThrow(code("checkpoint/wrongKey"));
    expect(() => open({})).toThrow(code("checkpoint/encrypted"));
    expect(() => sqliteStore({ file })).toThrow(code("checkpoint/encrypted"));
    expect(() => open({ encryption: { key: "short" } })).toThrow(code("checkpoint/unusableKey"));
    const plain = join(folder, "plain.db");
    const saver = open({ file: plain });
    await put(saver, "ann", { city: "Oslo" });
    expect(() => open({ file: plain, encryption })).toThrow(code("checkpoint/notEncrypted"));
  });

  it("rotates the key of the application without writing a value", async () => {
    const first = open();
    await put(first, "ann", { note: long("fjord") });
    const bodies = () => first.database.prepare("SELECT body FROM tidemark_values").all();
    const before = bodies();
    const newest = Buffer.alloc(32, 9).toString("base64");
    open({ encryption: { keys: [newest, key] } });
    expect(bodies()).toEqual(before);
    expect(() => open()).toThrow(code("checkpoint/wrongKey"));
    expect(await valuesOf(open({ encryption: { key: newest } }), "ann")).toEqual({ note: long("fjord") });
  });

  it("stores a value once within a thread, and not once for two threads", async () => {
    const saver = open();
    const count = () => saver.database.prepare("SELECT count(*) AS n FROM tidemark_values").get()?.["n"];
    await put(saver, "ann", { note: long("fjord") });
    await put(saver, "ann", { note: long("fjord"), other: [long("fjord")] });
    expect(count()).toBe(1);
    await put(saver, "bob", { note: long("fjord") });
    expect(count()).toBe(2);
  });

  it.each(["tidemark_values", "tidemark_documents"])("refuses a changed byte in %s", async (table) => {
    const saver = open();
    await put(saver, "ann", { note: long("fjord") });
    const [row] = saver.database.prepare(`SELECT min(id) AS id, body FROM ${table}`).all();
    const body = Buffer.from(row?.["body"] instanceof Uint8Array ? row["body"] : "");
    body[body.length - 1] = (body.at(-1) ?? 0) ^ 1;
    saver.database.prepare(`UPDATE ${table} SET body = ? WHERE id = ?`).run(body, row?.["id"] ?? null);
    await expect(open().getTuple(configOf("ann"))).rejects.toThrow(code("checkpoint/corrupt"));
  });

  it("refuses values that were swapped within a thread, and the checkpoint of another thread", async () => {
    const saver = open();
    await put(saver, "ann", { one: long("one"), two: long("two") });
    await put(saver, "bob", { one: long("three") });
    const { database } = saver;
    const [one, two] = database.prepare("SELECT id, hash, body FROM tidemark_values ORDER BY id").all();
    const set = database.prepare("UPDATE tidemark_values SET hash = ?, body = ? WHERE id = ?");
    set.run(Buffer.alloc(3), two?.["body"] ?? null, one?.["id"] ?? null);
    set.run(one?.["hash"] ?? null, one?.["body"] ?? null, two?.["id"] ?? null);
    set.run(two?.["hash"] ?? null, two?.["body"] ?? null, one?.["id"] ?? null);
    await expect(open().getTuple(configOf("ann"))).rejects.toThrow(code("checkpoint/corrupt"));
    database.exec(
      `UPDATE checkpoints SET (record, metadata, hash) = (SELECT record, metadata, hash FROM checkpoints WHERE thread_id = 'ann')
       WHERE thread_id = 'bob'`,
    );
    await expect(open().getTuple(configOf("bob"))).rejects.toThrow(code("checkpoint/corrupt"));
  });

  it("refuses an item at another key", async () => {
    const store = sqliteStore({ file, encryption });
    opened.push(store);
    await store.put(["users", "ann"], "profile", { theme: "dark" });
    expect((await store.search(["users"], { filter: { theme: "dark" } })).map(({ key: name }) => name)).toEqual([
      "profile",
    ]);
    store.database.prepare("UPDATE tidemark_items SET key = ?").run(Buffer.from("other"));
    await expect(store.get(["users", "ann"], "other")).rejects.toThrow(code("checkpoint/unreadable"));
  });

  it("deletes the key of a thread with it, and keeps it for a copy", async () => {
    const saver = open();
    const keys = () => saver.database.prepare("SELECT count(*) AS n FROM tidemark_keys").get()?.["n"];
    const shared = { note: long("fjord") };
    await put(saver, "ann", shared);
    expect(keys()).toBe(2);
    await saver.copyThread("ann", "fork");
    await saver.deleteThread("ann");
    expect(keys()).toBe(2);
    await put(saver, "ann", shared);
    expect(keys()).toBe(3);
    expect(await valuesOf(saver, "fork")).toEqual(shared);
    await saver.deleteThread("fork");
    expect(keys()).toBe(2);
    expect(await valuesOf(open(), "ann")).toEqual(shared);
  });

  it("uses the new key of a thread that another connection has deleted and begun again", async () => {
    const [one, other] = [open(), open()];
    await put(one, "ann", { note: long("fjord") });
    await other.copyThread("ann", "fork");
    await other.deleteThread("ann");
    await put(other, "ann", { note: long("fjord") });
    expect(await valuesOf(one, "ann")).toEqual({ note: long("fjord") });
    await put(one, "ann", { note: long("fjord"), city: "Oslo" });
    await one.copyThread("ann", "second");
    await other.deleteThread("fork");
    expect(await valuesOf(open(), "ann")).toEqual({ note: long("fjord"), city: "Oslo" });
    expect(await valuesOf(open(), "second")).toEqual({ note: long("fjord"), city: "Oslo" });
  });

  it("cannot read rows that come back after the key of their thread was deleted", async () => {
    const saver = open();
    await put(saver, "ann", { note: long("fjord") });
    const { database } = saver;
    const backup = ["tidemark_values", "tidemark_documents", "checkpoints"];
    for (const table of backup) database.exec(`CREATE TEMP TABLE kept_${table} AS SELECT * FROM main.${table}`);
    await saver.deleteThread("ann");
    for (const table of backup) database.exec(`INSERT INTO main.${table} SELECT * FROM kept_${table}`);
    await expect(saver.getTuple(configOf("ann"))).rejects.toThrow(code("checkpoint/corrupt"));
  });

  it("exports, imports, prunes and lists an encrypted thread", async () => {
    const saver = open();
    for (let step = 0; step < 40; step += 1)
      await put(saver, "ann", { step, note: long(`n${step % 7}`) }, `u${step % 2}`);
    const document = await saver.exportThread("ann");
    const other = open({ file: join(folder, "other.db"), encryption: { key: Buffer.alloc(32, 3) } });
    await importThread(document, { checkpointer: other });
    expect(await other.exportThread("ann")).toEqual(document);
    expect(await saver.prune("ann", { keepTurns: 3 })).toBe(37);
    expect(await valuesOf(open(), "ann")).toEqual({ step: 39, note: long("n4") });
    const listed: unknown[] = [];
    for await (const { metadata } of other.list(configOf("ann"), { filter: { user: "u1" }, limit: 3 }))
      listed.push(metadata);
    expect(listed).toHaveLength(3);
    expect((await saver.threadList()).map(({ threadId }) => threadId)).toEqual(["ann"]);
    await saver.vacuum();
    expect(await valuesOf(open(), "ann")).toEqual({ step: 39, note: long("n4") });
  });
});
