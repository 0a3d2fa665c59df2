import { DatabaseSync } from "node:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { Annotation, END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";
import { afterAll, describe, expect, test } from "vitest";
import { type SqliteSaver, sqliteSaver } from "../../src/sqlite.ts";
import { put as putValues, values as valuesOf } from "./written.ts";

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

/** How many statements may be run, and how many bytes a turn may add: a change that needs more has to say why. */
const CEILINGS = { turn: 75, coldRead: 5, bytes: 7_500 };

/** Five nodes that add an entry of 1 KB each, and two messages a turn. */
function growing(saver: SqliteSaver) {
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
  return {
    turn: (turn: number) =>
      app.invoke({ messages: [new HumanMessage({ id: `h${turn}`, content: words(40) })] }, thread),
    state: async (): Promise<unknown> => Reflect.get(await app.getState(thread), "values"),
  };
}

/** Counts what a connection is asked. */
function counting(database: DatabaseSync): { asked: () => number } {
  let asked = 0;
  const prepare = database.prepare.bind(database);
  database.prepare = (sql) => {
    const statement = prepare(sql);
    for (const name of ["run", "get", "all"] as const) {
      const call: (...values: never[]) => unknown = statement[name].bind(statement);
      Object.assign(statement, { [name]: (...values: never[]) => ((asked += 1), call(...values)) });
    }
    return statement;
  };
  return { asked: () => asked };
}

describe("a thread that grows by 5 KB a turn", () => {
  test("takes up less than twice what is new in it, and stores each entry once", async () => {
    const saver = sqliteSaver();
    const app = growing(saver);
    for (let turn = 0; turn < 60; turn += 1) await app.turn(turn);
    const state = await app.state();
    const pages = number(saver, "PRAGMA page_count") * number(saver, "PRAGMA page_size");
    expect(pages / Buffer.byteLength(JSON.stringify(state))).toBeLessThan(2);
    // 300 entries, and the 60 answers: questions are short enough to stand where they are.
    expect(number(saver, "SELECT count(*) FROM tidemark_values")).toBe(360);
    const cold: unknown = (await sqliteSaver({ database: saver.database }).getTuple(thread))?.checkpoint.channel_values[
      "context"
    ];
    expect(cold).toEqual(Reflect.get(Object(state), "context"));
    const { turns } = await saver.stats("t");
    const added = (from: number) => turns.slice(from, from + 20).reduce((sum, { bytes }) => sum + bytes, 0) / 20;
    expect(added(40)).toBeLessThan(1.1 * added(20));
    expect(added(40)).toBeLessThan(CEILINGS.bytes);
  });

  test("asks the same few questions in each turn, and fewer when it is opened cold", async () => {
    const database = new DatabaseSync(":memory:");
    const { asked } = counting(database);
    const saver = sqliteSaver({ database });
    const app = growing(saver);
    const questions: number[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      const before = asked();
      await app.turn(turn);
      questions.push(asked() - before);
    }
    // One record in 33 names the values of 32 steps again, and asks once for each: in about one turn of five.
    const ordinary = questions.toSorted((one, other) => one - other)[27];
    expect(ordinary).toBeLessThanOrEqual(CEILINGS.turn);
    const sum = (from: number) => questions.slice(from, from + 15).reduce((total, count) => total + count, 0);
    expect(sum(25)).toBeLessThan(1.3 * sum(10));
    const cold = sqliteSaver({ database });
    const before = asked();
    await cold.getTuple(thread);
    expect(asked() - before).toBeLessThanOrEqual(CEILINGS.coldRead);
  });
});

test("pruning and exporting read each row of a long thread a few times, not once for each checkpoint", async () => {
  const database = new DatabaseSync(":memory:");
  let read = 0;
  const prepare = database.prepare.bind(database);
  database.prepare = (sql) => {
    const statement = prepare(sql);
    const all = statement.all.bind(statement);
    const counted = (...values: never[]) => {
      const rows = all(...values);
      read += rows.length;
      return rows;
    };
    return Object.assign(statement, { all: counted });
  };
  const saver = sqliteSaver({ database });
  let parent: string | undefined;
  const list: string[] = [];
  const checkpoints = 300;
  for (let turn = 0; turn < checkpoints; turn += 1) {
    list.push(`${turn} `.repeat(100));
    parent = await putValues(saver, "t", { list: [...list] }, parent);
  }
  for (const act of [
    () => saver.exportThread("t"),
    () => saver.prune("t", { keepLast: checkpoints / 2 }),
    () => saver.prune("t", { keepLast: 1 }),
  ]) {
    read = 0;
    await act();
    expect(read).toBeLessThan(8 * checkpoints);
  }
  expect(await valuesOf(sqliteSaver({ database }), "t")).toEqual({ list });
});

test("a list that keeps so many of the last costs what comes and goes, not its length", async () => {
  const saver = sqliteSaver();
  const all = Array.from({ length: 700 }, (_, turn) => `${turn} `.repeat(100));
  let parent: string | undefined;
  for (let turn = 0; turn < 100; turn += 1)
    parent = await putValues(saver, "t", { list: all.slice(turn, turn + 600) }, parent);
  expect(await valuesOf(sqliteSaver({ database: saver.database }), "t")).toEqual({ list: all.slice(99, 699) });
  expect(number(saver, "SELECT avg(length(body)) FROM tidemark_documents WHERE base IS NOT NULL")).toBeLessThan(200);
});

test("what another connection removed is stored again, not referenced", async () => {
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
    `SELECT task_id, record FROM tidemark_writes WHERE ${place} AND checkpoint_id = x'0063' ORDER BY task_id`,
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
