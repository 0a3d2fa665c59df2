// What is not the id of a thread is refused in the same way by both savers.
import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { postgresSaver, type PostgresSaver } from "@tidemark/checkpoint/postgres";
import { type SqliteSaver, sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { all, at, openStore, type TestStore } from "@tidemark/test-fixtures/stores";

let store: TestStore<PostgresSaver>;
beforeAll(async () => {
  store = await openStore(postgresSaver);
});
afterAll(() => store.stop());

test.each<[string, () => PostgresSaver | SqliteSaver]>([
  ["SQLite", () => sqliteSaver()],
  ["Postgres", () => store.fresh().saver],
])("every entry of the saver on %s refuses a thread id that is not text, with its cause", async (_, open) => {
  const saver = open();
  for (const id of [["a"], { $thread: "a" }, {}, null, 5, true, "a\0b"]) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what only JavaScript can hand over
    const thread = id as string;
    const entries: readonly (() => Promise<unknown>)[] = [
      () => saver.deleteThread(thread),
      () => saver.prune(thread, { keepLast: 1 }),
      () => saver.copyThread(thread, "b"),
      () => saver.copyThread("b", thread),
      () => saver.exportThread(thread),
      () => saver.expireThread(thread, null),
      () => saver.stats(thread),
    ];
    const byConfig: readonly (() => Promise<unknown>)[] = [
      () => saver.getTuple(at(thread)),
      () => all(saver, thread),
      () => saver.put(at(thread), emptyCheckpoint(), { source: "loop", step: 0, parents: {} }, {}),
      () => saver.putWrites(at(thread, "c"), [["a", 1]], "task"),
      () => saver.getDeltaChannelHistory({ config: at(thread, "c"), channels: ["a"] }),
    ];
    // A number in a config is taken for its text, as LangGraph's own savers do.
    for (const entry of [...entries, ...(id === 5 ? [] : byConfig)])
      await expect(entry()).rejects.toMatchObject({ code: "checkpoint/invalidId" });
  }
  expect(await all(saver, "")).toEqual([]);
});
