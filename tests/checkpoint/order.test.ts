// Which checkpoint is the newest, on both savers, when ids and acknowledgements disagree: a clock was set back, or two hosts differ.
import { DatabaseSync } from "node:sqlite";
import {
  type BaseCheckpointSaver,
  type CheckpointListOptions,
  emptyCheckpoint,
  MemorySaver,
} from "@langchain/langgraph-checkpoint";
import { checkpointErrors, importThreads } from "@tidemark/checkpoint";
import { postgresSaver, type PostgresSaver } from "@tidemark/checkpoint/postgres";
import { type SqliteSaver, sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { listThreads } from "@tidemark/state-manager/langgraph";
import { forkThread } from "@tidemark/state-manager/internal/langgraph";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore, type TestStore } from "@tidemark/test-fixtures/stores";

let store: TestStore<PostgresSaver>;
beforeAll(async () => {
  store = await openStore(postgresSaver);
});
afterAll(() => store.stop());

type Saver = PostgresSaver | SqliteSaver;

/** A saver, and another one of the same database that remembers nothing. */
interface Opened {
  readonly saver: Saver;
  readonly cold: () => Saver;
  /** Changes the row of a checkpoint, as damage would. */
  readonly damage: (id: string, change: "number" | "parent") => Promise<void>;
}

const KINDS: readonly (readonly [string, () => Opened])[] = [
  [
    "SQLite",
    () => {
      const database = new DatabaseSync(":memory:");
      const changes = { number: "seq = seq + 100", parent: "parent_id = NULL" };
      return {
        saver: sqliteSaver({ database }),
        cold: () => sqliteSaver({ database }),
        damage: (id, change) =>
          Promise.resolve(
            void database
              .prepare(`UPDATE checkpoints SET ${changes[change]} WHERE instr(checkpoint_id, ?) > 0`)
              .run(Buffer.from(id)),
          ),
      };
    },
  ],
  [
    "Postgres",
    () => {
      const { saver, schema } = store.fresh();
      const changes = { number: "seq = seq + 100", parent: "parent = NULL" };
      return {
        saver,
        cold: () => postgresSaver(store.pool, { schema }),
        damage: async (id, change) => {
          await store.pool.query(
            `UPDATE ${schema}.tidemark_checkpoints SET ${changes[change]} WHERE position(convert_to($1, 'UTF8') IN checkpoint_id) > 0`,
            [id],
          );
        },
      };
    },
  ],
];

interface Point {
  readonly thread?: string;
  readonly namespace?: string;
  readonly id: string;
  readonly parent?: string;
  readonly source?: "input" | "loop";
  readonly outer?: string;
}

async function put(
  saver: BaseCheckpointSaver,
  { thread = "t", namespace = "", id, parent, source = "loop", outer }: Point,
): Promise<void> {
  const config = {
    configurable: {
      thread_id: thread,
      checkpoint_ns: namespace,
      ...(parent !== undefined && { checkpoint_id: parent }),
    },
  };
  const checkpoint = { ...emptyCheckpoint(), id, channel_values: { id }, channel_versions: { id: 2 ** 40 } };
  const parents: Record<string, string> = outer === undefined ? {} : { "": outer };
  await saver.put(config, checkpoint, { source, step: 0, parents }, checkpoint.channel_versions);
}

/** Three turns of a thread; the clock goes back before the second and the third. */
const SET_BACK: readonly Point[] = [
  { id: "c7", source: "input" },
  { id: "c8", parent: "c7" },
  { id: "c4", parent: "c8", source: "input" },
  { id: "c5", parent: "c4" },
  { id: "c1", parent: "c5", source: "input" },
  { id: "c2", parent: "c1" },
];
const NEWEST_FIRST = ["c2", "c1", "c5", "c4", "c8", "c7"];

const at = (thread: string, more: object = {}) => ({ configurable: { thread_id: thread, checkpoint_ns: "", ...more } });

async function ids(
  saver: BaseCheckpointSaver,
  thread = "t",
  options: CheckpointListOptions = {},
  more: object = {},
): Promise<string[]> {
  const found: string[] = [];
  for await (const { checkpoint } of saver.list(at(thread, more), options)) found.push(checkpoint.id);
  return found;
}

