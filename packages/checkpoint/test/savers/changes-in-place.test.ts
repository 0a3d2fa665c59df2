// Values that are changed in place, as a graph and another process see them.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { Annotation, END, interrupt, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { type BaseCheckpointSaver, uuid6 } from "@langchain/langgraph-checkpoint";
import { postgresSaver, type PostgresSaver } from "@tidemark/checkpoint/postgres";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { at, openStore, put, type TestStore, values } from "@tidemark/test-fixtures/stores";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

let store: TestStore<PostgresSaver>;
let folder: string;
beforeAll(async () => {
  store = await openStore(postgresSaver);
  folder = mkdtempSync(path.join(tmpdir(), "tidemark-changes-"));
});
afterAll(async () => {
  await store.stop();
  rmSync(folder, { recursive: true });
});

const heard: string[] = [];
const warnings = (): readonly string[] => heard;
beforeEach(() => {
  heard.length = 0;
  vi.spyOn(console, "warn").mockImplementation((message) => void heard.push(String(message)));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

interface Row {
  id: string;
  readonly text: string;
}

const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${index}`, text: "a".repeat(300) }));

const State = Annotation.Root({
  rows: Annotation<Row[]>,
  log: Annotation<string[]>({
    default: () => [],
    reducer: (log, added) => {
      log.push(...added);
      return log;
    },
  }),
});

const graphOf = (work: (state: typeof State.State) => Partial<typeof State.State>, checkpointer: BaseCheckpointSaver) =>
  new StateGraph(State)
    .addNode("work", work)
    .addNode("next", () => ({}))
    .addEdge(START, "work")
    .addEdge("work", "next")
    .addEdge("next", END)
    .compile({ checkpointer });

const changedRows = ({ rows }: typeof State.State) => {
  const row = rows[600 % rows.length];
  if (row !== undefined) row.id = "changed";
  return { rows };
};

const changedCopy = ({ rows }: typeof State.State) => {
  const [row] = rows;
  if (row !== undefined) row.id = "changed";
  return { rows: [...rows] };
};

type Options = { readonly changesInPlace?: "compare" | "report" };

/** A step begins when the checkpoint before it is stored. */
const run = (threadId = "t") => ({ configurable: { thread_id: threadId }, durability: "sync" as const });

/** Rows that are stored after a node has changed one of them in a copy. */
const storedRows = async (saverOf: (options?: Options) => BaseCheckpointSaver, options?: Options) => {
  await graphOf(changedCopy, saverOf(options)).invoke({ rows: rowsOf(3) }, run());
  return (await values(saverOf(), "t"))?.["rows"];
};

describe.each<[name: string, open: () => (options?: Options) => BaseCheckpointSaver]>([
  [
    "SQLite",
    () => {
      const file = path.join(folder, `${uuid6(0)}.db`);
      return (options) => sqliteSaver({ file, ...options });
    },
  ],
  [
    "Postgres",
    () => {
      const { schema } = store.fresh();
      return (options) => postgresSaver(store.pool, { schema, ...options });
    },
  ],
])("on %s", (_, open) => {
  test("what a reducer adds to the list that it returns is stored, at each step", async () => {
    const saverOf = open();
    const graph = graphOf(() => ({ log: ["worked"] }), saverOf());
    for (let turn = 1; turn <= 3; turn += 1) {
      await graph.invoke({ log: [`turn ${turn}`], rows: rowsOf(3) }, run());
      const expected = Array.from({ length: turn }, (__, index) => [`turn ${index + 1}`, "worked"]).flat();
      expect((await values(saverOf(), "t"))?.["log"]).toEqual(expected);
    }
    expect(warnings()).toEqual([]);
  });

  test("what a node changes in the object that it returns is stored, small or large, and reported", async () => {
    const saverOf = open();
    for (const [thread, count] of Object.entries({ small: 3, large: 900 })) {
      await graphOf(changedRows, saverOf()).invoke({ rows: rowsOf(count) }, run(thread));
      const stored = await values(saverOf(), thread);
      expect(stored?.["rows"]).toMatchObject(
        rowsOf(count).map((row, index) => (index === 600 % count ? { id: "changed" } : row)),
      );
    }
    expect(warnings()).toHaveLength(2);
    expect(warnings()[0]).toContain('"work" changed "rows[0].id" of thread "small" in place');
  });

  test("what a task changes in the object that it returns is one of its pending writes", async () => {
    const saverOf = open();
    const saver = saverOf();
    const rows = rowsOf(3);
    const parent = await put(saver, "t", { rows });
    rows.push({ id: "new", text: "b" });
    await saver.putWrites(at("t", parent), [["rows", rows]], "task", "~__pregel_pull, work");
    expect((await saverOf().getTuple(at("t", parent)))?.pendingWrites).toEqual([["task", "rows", rows]]);
  });

  describe("a part that a node changes in a copy", () => {
    test("is reported once, with the node and the path", async () => {
      await storedRows(open());
      expect(warnings()).toEqual([
        expect.stringMatching(
          /^"work" changed "rows\[0\]\.id" of thread "t" in place\. .* `changesInPlace: "compare"`\.$/,
        ),
      ]);
    });

    test("is not looked for in production", async () => {
      vi.stubEnv("NODE_ENV", "production");
      expect(await storedRows(open())).toMatchObject([{ id: "0" }, { id: "1" }, { id: "2" }]);
      expect(warnings()).toEqual([]);
    });

    test("is stored when all values that are written are compared, and not reported", async () => {
      expect(await storedRows(open(), { changesInPlace: "compare" })).toMatchObject([{ id: "changed" }, {}, {}]);
      expect(warnings()).toEqual([]);
    });
  });

  test("a change that no task hands over is reported before the next checkpoint", async () => {
    const saver = open()();
    const rows = rowsOf(3);
    const parent = await put(saver, "t", { rows, n: 1 });
    rows.pop();
    await put(saver, "t", { rows: [...rows], n: 2 }, parent);
    expect(warnings()).toEqual([expect.stringContaining('A node changed "rows[2]" of thread "t" in place')]);
  });

  test("the ids that LangGraph gives to messages in place are stored", async () => {
    const saverOf = open();
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("answer", () => ({ messages: [new HumanMessage("an answer")] }))
      .addEdge(START, "answer")
      .addEdge("answer", END)
      .compile({ checkpointer: saverOf() });
    const { messages } = await graph.invoke({ messages: [new HumanMessage("hello ".repeat(60))] }, run());
    const ids = messages.map(({ id }) => id);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the graph has stored
    const stored = (await values(saverOf(), "t"))?.["messages"] as readonly BaseMessage[];
    expect(stored.map(({ id }) => id)).toEqual(ids);
    expect(ids.every((id) => id !== undefined)).toBe(true);
    expect(warnings()).toEqual([]);
  });

  test("a message that has got its id before it was written to another channel is stored with it", async () => {
    const saverOf = open();
    const saver = saverOf();
    const message = new HumanMessage("hello ".repeat(60));
    const parent = await put(saver, "t", { input: { messages: [message] } });
    message.id = "m1";
    await put(saver, "t", { messages: [message] }, parent);
    expect(await values(saverOf(), "t")).toMatchObject({ messages: [{ id: "m1", content: "hello ".repeat(60) }] });
  });

  test("what the caller does to a result is not part of the thread, in small values and in new parts of large ones", async () => {
    const saverOf = open();
    for (const count of [3, 900]) {
      const saver = saverOf();
      const graph = graphOf(() => ({}), saver);
      const thread = run(`${count}`);
      const { rows } = await graph.invoke({ rows: rowsOf(count) }, thread);
      const row = rows[Math.max(1, count - 60)];
      if (row !== undefined) row.id = "changed";
      rows.pop();
      expect((await graph.getState(thread)).values).toMatchObject({ rows: rowsOf(count) });
      expect((await graph.invoke({ log: ["again"] }, thread)).rows).toEqual(rowsOf(count));
    }
  });

  test("a node that runs again after an interrupt finds what was stored, not what it has changed", async () => {
    const saverOf = open();
    const graph = graphOf(({ rows }) => {
      rows.push({ id: "asked", text: "" });
      interrupt("Go on?");
      return { rows };
    }, saverOf());
    await graph.invoke({ rows: rowsOf(2) }, run());
    expect((await graph.getState(run())).values).toMatchObject({ rows: rowsOf(2) });
  });
});
