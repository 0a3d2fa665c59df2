// Databases of older versions, opened by this one: before checkpoints had sequence numbers and writes had paths, and before rows were counted.
import { DatabaseSync } from "node:sqlite";
import { readFileSync } from "node:fs";
import path from "node:path";
import { type BaseCheckpointSaver, emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "@tidemark/checkpoint";
import { postgresSaver, type PostgresSaver } from "@tidemark/checkpoint/postgres";
import { sqliteLocks, type SqliteSaver, sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { all, at, openStore, type TestStore } from "@tidemark/test-fixtures/stores";
import { idBytes, idOfBytes } from "../../src/store/id-bytes.ts";
import { textLike } from "../matchers.ts";
import { waste } from "../postgres/waste.ts";

let store: TestStore<PostgresSaver>;
beforeAll(async () => {
  store = await openStore(postgresSaver);
});
afterAll(() => store.stop());

const fixture = (name: string): string => readFileSync(path.join(import.meta.dirname, "fixtures", name), "utf8");

let schemas = 0;

const sqlite = (name: string) => () => {
  const database = new DatabaseSync(":memory:");
  database.exec(fixture(name));
  return Promise.resolve(() => sqliteSaver({ database }));
};

const postgres = (name: string) => async () => {
  schemas += 1;
  const schema = `old${schemas}`;
  await store.pool.query(
    fixture(name)
      .replaceAll(/"old"|\bold(?=\.)/g, schema)
      .replaceAll("'old'", `'${schema}'`),
  );
  return () => postgresSaver(store.pool, { schema });
};

/** Databases that older versions wrote, with the same checkpoints. */
const KINDS: readonly (readonly [string, () => Promise<() => PostgresSaver | SqliteSaver>])[] = [
  ["SQLite", sqlite("sqlite-schema-2.sql")],
  ["SQLite, with sequence numbers", sqlite("sqlite-schema-3.sql")],
  ["SQLite, with counts", sqlite("sqlite-schema-4.sql")],
  ["Postgres", postgres("postgres-schema-1.sql")],
  ["Postgres, with sequence numbers", postgres("postgres-schema-2.sql")],
];

const ids = async (saver: BaseCheckpointSaver, thread: string) =>
  (await all(saver, thread)).map(({ checkpoint }) => checkpoint.id);

const uuid = (last: number) => `1f0c1f3e-0000-6000-8000-00000000000${last}`;

/** How many values the database still contains; on Postgres, also what else nothing needs. */
const valuesLeft = async (saver: PostgresSaver | SqliteSaver): Promise<number> =>
  "database" in saver
    ? Number(saver.database.prepare("SELECT count(*) AS n FROM tidemark_values").get()?.["n"])
    : Number(await store.value(waste(`old${schemas}`))) + (await store.count(`old${schemas}`, "tidemark_values"));

const put = (saver: BaseCheckpointSaver, thread: string, id: string, parent: string) =>
  saver.put(
    at(thread, parent),
    { ...emptyCheckpoint(), id, channel_values: { text: "new" }, channel_versions: { text: 2 ** 41 } },
    { source: "loop", step: 9, parents: {} },
    {},
  );

describe.each(KINDS)("an older database on %s", (_, old) => {
  test("keeps the order of ids for what is in it, and goes on behind that", async () => {
    const open = await old();
    const saver = open();
    expect(await ids(saver, "a")).toEqual(["c4", "c3", "c2", "c1"]);
    expect(await ids(saver, "b")).toEqual([uuid(2), uuid(1)]);
    expect(await ids(saver, "copy")).toEqual([uuid(3), uuid(2), uuid(1)]);
    const tuple = await saver.getTuple(at("a"));
    expect(tuple?.checkpoint.channel_values).toEqual({ n: 4, text: "four ".repeat(60) });
    // Without a path, tasks sort by their ids, as they did.
    expect(tuple?.pendingWrites).toEqual([
      ["task-a", "text", "written by a"],
      ["task-b", "text", "written by b ".repeat(60)],
      ["task-b", "n", 5],
    ]);
    await put(saver, "a", "c0", "c4");
    await put(saver, "copy", uuid(0), uuid(3));
    expect(await ids(open(), "a")).toEqual(["c0", "c4", "c3", "c2", "c1"]);
    expect((await open().getTuple(at("copy")))?.checkpoint.id).toBe(uuid(0));
    await saver.putWrites(at("a", "c4"), [["more", 1]], "task-b", "~path");
    expect((await open().getTuple(at("a", "c4")))?.pendingWrites?.map(([task]) => task)).toEqual([
      "task-a",
      "task-b",
      "task-b",
    ]);
  });

  test("is migrated once, also by several processes, and all of it works afterwards", async () => {
    const open = await old();
    const savers = Array.from({ length: 4 }, open);
    await Promise.all(savers.map((saver) => saver.getTuple(at("a"))));
    const saver = open();
    await saver.prune("a", { keepLast: 1 });
    expect(await ids(open(), "a")).toEqual(["c4"]);
    await saver.importThread(await saver.exportThread("copy"), { threadId: "again" });
    expect(await ids(open(), "again")).toEqual([uuid(3), uuid(2), uuid(1)]);
    expect((await saver.stats("copy")).turns.map(({ checkpointId }) => checkpointId)).toEqual([uuid(1)]);
    for (const thread of ["a", "b", "copy", "again", "damaged", "late", "long"]) await saver.deleteThread(thread);
    expect(await valuesLeft(saver)).toBe(0);
  });

  test("does not make a damaged row a sound one", async () => {
    const open = await old();
    const error: unknown = await open()
      .getTuple(at("damaged"))
      .catch((reason: unknown) => reason);
    expect(checkpointErrors.corrupt.is(error) && error.details).toMatchObject({ checkpointId: "c2", newestGood: "c1" });
  });
});

/** Notes of the long thread at one of its checkpoints. */
const noted = (last: number) =>
  Object.fromEntries(
    [8, 16, 24, 32, 40].filter((n) => n <= last).map((n) => [`note ${n}`, { text: `${n} `.repeat(150), n }] as const),
  );

describe.each([
  ["SQLite", sqlite("sqlite-schema-4.sql")],
  ["Postgres", postgres("postgres-schema-2.sql")],
] as const)("a thread of the version before on %s", (_, old) => {
  test("is read at every checkpoint, goes on, and is pruned, copied and moved", async () => {
    const saver = (await old())();
    const tuples = await all(saver, "long");
    expect(tuples.map(({ checkpoint }) => checkpoint.channel_values["n"])).toEqual(
      Array.from({ length: 40 }, (__, index) => 40 - index),
    );
    expect(tuples.every(({ checkpoint: { channel_values: values } }) => values["text"] === "four ".repeat(60))).toBe(
      true,
    );
    expect(tuples.map(({ checkpoint }) => checkpoint.channel_values["notes"])).toEqual(
      tuples.map((__, index) => noted(40 - index)),
    );
    const [newest] = tuples;
    expect(newest?.pendingWrites).toEqual([
      ["4d417fea-d613-59db-b2e6-1988cb369eb5", "text", "sent ".repeat(80)],
      ["4d417fea-d613-59db-b2e6-1988cb369eb5", "n", 41],
    ]);
    const changes: string[] = [];
    for await (const { changed } of saver.changes("long")) changes.push(changed.join(" "));
    expect(changes.slice(1, 9)).toEqual(["n", "n", "n", "n", "n", "n", "n notes", "n"]);
    const id = String(newest?.checkpoint.id);
    await saver.put(
      at("long", id),
      { ...emptyCheckpoint(), id: "next", channel_values: { n: 41, notes: noted(40), text: "four ".repeat(60) } },
      { source: "loop", step: 41, parents: {} },
      {},
    );
    await saver.copyThread("long", "copied");
    await saver.importThread(await saver.exportThread("long"), { threadId: "moved" });
    for (const thread of ["long", "copied", "moved"]) {
      expect(await saver.prune(thread, { keepLast: 2 })).toBe(39);
      const kept = await all(saver, thread);
      expect(kept.map(({ checkpoint }) => checkpoint.channel_values["notes"])).toEqual([noted(40), noted(40)]);
      expect(kept[1]?.pendingWrites).toEqual(newest?.pendingWrites);
    }
  });
});

test("a file keeps the trigger of its locks, which compares ids that are bytes with those in metadata", async () => {
  const database = new DatabaseSync(":memory:");
  database.exec(fixture("sqlite-schema-4.sql"));
  const acquired = await sqliteLocks(database, { leaseMilliseconds: 60_000 }).acquire("a");
  expect(acquired.outcome).toBe("acquired");
  sqliteSaver({ database });
  database.exec("UPDATE tidemark_leases SET token = 9");
  const insert = database.prepare(
    `INSERT INTO checkpoints (thread_id, checkpoint_ns, checkpoint_id, record, metadata, hash, seq)
     VALUES ('a', '', ?, 0, json_object('tidemark_fence', 8, 'tidemark_fence_of', ?), x'', 0)`,
  );
  for (const id of [uuid(1), "c1", "~", "ä"]) {
    expect(() => insert.run(idBytes(id), id)).toThrow(/tidemark_fenced/);
    expect(() => insert.run(idBytes(id), "another one")).not.toThrow();
  }
});

test("a process of an older version that is still running can neither read nor write a file of this one", async () => {
  const saver = (await sqlite("sqlite-schema-4.sql")())();
  const prepared = (text: string) => () => saver.database.prepare(text);
  expect(prepared("SELECT parent_checkpoint_id, document FROM checkpoints")).toThrow(/no such column/);
  expect(prepared("DELETE FROM checkpoints WHERE thread_id = ? RETURNING document")).toThrow(/no such column/);
  expect(prepared("SELECT document FROM tidemark_writes WHERE thread_id = ?")).toThrow(/no such column/);
});

test("a process of an older version that is still running can neither read nor write a schema of this one", async () => {
  const saver = (await postgres("postgres-schema-2.sql")())();
  await saver.getTuple(at("a"));
  const schema = `old${schemas}`;
  const refused = { code: "57P03", message: textLike(/newer version/) };
  await expect(
    store.pool.query(`SELECT * FROM ${schema}.tidemark_chain('{1024}'::bigint[], '{}')`),
  ).rejects.toMatchObject(refused);
  const parameters = ["a", "a", null, "{}", "{}", "{}", "[]", "{}", "{}", "{}", "{}", false];
  const apply = `SELECT ${schema}.tidemark_apply(${parameters.map((__, index) => `$${index + 1}`).join(", ")})`;
  await expect(store.pool.query(apply, parameters)).rejects.toMatchObject(refused);
});

test("a file from before rows were counted keeps its newest checkpoint, and what is missing from then on is noticed", async () => {
  const open = await sqlite("sqlite-schema-3.sql")();
  const saver = open();
  expect(await ids(saver, "late")).toEqual(["c1", "c9", "c3"]);
  const { checkpoint, pendingWrites } = (await saver.getTuple(at("late"))) ?? {};
  expect(checkpoint?.id).toBe("c1");
  expect(pendingWrites?.map(([task]) => task)).toEqual(["task-b", "task-a"]);
  const counted = saver.database.prepare("SELECT newest FROM tidemark_counts WHERE thread_id = 'late'").get();
  expect(idOfBytes(counted?.["newest"])).toBe("c1");
  saver.database.exec("DROP TRIGGER tidemark_uncount_writes; DROP TRIGGER tidemark_uncount_checkpoint");
  saver.database.exec(
    "DELETE FROM tidemark_writes WHERE instr(task_id, CAST('task-a' AS BLOB)) > 0 AND thread_id = 'late'",
  );
  await expect(open().getTuple(at("late"))).rejects.toThrow(/of 2 tasks that sent something 1 are there/);
  saver.database.exec("DELETE FROM checkpoints WHERE thread_id = 'late' AND instr(checkpoint_id, x'6331') > 0");
  await expect(open().getTuple(at("late"))).rejects.toThrow(/it is not found/);
});