const newest = async (saver: BaseCheckpointSaver, thread = "t") => (await saver.getTuple(at(thread)))?.checkpoint.id;

const before = (id: string) => ({ before: at("t", { checkpoint_id: id }) });

async function setBack(open: () => Opened): Promise<Opened> {
  const opened = open();
  for (const point of SET_BACK) await put(opened.saver, point);
  return opened;
}

describe.each(KINDS)("on %s, checkpoints whose ids do not grow", (_, open) => {
  test("are read and listed in the order in which they were acknowledged", async () => {
    const { saver, cold } = await setBack(open);
    for (const each of [saver, cold()]) {
      expect(await newest(each)).toBe("c2");
      expect(await ids(each)).toEqual(NEWEST_FIRST);
      expect(await ids(each, "t", { limit: 2 })).toEqual(["c2", "c1"]);
    }
  });

  test("come before another one when they were acknowledged before it", async () => {
    const { saver } = await setBack(open);
    expect(await ids(saver, "t", before("c4"))).toEqual(["c8", "c7"]);
    expect(await ids(saver, "t", { ...before("c2"), limit: 3 })).toEqual(["c1", "c5", "c4"]);
    expect(await ids(saver, "t", { before: { configurable: { checkpoint_id: "c5" } } })).toEqual(["c4", "c8", "c7"]);
    // Of a checkpoint that is not there, only its id says anything.
    expect(await ids(saver, "t", before("c3"))).toEqual(["c2", "c1"]);
  });

  test("of a subgraph come before a checkpoint of the outer graph by the same order", async () => {
    const { saver } = open();
    const inner = { namespace: "inner" };
    for (const point of [
      { id: "c8" },
      { id: "c9", ...inner, outer: "c8" },
      { id: "c3", parent: "c8" },
      { id: "c4", ...inner, outer: "c3" },
      { id: "c1", parent: "c3" },
    ])
      await put(saver, point);
    const beforeOuter = async (id: string) =>
      ids(saver, "t", { before: { configurable: { checkpoint_id: id } }, limit: 1 }, { checkpoint_ns: "inner" });
    expect(await beforeOuter("c1")).toEqual(["c4"]);
    expect(await beforeOuter("c3")).toEqual(["c9"]);
    expect(await beforeOuter("c8")).toEqual([]);
  });

  test("keep their place when they are put again", async () => {
    const { saver, cold } = await setBack(open);
    await put(saver, { id: "c5", parent: "c4" });
    // At the end of a run, LangGraph may put a checkpoint on itself.
    await put(saver, { id: "c8", parent: "c8" });
    await put(saver, { id: "c2", parent: "c2" });
    expect(await newest(cold())).toBe("c2");
    expect(await ids(cold())).toEqual(NEWEST_FIRST);
    const tuple = await cold().getTuple(at("t", { checkpoint_id: "c8" }));
    expect(tuple?.parentConfig?.configurable?.["checkpoint_id"]).toBe("c7");
  });

  test("are pruned from the oldest", async () => {
    for (const [policy, left] of [
      [{ keepLast: 3 }, NEWEST_FIRST.slice(0, 3)],
      [{ keepTurns: 2 }, NEWEST_FIRST.slice(0, 4)],
      [{ keepLast: 0 }, NEWEST_FIRST.slice(0, 1)],
    ] as const) {
      const { saver, cold } = await setBack(open);
      await saver.prune("t", policy);
      expect(await ids(saver)).toEqual(left);
      await put(saver, { id: "c0", parent: "c2" });
      expect(await ids(cold())).toEqual(["c0", ...left]);
    }
  });

  test("have turns in that order", async () => {
    const { saver } = await setBack(open);
    expect((await saver.stats("t")).turns.map(({ checkpointId }) => checkpointId)).toEqual(["c7", "c4", "c1"]);
  });

  test("wait by the newest of them when a thread expires", async () => {
    const { saver } = await setBack(open);
    await saver.putWrites(at("t", { checkpoint_id: "c2" }), [["__interrupt__", { value: "sure?" }]], "task");
    await saver.expireThread("t", "2030-01-01T00:00:00Z");
    expect(await saver.removeExpired("2031-01-01T00:00:00Z")).toEqual([]);
    await put(saver, { id: "c0", parent: "c2" });
    expect(await saver.removeExpired("2031-01-01T00:00:00Z")).toEqual(["t"]);
  });

  test("keep their order in copies, documents and imports, and go on behind it", async () => {
    const { saver, cold } = await setBack(open);
    await saver.copyThread("t", "copy");
    const document: unknown = JSON.parse(JSON.stringify(await saver.exportThread("t")));
    await saver.importThread(document, { threadId: "document" });
    await forkThread(saver, "t", { threadId: "fork" });
    for (const thread of ["copy", "document", "fork"]) {
      expect(await ids(cold(), thread)).toEqual(NEWEST_FIRST);
      await put(saver, { thread, id: "c0", parent: "c2" });
      expect(await ids(cold(), thread)).toEqual(["c0", ...NEWEST_FIRST]);
    }
    const other = open().saver;
    expect((await importThreads(saver, other)).imported.toSorted()).toEqual(["copy", "document", "fork", "t"]);
    expect(await ids(other)).toEqual(NEWEST_FIRST);
    expect(await ids(other, "document")).toEqual(["c0", ...NEWEST_FIRST]);
    expect((await listThreads(saver)).find(({ threadId }) => threadId === "t")?.checkpointId).toBe("c2");
  });

  test("of subgraphs are imported between those of the outer graph, also from a saver that lists one namespace after the other", async () => {
    const from = new MemorySaver();
    const inner = { namespace: "inner" };
    for (const point of [{ id: "c1" }, { id: "c2", ...inner }, { id: "c3", parent: "c1" }, { id: "c4", ...inner }])
      await put(from, point);
    const { saver } = open();
    await importThreads(from, saver);
    const beforeOuter = (id: string) =>
      ids(saver, "t", { before: { configurable: { checkpoint_id: id } } }, { checkpoint_ns: "inner" });
    expect([await beforeOuter("c3"), await beforeOuter("c1")]).toEqual([["c2"], []]);
  });

  test("are forked where a checkpoint says, with the states of the subgraphs that ran in its line", async () => {
    const { saver } = open();
    for (const point of [
      { id: "c8" },
      { id: "c9", namespace: "inner", outer: "c8" },
      { id: "c3", parent: "c8" },
      { id: "c1", namespace: "inner", outer: "c2" },
      { id: "c2", parent: "c3" },
    ])
      await put(saver, point);
    await forkThread(saver, "t", { threadId: "fork", checkpointId: "c3" });
    expect(await ids(saver, "fork")).toEqual(["c3", "c8"]);
    expect(await ids(saver, "fork", {}, { checkpoint_ns: "inner" })).toEqual(["c9"]);
  });

  test("go on from the newest one before it that can be read, when one is damaged", async () => {
    const opened = await setBack(open);
    await opened.damage("c2", "parent");
    await opened.damage("c4", "parent");
    for (const [id, newestGood] of [
      ["c2", "c1"],
      ["c4", "c8"],
    ]) {
      const error: unknown = await opened
        .cold()
        .getTuple(at("t", { checkpoint_id: id }))
        .catch((reason: unknown) => reason);
      expect(checkpointErrors.corrupt.is(error) && error.details).toMatchObject({ checkpointId: id, newestGood });
    }
  });

  test("are damaged when their number is another one", async () => {
    const opened = await setBack(open);
    await opened.damage("c5", "number");
    const error: unknown = await opened
      .cold()
      .getTuple(at("t"))
      .catch((reason: unknown) => reason);
    expect(checkpointErrors.corrupt.is(error) && error.details).toMatchObject({ checkpointId: "c5", newestGood: "c2" });
  });

  test("are numbered by the database when many writers put at once, each after what it has seen", async () => {
    const { saver, cold } = open();
    await put(saver, { id: "start" });
    const savers = Array.from({ length: 4 }, cold);
    for (let round = 0; round < 8; round += 1) {
      await Promise.all(savers.map((each, index) => put(each, { id: `r${9 - round}-${(index * 7 + round) % 4}` })));
      const seen = await ids(cold());
      expect(new Set(seen.slice(0, 4).map((id) => id.split("-")[0]))).toEqual(new Set([`r${9 - round}`]));
    }
    expect(await ids(cold())).toHaveLength(33);
  });
});
