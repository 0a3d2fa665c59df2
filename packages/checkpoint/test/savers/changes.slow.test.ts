import { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import {
  type BaseCheckpointSaver,
  type CheckpointTuple,
  emptyCheckpoint,
  uuid6,
} from "@langchain/langgraph-checkpoint";
import { checkpointErrors, importThreads } from "@tidemark/checkpoint";
import { postgresSaver, type PostgresSaver } from "@tidemark/checkpoint/postgres";
import { type SqliteSaver, sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { all, at, long, openStore, put, reason, type TestStore } from "@tidemark/test-fixtures/stores";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let store: TestStore<PostgresSaver>;
beforeAll(async () => {
  store = await openStore(postgresSaver);
});
afterAll(() => store.stop());

type Saver = SqliteSaver | PostgresSaver;

const savers: readonly [string, () => Saver][] = [
  ["sqliteSaver", () => sqliteSaver()],
  ["postgresSaver", () => store.fresh().saver],
];

interface Change {
  readonly id: string;
  readonly parent: string | null;
  readonly source: string | null;
  readonly step: number | null;
  readonly turn: number;
  readonly changed: readonly string[];
  readonly values: Readonly<Record<string, number>>;
}

async function changesOf(saver: Saver, threadId: string, options: Parameters<Saver["changes"]>[1] = {}) {
  const changes: Change[] = [];
  for await (const each of saver.changes(threadId, options)) changes.push(each);
  return changes;
}

const facts = (changes: readonly Change[]) =>
  changes.map(({ id, changed, turn, source }) => [id, changed, turn, source]);

/** Compares changes with the checkpoints themselves. */
function requireSame(changes: readonly Change[], tuples: readonly CheckpointTuple[]): void {
  const history = tuples.toReversed();
  expect(changes.map(({ id }) => id)).toEqual(history.map(({ checkpoint }) => checkpoint.id));
  const byId = new Map(history.map((tuple) => [tuple.checkpoint.id, tuple]));
  const turns = new Map<string, number>();
  const seen: { readonly number: number; readonly value: unknown }[] = [];
  for (const { checkpoint, metadata, parentConfig } of history) {
    const change = changes.find(({ id }) => id === checkpoint.id);
    const parent: unknown = parentConfig?.configurable?.["checkpoint_id"] ?? null;
    const before = byId.get(String(parent))?.checkpoint.channel_values ?? {};
    const now = checkpoint.channel_values;
    const turn = (turns.get(String(parent)) ?? 0) + (metadata?.source === "input" ? 1 : 0);
    turns.set(checkpoint.id, turn);
    const names = [...new Set([...Object.keys(now), ...Object.keys(before)])];
    const differs = (name: string): boolean =>
      Object.hasOwn(now, name) !== Object.hasOwn(before, name) || !isDeepStrictEqual(now[name], before[name]);
    expect(change).toMatchObject({ parent, turn, source: metadata?.source, step: metadata?.step });
    expect(change?.changed.toSorted()).toEqual(names.filter(differs).toSorted());
    expect(Object.keys(change?.values ?? {}).toSorted()).toEqual(Object.keys(now).toSorted());
    for (const [name, value] of Object.entries(now)) seen.push({ number: change?.values[name] ?? -1, value });
  }
  for (const [index, one] of seen.entries()) {
    for (const other of seen.slice(index + 1))
      expect([one.value, other.value, one.number === other.number]).toEqual([
        one.value,
        other.value,
        isDeepStrictEqual(one.value, other.value),
      ]);
  }
}

const item = fc.constantFrom<unknown>(1, "x", null, { a: 1 }, { a: 2 }, long("p"), long("q"), { text: long("r") }, [
  long("s"),
]);
const value = fc.oneof(
  item,
  fc.array(item, { maxLength: 4 }),
  fc.dictionary(fc.constantFrom("a", "b", "c", "d"), item, { maxKeys: 4 }).map((each) => {
    // In one order: a text that is stored in one piece says the keys in theirs.
    const names = Object.keys(each).toSorted();
    return Object.fromEntries(names.map((name) => [name, each[name]]));
  }),
);
const step = fc.record({
  /** Checkpoint that it follows, counted back from the newest one. */
  back: fc.constantFrom(0, 0, 0, 0, 1, 3),
  channel: fc.constantFrom("one", "two", "three"),
  how: fc.constantFrom("set", "append", "put", "remove"),
  to: value,
  source: fc.constantFrom("input" as const, "loop" as const),
});

type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

/** Puts a history in which every checkpoint changes one channel. */
async function write(saver: BaseCheckpointSaver, threadId: string, steps: readonly Step[]): Promise<void> {
  const done: { readonly id: string; readonly values: Readonly<Record<string, unknown>> }[] = [];
  const versions: Record<string, number | string> = {};
  for (const [index, { back, channel, how, to, source }] of steps.entries()) {
    const parent = done.at(-1 - Math.min(back, Math.max(0, done.length - 1)));
    const values: Record<string, unknown> = { ...parent?.values };
    const old = values[channel];
    const list: readonly unknown[] | null = Array.isArray(old) ? old : null;
    if (how === "remove") Reflect.deleteProperty(values, channel);
    else if (how === "append" && list !== null) values[channel] = [...list, to];
    else if (how === "put" && list === null && typeof old === "object" && old !== null)
      values[channel] = { ...old, z: to };
    else values[channel] = to;
    versions[channel] = saver.getNextVersion(undefined);
    const id = uuid6(index);
    const checkpoint = { ...emptyCheckpoint(), id, channel_values: values, channel_versions: { ...versions } };
    await saver.put(at(threadId, parent?.id), checkpoint, { source, step: index, parents: {} }, {});
    done.push({ id, values });
  }
}

describe.each(savers)("the changes of a thread in %s", (_, open) => {
  test("are those between its checkpoints, also after a prune, a copy, an export and an import", async () => {
    const saver = open();
    let threads = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 24 }),
        fc.nat({ max: 12 }),
        async (steps, keepLast) => {
          threads += 1;
          const [own, copy, moved] = [`own ${threads}`, `copy ${threads}`, `moved ${threads}`];
          await write(saver, own, steps);
          requireSame(await changesOf(saver, own), await all(saver, own));
          await saver.copyThread(own, copy);
          await saver.prune(own, { keepLast });
          requireSame(await changesOf(saver, own), await all(saver, own));
          requireSame(await changesOf(saver, copy), await all(saver, copy));
          await saver.importThread(await saver.exportThread(copy), { threadId: moved });
          requireSame(await changesOf(saver, moved), await all(saver, moved));
        },
      ),
      { numRuns: 25 },
    );
  });

  test("of more checkpoints than a page has are read over many records", async () => {
    const saver = open();
    let parent: string | undefined;
    const log: string[] = [];
    for (let index = 0; index < 700; index += 1) {
      log.push(`line ${index}`);
      parent = await put(saver, "t", { log: [...log], even: index % 2 }, parent);
    }
    const changes = await changesOf(saver, "t");
    expect(changes).toHaveLength(700);
    for (const { changed } of changes) expect(changed.toSorted()).toEqual(["even", "log"]);
    expect(new Set(changes.map(({ values }, index) => `${index % 2} ${values["even"]}`)).size).toBe(2);
    expect(new Set(changes.map(({ values }) => values["log"])).size).toBe(700);
  });

  test("are read for a part of the thread and for some channels", async () => {
    const saver = open();
    const ids: string[] = [];
    for (const index of [1, 2, 3, 4])
      ids.push(await put(saver, "t", { a: index, b: "same", "branch:to:x": index }, ids.at(-1)));
    const whole = await changesOf(saver, "t");
    expect(whole.map(({ changed }) => changed.toSorted())).toEqual([["a", "b"], ["a"], ["a"], ["a"]]);
    const [, from = "", to = ""] = ids;
    const part = await changesOf(saver, "t", { from, to });
    expect(part.map(({ id, changed }) => [id, changed])).toEqual([
      [from, ["a"]],
      [to, ["a"]],
    ]);
    const one = await changesOf(saver, "t", { channels: ["b"] });
    expect(one.map(({ changed, values }) => [changed, Object.keys(values)])).toEqual([
      [["b"], ["b"]],
      [[], ["b"]],
      [[], ["b"]],
      [[], ["b"]],
    ]);
    expect(await changesOf(saver, "t", { channels: ["branch:to:x"] })).toMatchObject([
      { changed: ["branch:to:x"] },
      { changed: ["branch:to:x"] },
      { changed: ["branch:to:x"] },
      { changed: ["branch:to:x"] },
    ]);
    for (const options of [{ from: "nowhere" }, { to: "nowhere" }, { namespace: "nowhere" }])
      expect(await changesOf(saver, "t", options)).toEqual([]);
    expect(await changesOf(saver, "nobody")).toEqual([]);
  });

  test("the newest ones are the same as at the end of all", async () => {
    const saver = open();
    const graph = new StateGraph(
      Annotation.Root({ log: Annotation<readonly string[] | undefined>, even: Annotation<boolean> }),
    )
      .addNode("write", ({ log = [] }) => ({ log: [...log, long(String(log.length))], even: log.length % 2 === 0 }))
      .addEdge(START, "write")
      .addEdge("write", END)
      .compile({ checkpointer: saver });
    for (let turn = 0; turn < 40; turn += 1) await graph.invoke({ even: turn % 3 === 0 }, at("t"));
    const whole = await changesOf(saver, "t", { channels: "all" });
    expect(whole.at(-1)).toMatchObject({ turn: 40 });
    for (const newest of [1, 7, 100]) {
      const tail = await changesOf(saver, "t", { newest, channels: "all" });
      expect(facts(tail)).toEqual(facts(whole.slice(-newest)));
    }
    expect(await changesOf(saver, "t", { newest: 1_000, channels: "all" })).toEqual(whole);
    expect(await changesOf(saver, "t", { newest: 0 })).toEqual([]);
    expect(await changesOf(saver, "nobody", { newest: 3 })).toEqual([]);
  });

  test("one value of one channel is read, of any checkpoint", async () => {
    const saver = open();
    const first = await put(saver, "t", { a: long("a"), b: [long("b")] });
    await put(saver, "t", { a: { deep: long("c") } }, first);
    expect(await saver.value("t", { channel: "a" })).toEqual({ deep: long("c") });
    expect(await saver.value("t", { channel: "b" })).toBeUndefined();
    expect(await saver.value("t", { channel: "b", checkpointId: first })).toEqual([long("b")]);
    expect(await saver.value("t", { channel: "a", checkpointId: "nowhere" })).toBeUndefined();
    expect(await saver.value("nobody", { channel: "a" })).toBeUndefined();
  });

  test("an object that is a channel's value and a part of another one has equal numbers where its values are equal", async () => {
    const saver = open();
    const shared = { text: "some words ".repeat(30), more: "x".repeat(200) };
    const first = await put(saver, "t", { whole: shared, part: [shared, long("a")] });
    const second = await put(saver, "t", { whole: { ...shared }, part: [{ ...shared }, long("a")] }, first);
    const third = await put(saver, "t", { whole: shared, part: [shared, long("a")] }, second);
    const [one, two, three] = await changesOf(saver, "t");
    expect([two?.changed, three?.changed, three?.id]).toEqual([[], [], third]);
    expect([two?.values, three?.values]).toEqual([one?.values, one?.values]);
  });

  test("are those of the steps of a graph, and move to another saver with the thread", async () => {
    const State = Annotation.Root({
      log: Annotation<string[]>({ reducer: (log, more) => log.concat(more), default: () => [] }),
      last: Annotation<string>,
    });
    const saver = open();
    const graph = new StateGraph(State)
      .addNode("read", () => ({ log: ["read"] }))
      .addNode("write", () => ({ last: long("w") }))
      .addEdge(START, "read")
      .addEdge("read", "write")
      .addEdge("write", END)
      .compile({ checkpointer: saver });
    await graph.invoke({ log: ["one"] }, at("t"));
    await graph.invoke({ log: ["two"] }, at("t"));
    const changes = await changesOf(saver, "t");
    expect(changes.map(({ turn, step: number, changed }) => [turn, number, changed])).toEqual([
      [1, -1, ["log"]],
      [1, 0, ["log"]],
      [1, 1, ["log"]],
      [1, 2, ["last"]],
      [2, 3, []],
      [2, 4, ["log"]],
      [2, 5, ["log"]],
      [2, 6, []],
    ]);
    const other = sqliteSaver();
    await importThreads(saver, other);
    expect(facts(await changesOf(other, "t"))).toEqual(facts(changes));
  });
});

test("no value is read for the changes of a thread, and damage to one does not hide them", async () => {
  const database = new DatabaseSync(":memory:");
  const saver = sqliteSaver({ database });
  const first = await put(saver, "t", { a: long("a") });
  await put(saver, "t", { a: long("b") }, first);
  database.exec("UPDATE tidemark_values SET body = 'damaged'");
  const cold = sqliteSaver({ database });
  expect((await changesOf(cold, "t")).map(({ changed }) => changed)).toEqual([["a"], ["a"]]);
  expect(checkpointErrors.corrupt.is(await reason(cold.value("t", { channel: "a" })))).toBe(true);
});

test("damage to a record is a typed error for the checkpoints that depend on it", async () => {
  const database = new DatabaseSync(":memory:");
  const saver = sqliteSaver({ database });
  const first = await put(saver, "t", { a: 1 });
  await put(saver, "t", { a: 2 }, first);
  database.exec("UPDATE tidemark_documents SET body = 'damaged' WHERE base IS NULL");
  expect(checkpointErrors.corrupt.is(await reason(changesOf(sqliteSaver({ database }), "t")))).toBe(true);
});
