// Databases of older versions, opened by this one: before checkpoints had sequence numbers and writes had paths, and before rows were counted.
import { DatabaseSync } from "node:sqlite";
import { readFileSync } from "node:fs";
import path from "node:path";
import { type BaseCheckpointSaver, emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "@tidemark/checkpoint";
import { postgresSaver, type PostgresSaver } from "@tidemark/checkpoint/postgres";
import { type SqliteSaver, sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { all, at, openStore, type TestStore } from "@tidemark/test-fixtures/stores";
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

/** Databases that older versions wrote, with the same checkpoints. */
const KINDS: readonly (readonly [string, () => Promise<() => PostgresSaver | SqliteSaver>])[] = [
  ["SQLite", sqlite("sqlite-schema-2.sql")],
  ["SQLite, with sequence numbers", sqlite("sqlite-schema-3.sql")],
  [
    "Postgres",
    async () => {
      schemas += 1;
      const schema = `old${schemas}`;
      await store.pool.query(
        fixture("postgres-schema-1.sql")
          .replaceAll(/"old"|\bold(?=\.)/g, schema)
          .replaceAll("'old'", `'${schema}'`),
      );
      return () => postgresSaver(store.pool, { schema });
    },
  ],
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
    for (const thread of ["a", "b", "copy", "again", "damaged", "late"]) await saver.deleteThread(thread);
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

test("a file from before rows were counted keeps its newest checkpoint, and what is missing from then on is noticed", async () => {
  const open = await sqlite("sqlite-schema-3.sql")();
  const saver = open();
  expect(await ids(saver, "late")).toEqual(["c1", "c9", "c3"]);
  const { checkpoint, pendingWrites } = (await saver.getTuple(at("late"))) ?? {};
  expect(checkpoint?.id).toBe("c1");
  expect(pendingWrites?.map(([task]) => task)).toEqual(["task-b", "task-a"]);
  expect(saver.database.prepare("SELECT newest FROM tidemark_counts WHERE thread_id = 'late'").all()).toEqual([
    expect.objectContaining({ newest: "c1" }),
  ]);
  saver.database.exec("DROP TRIGGER tidemark_uncount_writes; DROP TRIGGER tidemark_uncount_checkpoint");
  saver.database.exec("DELETE FROM tidemark_writes WHERE task_id = 'task-a' AND thread_id = 'late'");
  await expect(open().getTuple(at("late"))).rejects.toThrow(/of 2 tasks that sent something 1 are there/);
  saver.database.exec("DELETE FROM checkpoints WHERE thread_id = 'late' AND checkpoint_id = 'c1'");
  await expect(open().getTuple(at("late"))).rejects.toThrow(/it is not found/);
});
