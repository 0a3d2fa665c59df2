// A checkpoint comes back with all of its keys, also those that LangGraph had once or will have.
import { DatabaseSync } from "node:sqlite";
import { type BaseCheckpointSaver, emptyCheckpoint, MemorySaver } from "@langchain/langgraph-checkpoint";
import { importThreads, strictSerializer } from "@tidemark/checkpoint";
import { postgresSaver, type PostgresSaver } from "@tidemark/checkpoint/postgres";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { all, at, long, openStore, type TestStore } from "@tidemark/test-fixtures/stores";

let store: TestStore<PostgresSaver>;
beforeAll(async () => {
  store = await openStore(postgresSaver);
});
afterAll(() => store.stop());

const checkpointOf = (id: string, more: object) => ({
  ...emptyCheckpoint(),
  id,
  channel_values: { text: long(id) },
  channel_versions: { text: 2 ** 40 },
  ...more,
});

const POINTS = [
  checkpointOf("c1", { updated_channels: ["text"], pending_sends: [{ node: "x", args: { text: long("s") } }] }),
  checkpointOf("c2", { updated_channels: ["text", "more"], pending_sends: [{ node: "x", args: { text: long("s") } }] }),
  checkpointOf("c3", { updated_channels: null, future: { deep: [1, { two: long("f") }] } }),
  checkpointOf("c4", {}),
];

async function fill(saver: BaseCheckpointSaver): Promise<void> {
  let parent: string | undefined;
  for (const point of POINTS) {
    await saver.put(at("t", parent), point, { source: "loop", step: 0, parents: {} }, point.channel_versions);
    parent = point.id;
  }
}

const checkpoints = async (saver: BaseCheckpointSaver, thread = "t") =>
  (await all(saver, thread)).map(({ checkpoint }) => checkpoint).toReversed();

describe.each([
  [
    "SQLite",
    () => {
      const database = new DatabaseSync(":memory:");
      return { saver: sqliteSaver({ database }), cold: () => sqliteSaver({ database }) };
    },
  ],
  [
    "Postgres",
    () => {
      const { saver, schema } = store.fresh();
      return { saver, cold: () => postgresSaver(store.pool, { schema }) };
    },
  ],
] as const)("on %s, keys beyond the known ones", (_, open) => {
  test("come back from the same saver, from another one, and behind every way that carries a thread", async () => {
    const { saver, cold } = open();
    await fill(saver);
    expect(await checkpoints(saver)).toEqual(POINTS);
    expect(await checkpoints(cold())).toEqual(POINTS);
    expect((await saver.getTuple(at("t", "c3")))?.checkpoint).toEqual(POINTS[2]);
    expect((await cold().getTuple(at("t")))?.checkpoint).toEqual(POINTS[3]);
    await saver.copyThread("t", "copy");
    await saver.importThread(await saver.exportThread("t"), { threadId: "document" });
    for (const thread of ["copy", "document"]) expect(await checkpoints(saver, thread)).toEqual(POINTS);
    const [other, stock] = [open().saver, new MemorySaver(strictSerializer())];
    await importThreads(saver, other);
    expect(await checkpoints(other)).toEqual(POINTS);
    // A saver that drops them does not pass for one that keeps them.
    await expect(importThreads(saver, stock)).rejects.toThrow(/differs from the source/);
  });

  test("are not believed when somebody changed one in place", async () => {
    const { saver } = open();
    const list = ["text"];
    const point = checkpointOf("c1", { updated_channels: list });
    await saver.put(at("t"), point, { source: "loop", step: 0, parents: {} }, point.channel_versions);
    list.push("changed");
    expect((await saver.getTuple(at("t")))?.checkpoint).toHaveProperty("updated_channels", ["text"]);
  });
});
