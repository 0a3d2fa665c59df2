// A graph runs to its end under a test runner's fake timers, whichever of our savers it has.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { type BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph-checkpoint";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { postgresSaver, type PostgresSaver } from "@tidemark/checkpoint/postgres";
import { at, openStore, type TestStore } from "@tidemark/test-fixtures/stores";

let store: TestStore<PostgresSaver>;
const folder = mkdtempSync(path.join(tmpdir(), "tidemark-"));
beforeAll(async () => {
  store = await openStore(postgresSaver);
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await store.stop();
});

const State = Annotation.Root({
  log: Annotation<readonly string[]>({ reducer: (one, other) => [...one, ...other], default: () => [] }),
});

const graph = (checkpointer: BaseCheckpointSaver) =>
  new StateGraph(State)
    .addNode("a", () => ({ log: ["a"] }))
    .addNode("b", () => ({ log: ["b"] }))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .addEdge("b", END)
    .compile({ checkpointer });

test.each<[string, () => BaseCheckpointSaver]>([
  ["MemorySaver, the control", () => new MemorySaver()],
  ["SQLite in memory", () => sqliteSaver()],
  ["a SQLite file", () => sqliteSaver({ file: path.join(folder, "fake.db") })],
  ["Postgres", () => store.fresh().saver],
])("a graph on %s finishes under fake timers", async (_, open) => {
  vi.useFakeTimers();
  const app = graph(open());
  for (const durability of ["async", "sync", "exit"] as const)
    await app.invoke({ log: [durability] }, { ...at("t"), durability });
  expect((await app.getState(at("t"))).values).toEqual({
    log: ["async", "a", "b", "sync", "a", "b", "exit", "a", "b"],
  });
  expect(vi.isFakeTimers()).toBe(true);
});
