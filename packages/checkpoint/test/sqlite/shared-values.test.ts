import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { type Checkpoint, emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";
import { type SqliteSaver, sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(path.join(tmpdir(), "tidemark-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const messagesOf = (text: string, count: number): BaseMessage[] =>
  Array.from({ length: count }, (_, index) =>
    index % 2 === 0
      ? new HumanMessage({ id: `${index}`, content: `${text} ${index} `.repeat(40) })
      : new AIMessage({ id: `${index}`, content: `${text} ${index}` }),
  );

/** Stores a conversation that grows by one message with each checkpoint. Returns the ids. */
async function converse(saver: SqliteSaver, threadId: string, text: string): Promise<readonly string[]> {
  const all = messagesOf(text, 12);
  const ids: string[] = [];
  for (let count = 1; count <= all.length; count += 1) {
    const checkpoint: Checkpoint = {
      ...emptyCheckpoint(),
      id: uuid6(count),
      channel_values: { messages: all.slice(0, count), last: `${text} ${count}`, notes: { first: { text }, count } },
      channel_versions: { messages: count, last: count, notes: count },
    };
    const parent = ids.at(-1);
    const configurable = { thread_id: threadId, ...(parent !== undefined && { checkpoint_id: parent }) };
    await saver.put({ configurable }, checkpoint, { source: "loop", step: count, parents: {} }, {});
    ids.push(checkpoint.id);
  }
  return ids;
}

const channels = ["messages", "last", "notes", "none"];

async function valuesOf(saver: SqliteSaver, threadId: string, checkpointId: string) {
  const tuple = await saver.getTuple({ configurable: { thread_id: threadId, checkpoint_id: checkpointId } });
  return tuple?.checkpoint.channel_values ?? {};
}

/** Reads all checkpoints, the newest one first and then in both directions, and compares them with what another saver reads. */
async function requireStored(saver: SqliteSaver, threadId: string, ids: readonly string[], other: SqliteSaver) {
  for (const id of [...ids.toReversed(), ...ids]) {
    const read = await saver.channelValues(threadId, { channels, checkpointId: id });
    expect(Object.fromEntries(read)).toEqual(await valuesOf(other, threadId, id));
  }
}

test("what two checkpoints have in common is read once", async () => {
  const file = path.join(folder, "once.db");
  const [writer, reader] = [sqliteSaver({ file }), sqliteSaver({ file })];
  const ids = await converse(writer, "ann", "Lisbon");
  await requireStored(reader, "ann", ids, writer);
  const [older, newer] = await Promise.all(
    ids.slice(-2).map((checkpointId) => reader.channelValues("ann", { channels, checkpointId })),
  );
  const [before, after] = [older?.get("messages"), newer?.get("messages")];
  if (!Array.isArray(before) || !Array.isArray(after)) throw new Error("a conversation is missing");
  expect(before.every((message, index) => message === after[index])).toBe(true);
  writer.close();
  reader.close();
});

test("a value that a caller may change is not shared", async () => {
  const saver = sqliteSaver();
  const ids = await converse(saver, "ann", "Lisbon");
  const place = { channel: "messages", checkpointId: ids[3] };
  const [one, other] = [await saver.value("ann", place), await saver.value("ann", place)];
  if (!Array.isArray(one) || !Array.isArray(other)) throw new Error("a conversation is missing");
  expect(one[0]).not.toBe(other[0]);
  saver.close();
});

test("values are those that are stored when another process has removed a thread and its ids name something else", async () => {
  const file = path.join(folder, "removed.db");
  const [writer, reader] = [sqliteSaver({ file }), sqliteSaver({ file })];
  await requireStored(reader, "ann", await converse(writer, "ann", "Lisbon"), writer);
  await writer.deleteThread("ann");
  await requireStored(reader, "ann", await converse(writer, "ann", "Porto"), writer);
  writer.close();
  reader.close();
});

test("values are those that are stored after a prune", async () => {
  const file = path.join(folder, "pruned.db");
  const [writer, reader] = [sqliteSaver({ file }), sqliteSaver({ file })];
  const ids = await converse(writer, "ann", "Lisbon");
  await requireStored(reader, "ann", ids, writer);
  await writer.prune("ann", { keepLast: 3 });
  await requireStored(reader, "ann", ids.slice(-3), writer);
  writer.close();
  reader.close();
});

test("nothing is left of what was read in a transaction that was rolled back", async () => {
  const database = new DatabaseSync(":memory:");
  const saver = sqliteSaver({ database });
  database.exec("BEGIN");
  const undone = await converse(saver, "ann", "Lisbon");
  for (const checkpointId of undone) await saver.channelValues("ann", { channels, checkpointId });
  database.exec("ROLLBACK");
  const ids = await converse(saver, "ann", "Porto");
  await requireStored(saver, "ann", ids, saver);
  database.close();
});

async function windowsOf(saver: SqliteSaver, checkpointId: string, before: string | null) {
  const read = await saver.channelWindows("ann", { channels, checkpointId, before, size: 3 });
  if (read === null) throw new Error("SQLite reads parts");
  return read;
}

test("a window has the last items of a list, the first entries of a record, and where they lie", async () => {
  const saver = sqliteSaver();
  const ids = await converse(saver, "ann", "Lisbon");
  for (const [index, id] of ids.entries()) {
    const read = await windowsOf(saver, id, null);
    const whole = await valuesOf(saver, "ann", id);
    const total = index + 1;
    const from = Math.max(0, total - 3);
    const messages = Array.isArray(whole["messages"]) ? whole["messages"] : [];
    expect(read.get("messages")).toMatchObject({ value: messages.slice(-3), differences: null });
    expect(read.get("messages")?.windows).toEqual(total > 3 ? [{ path: [], total, from }] : []);
    expect(read.get("notes")).toMatchObject({ value: whole["notes"], windows: [] });
    expect(read.get("none")).toMatchObject({ value: undefined });
  }
  saver.close();
});

test("what differs from another checkpoint is named by its place, whatever lies in the window", async () => {
  const saver = sqliteSaver();
  const ids = await converse(saver, "ann", "Lisbon");
  const read = await windowsOf(saver, ids[9] ?? "", ids[8] ?? "");
  expect(read.get("messages")?.differences).toMatchObject([
    { path: [], start: 9, before: [], after: [{ content: "Lisbon 9" }] },
  ]);
  expect(read.get("notes")?.differences).toEqual([
    // A small record is stored as one value.
    {
      path: [],
      start: null,
      before: { first: { text: "Lisbon" }, count: 9 },
      after: { first: { text: "Lisbon" }, count: 10 },
    },
  ]);
  expect(read.get("last")?.differences).toEqual([{ path: [], start: null, before: "Lisbon 9", after: "Lisbon 10" }]);
  expect((await windowsOf(saver, ids[9] ?? "", ids[9] ?? "")).get("messages")?.differences).toEqual([]);
  saver.close();
});

/** A record of fifty equal texts. */
const fifty = (text: string) => Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, text]));

test("differences beyond the first ones are counted", async () => {
  const saver = sqliteSaver();
  const ids: string[] = [];
  for (const [step, text] of ["old", "new"].entries()) {
    const id = uuid6(step);
    const values = { channel_values: { notes: fifty(text) }, channel_versions: { notes: step + 1 } };
    const [parent] = ids;
    const configurable = { thread_id: "ann", ...(parent !== undefined && { checkpoint_id: parent }) };
    const metadata = { source: "loop", step, parents: {} } as const;
    await saver.put({ configurable }, { ...emptyCheckpoint(), id, ...values }, metadata, {});
    ids.push(id);
  }
  const notes = (await windowsOf(saver, ids[1] ?? "", ids[0] ?? "")).get("notes");
  expect([notes?.differences?.length, notes?.more, notes?.windows]).toEqual([
    20,
    30,
    [{ path: [], total: 50, from: 0 }],
  ]);
  saver.close();
});
