import { END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { PostgresSaver as StockPostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { SqliteSaver as StockSqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { strictSerializer, type ThreadDocument } from "@tidemark/checkpoint";
import { postgresLocks, postgresSaver, type PostgresSaver } from "@tidemark/checkpoint/postgres";
import { sqliteLocks, sqliteSaver, type SqliteSaver } from "@tidemark/checkpoint/sqlite";
import { AgentState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { type ThreadLocks } from "@tidemark/state-manager";
import { importThread, openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore, type TestStore } from "@tidemark/test-fixtures/stores";

let store: TestStore<PostgresSaver>;
let places = 0;
const stocks: StockPostgresSaver[] = [];

beforeAll(async () => {
  store = await openStore(postgresSaver);
}, 120_000);
afterAll(async () => {
  for (const each of stocks) await each.end();
  await store.stop();
}, 120_000);

async function stockPostgres(): Promise<BaseCheckpointSaver> {
  places += 1;
  const saver = StockPostgresSaver.fromConnString(store.postgres.connectionString, { schema: `stock${places}` });
  await saver.setup();
  stocks.push(saver);
  return saver;
}

const SAVERS: readonly (readonly [string, () => Promise<BaseCheckpointSaver>])[] = [
  ["MemorySaver", () => Promise.resolve(new MemorySaver())],
  ["the stock SqliteSaver", () => Promise.resolve(StockSqliteSaver.fromConnString(":memory:"))],
  ["the stock PostgresSaver", stockPostgres],
  ["sqliteSaver", () => Promise.resolve(sqliteSaver())],
  ["postgresSaver", () => Promise.resolve(store.fresh().saver)],
];

const graphOn = (checkpointer: BaseCheckpointSaver) =>
  new StateGraph(toStateSchema(AgentState))
    .addNode("turn_start", turnStart(AgentState))
    .addNode("ask", ({ task_user_input: said }) => ({
      execution_final_answer: said === "ask" ? String(interrupt("Shall I?")) : `${said} `.repeat(200),
    }))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "ask")
    .addEdge("ask", END)
    .compile({ checkpointer });

const sessionOn = (saver: BaseCheckpointSaver, threadId: string, locks?: ThreadLocks) =>
  openSession({ graph: graphOn(saver), state: AgentState, threadId, ...(locks !== undefined && { locks }) });

/** What a thread says in whichever saver it is. */
async function contentOf(saver: BaseCheckpointSaver, threadId: string): Promise<unknown> {
  const serializer = strictSerializer();
  const content: Record<string, unknown> = {};
  for await (const tuple of saver.list({ configurable: { thread_id: threadId } })) {
    content[tuple.checkpoint.id] = JSON.parse(serializer.stringify(factsOf(tuple)));
  }
  return content;
}

function factsOf({ checkpoint, metadata, parentConfig, pendingWrites = [] }: CheckpointTuple): unknown {
  const { channel_values, ...rest } = checkpoint;
  const parent: unknown = parentConfig?.configurable?.["checkpoint_id"];
  return {
    ...rest,
    // The built-in PostgresSaver does not keep a channel without a version: such a channel has its default.
    values: Object.fromEntries(
      Object.entries(channel_values).filter(
        ([name, value]) => value !== undefined && Object.hasOwn(checkpoint.channel_versions, name),
      ),
    ),
    // Neither the lease of a checkpoint nor the import that stored it is a fact of the conversation.
    noted: Object.fromEntries(
      Object.entries(metadata ?? {}).filter(([name]) => !/^tidemark_(?:fence|copy)/.test(name)),
    ),
    parent: parent === checkpoint.id ? null : (parent ?? null),
    writes: pendingWrites.map((write) => JSON.stringify(write)).toSorted(),
  };
}

describe.each(SAVERS)("a session on %s", (_, make) => {
  test("exports what every saver imports, and the thread goes on there with its question", async () => {
    const from = await make();
    const session = sessionOn(from, "ann");
    await session.send("sea");
    await session.send("ask");
    const document: unknown = JSON.parse(JSON.stringify(await session.export()));
    for (const [, makeOther] of SAVERS) {
      const to = await makeOther();
      await importThread(document, { checkpointer: to, state: AgentState, threadId: "copy" });
      expect(await contentOf(to, "copy")).toEqual(await contentOf(from, "ann"));
      const copy = sessionOn(to, "copy");
      expect((await copy.history()).map(({ userInput }) => userInput)).toEqual(["ask", "sea"]);
      expect((await copy.pending()).map(({ value }) => value)).toEqual(["Shall I?"]);
    }
  });

  test("reads what exportThread of the savers has written, and they read what it exports", async () => {
    const from = await make();
    await sessionOn(from, "ann").send("sea");
    const savers: readonly (SqliteSaver | PostgresSaver)[] = [sqliteSaver(), store.fresh().saver];
    for (const ours of savers) {
      await ours.importThread(JSON.parse(JSON.stringify(await sessionOn(from, "ann").export())), { threadId: "ben" });
      const document: ThreadDocument = await ours.exportThread("ben");
      await importThread(JSON.parse(JSON.stringify(document)), {
        checkpointer: from,
        state: AgentState,
        threadId: `cat ${savers.indexOf(ours)}`,
      });
      expect(await contentOf(from, `cat ${savers.indexOf(ours)}`)).toEqual(await contentOf(from, "ann"));
    }
  });
});

describe.each<[string, () => { saver: BaseCheckpointSaver; locks: ThreadLocks }]>([
  [
    "sqliteSaver",
    () => {
      const saver = sqliteSaver();
      return { saver, locks: sqliteLocks(saver.database) };
    },
  ],
  ["postgresSaver", () => ({ saver: store.fresh().saver, locks: postgresLocks(store.pool) })],
])("under the locks of %s", (name, make) => {
  test("a fork, an import and the turns on them are written one after the other", async () => {
    const { saver, locks } = make();
    const on = (thread: string) => sessionOn(saver, `${name} ${thread}`, locks);
    await on("a").send("sea");
    await on("b").send("hills");
    const document = await on("b").export();
    const [forked, imported, sent] = await Promise.allSettled([
      on("a").fork({ threadId: `${name} new` }),
      importThread(document, { checkpointer: saver, state: AgentState, threadId: `${name} new`, locks }),
      on("new").send("snow"),
    ]);
    expect([forked.status, imported.status, sent.status]).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(imported).toMatchObject({ reason: { code: "state-manager/threadExists" } });
    expect((await on("new").history()).map(({ userInput }) => userInput)).toEqual(["snow", "sea"]);
  });
});
