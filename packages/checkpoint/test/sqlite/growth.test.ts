import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { Annotation, END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";
import { afterAll, describe, expect, test } from "vitest";
import { type SqliteSaver, sqliteSaver } from "../../src/sqlite.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tidemark-"));
afterAll(() => rmSync(folder, { recursive: true }));

const thread = { configurable: { thread_id: "t" } };

const number = (saver: SqliteSaver, sql: string): number =>
  Number(Object.values(saver.database.prepare(sql).get() ?? {})[0]);

let seed = 1;
const words = (length: number): string => {
  let text = "";
  while (text.length < length) {
    seed = (seed * 48_271) % 2_147_483_647;
    text += `${seed.toString(36)} `;
  }
  return text.slice(0, length);
};

type Context = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const merge = (current: Context, update: Context): Context => {
  const merged: Record<string, Readonly<Record<string, unknown>>> = { ...current };
  for (const [kind, entries] of Object.entries(update)) merged[kind] = { ...merged[kind], ...entries };
  return merged;
};

describe("a thread that grows by 5 KB a turn", () => {
  test("takes up less than twice what is new in it, and stores each entry once", async () => {
    const saver = sqliteSaver();
    const State = Annotation.Root({
      ...MessagesAnnotation.spec,
      context: Annotation<Context>({ reducer: merge, default: () => ({}) }),
    });
    let step = 0;
    const work = (kind: string) => () => {
      step += 1;
      const context = { [kind]: { [`key_${step}`]: { text: words(1_000), step } } };
      return { context, messages: kind === "e" ? [new AIMessage({ id: `a${step}`, content: words(60) })] : [] };
    };
    const app = new StateGraph(State)
      .addNode("a", work("a"))
      .addNode("b", work("b"))
      .addNode("c", work("c"))
      .addNode("d", work("d"))
      .addNode("e", work("e"))
      .addEdge(START, "a")
      .addEdge("a", "b")
      .addEdge("b", "c")
      .addEdge("c", "d")
      .addEdge("d", "e")
      .addEdge("e", END)
      .compile({ checkpointer: saver });
    for (let turn = 0; turn < 60; turn += 1) {
      await app.invoke({ messages: [new HumanMessage({ id: `h${turn}`, content: words(40) })] }, thread);
    }
    const state: unknown = (await app.getState(thread)).values;
    const pages = number(saver, "PRAGMA page_count") * number(saver, "PRAGMA page_size");
    expect(pages / Buffer.byteLength(JSON.stringify(state))).toBeLessThan(2);
    // 300 entries, and the 60 answers: questions are short enough to stand where they are.
    expect(number(saver, "SELECT count(*) FROM tidemark_values")).toBe(360);
    const cold: unknown = (await sqliteSaver({ database: saver.database }).getTuple(thread))?.checkpoint.channel_values[
      "context"
    ];
    expect(cold).toEqual(Reflect.get(Object(state), "context"));
  });
});

test("what another connection removed is stored anew, not pointed at", async () => {
  const file = path.join(folder, "removed.db");
  const [first, second] = [sqliteSaver({ file }), sqliteSaver({ file })];
  const list = [words(900), { text: words(900) }];
  const put = (saver: SqliteSaver, id: string) =>
    saver.put(
      { configurable: { thread_id: id, checkpoint_ns: "" } },
      { ...emptyCheckpoint(), id: uuid6(1), channel_values: { list } },
      { source: "loop", step: 0, parents: {} },
      {},
    );
  await put(first, "a");
  await second.deleteThread("a");
  await put(first, "b");
  expect((await second.getTuple({ configurable: { thread_id: "b" } }))?.checkpoint.channel_values).toEqual({ list });
  expect(number(second, "SELECT count(*) FROM tidemark_values")).toBe(2);
  await put(first, "c");
  await second.prune("c", { keepLast: 1 });
  await second.vacuum();
  await put(first, "d");
  expect((await second.getTuple({ configurable: { thread_id: "d" } }))?.checkpoint.channel_values).toEqual({ list });
});

test("no query of a read or a write scans a table", () => {
  const { database } = sqliteSaver();
  const place = "thread_id = 'a' AND checkpoint_ns = ''";
  const queries = [
    `SELECT * FROM checkpoints WHERE ${place} ORDER BY checkpoint_id DESC LIMIT 1`,
    "SELECT id, hash, body FROM tidemark_values WHERE id IN (SELECT value FROM json_each('[1]'))",
    `SELECT task_id, document FROM tidemark_writes WHERE ${place} AND checkpoint_id = 'c' ORDER BY task_id`,
    `WITH RECURSIVE chain (id, base, body) AS (SELECT id, base, body FROM tidemark_documents WHERE id = 1
       UNION ALL SELECT d.id, d.base, d.body FROM chain JOIN tidemark_documents d ON d.id = chain.base) SELECT * FROM chain`,
    "SELECT id FROM tidemark_values WHERE hash = x'00'",
  ];
  const plans = queries.flatMap((query) =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${query}`)
      .all()
      .map(({ detail }) => String(detail)),
  );
  expect(plans.filter((line) => /^SCAN (?!chain|json_each)/.test(line))).toEqual([]);
  expect(plans.filter((line) => line.startsWith("SEARCH"))).toHaveLength(6);
});
