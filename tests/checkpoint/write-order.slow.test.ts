// What a run returned is what is read afterwards, for channels that are put together from the writes of parallel tasks: on every saver, and
// wherever a thread is carried.
import { createRequire } from "node:module";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Annotation, DeltaChannel, END, MemorySaver, Send, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { importThreads } from "@tidemark/checkpoint";
import { sqliteLocks, sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { defineState, field, fields } from "@tidemark/core-state";
import { defineMigrations, type ThreadLocks } from "@tidemark/state-manager";
import { memoryLocks } from "@tidemark/checkpoint/internal";
import { fencedSaver } from "@tidemark/state-manager/internal/langgraph";
import { migratingSaver } from "@tidemark/state-manager/langgraph";
import { forkThread } from "@tidemark/state-manager/internal/langgraph";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { postgresSaver, type PostgresSaver } from "@tidemark/checkpoint/postgres";
import { all, at, openStore, put, type TestStore } from "@tidemark/test-fixtures/stores";

let store: TestStore<PostgresSaver>;
const folder = mkdtempSync(path.join(tmpdir(), "tidemark-"));
beforeAll(async () => {
  store = await openStore(postgresSaver);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await store.stop();
});

type Log = readonly string[];

/** A channel whose value depends on the order of what is written to it. */
const State = Annotation.Root({
  log: () =>
    new DeltaChannel<Log, Log>((current, writes) => [...current, ...writes.flat()], { initialValueFactory: () => [] }),
  item: Annotation<string>,
});

const NODES = ["node a", "node b", "node c", "node d", "node e", "node f"] as const;
const ITEMS = ["a", "b", "c", "d", "e", "f", "g", "h"];

const note = (name: string) => () => ({ log: [name, `${name} again`] });

const GRAPHS = {
  "six parallel nodes": (checkpointer: BaseCheckpointSaver) => {
    const graph = new StateGraph(State).addNode(Object.fromEntries(NODES.map((name) => [name, note(name)])));
    for (const name of NODES) graph.addEdge(START, name).addEdge(name, END);
    return graph.compile({ checkpointer });
  },
  "eight tasks by Send": (checkpointer: BaseCheckpointSaver) =>
    new StateGraph(State)
      .addNode("work", ({ item }) => ({ log: [item] }))
      .addConditionalEdges(START, () => ITEMS.map((item) => new Send("work", { item })), ["work"])
      .addEdge("work", END)
      .compile({ checkpointer }),
};
type App = ReturnType<(typeof GRAPHS)[keyof typeof GRAPHS]>;

const thread = (id: string) => ({ configurable: { thread_id: id } });
const read = async (app: App, id: string): Promise<unknown> => {
  const values: unknown = (await app.getState(thread(id))).values;
  return Reflect.get(Object(values), "log");
};

const DURABILITIES = ["async", "sync", "exit"] as const;
type Durability = (typeof DURABILITIES)[number];

/** Two turns of a thread: what each of them returned, and what was read after it. */
async function turns(app: App, id: string, durability: Durability) {
  const seen: { ran: unknown; read: unknown }[] = [];
  for (const said of ["one", "two"]) {
    const { log: ran } = await app.invoke({ log: [said] }, { ...thread(id), durability });
    seen.push({ ran, read: await read(app, id) });
  }
  return seen;
}

const manifest: unknown = createRequire(import.meta.url)("@langchain/langgraph/package.json");
const { version } = z.object({ version: z.string() }).parse(manifest);
const [major = 0, minor = 0] = version.split(".").map(Number);

/** LangGraph passes the path of a task since 1.5. Before, it loses the order on its own saver when all is stored at the end of a run. */
const LOST = major === 1 && minor < 5 ? "exit" : null;

const Trip = defineState({
  version: 1,
  fields: fields("trip", {
    place: field({ description: "Where to.", schema: z.string(), default: () => "", lifetime: "thread" }),
  }),
});

async function fenced(saver: BaseCheckpointSaver, locks: ThreadLocks, id: string): Promise<BaseCheckpointSaver> {
  const acquired = await locks.acquire(id, {});
  if (acquired.outcome !== "acquired") throw new Error("The thread is leased.");
  return fencedSaver(saver, acquired.lease);
}

let files = 0;
const file = () => path.join(folder, `${(files += 1)}.db`);

/** `MemorySaver` is the control: what it does not keep, LangGraph does not keep. */
const SAVERS: Readonly<Record<string, (id: string) => BaseCheckpointSaver | Promise<BaseCheckpointSaver>>> = {
  MemorySaver: () => new MemorySaver(),
  "SQLite in memory": () => sqliteSaver(),
  "a SQLite file": () => sqliteSaver({ file: file() }),
  Postgres: () => store.fresh().saver,
  "migratingSaver on MemorySaver": () => migratingSaver(new MemorySaver(), defineMigrations(Trip, [])),
  "migratingSaver on SQLite": () => migratingSaver(sqliteSaver(), defineMigrations(Trip, [])),
  "the saver of a session on MemorySaver": (id) => fenced(new MemorySaver(), memoryLocks(), id),
  "the saver of a session on SQLite": (id) => {
    const saver = sqliteSaver();
    return fenced(saver, sqliteLocks(saver.database), id);
  },
};

/** Carries the thread "t" of a saver somewhere, and says where it is then. */
interface Carried {
  readonly to: BaseCheckpointSaver;
  readonly id: string;
}
type Carry = () => Promise<{ readonly from: BaseCheckpointSaver; readonly carry: () => Promise<Carried> }>;

const own = { SQLite: () => sqliteSaver(), Postgres: () => store.fresh().saver };
const kinds = ["SQLite", "Postgres"] as const;

const WAYS: Readonly<Record<string, Carry>> = Object.fromEntries([
  ...[...kinds, "MemorySaver" as const].map((kind): [string, Carry] => [
    `forkThread on ${kind}`,
    () => {
      const from = kind === "MemorySaver" ? new MemorySaver() : own[kind]();
      const carry = async () => {
        await forkThread(from, "t", { threadId: "fork" });
        return { to: from, id: "fork" };
      };
      return Promise.resolve({ from, carry });
    },
  ]),
  ...kinds.flatMap((kind): [string, Carry][] => [
    [
      `copyThread on ${kind}`,
      () => {
        const from = own[kind]();
        const carry = async () => {
          await from.copyThread("t", "copy");
          return { to: from, id: "copy" };
        };
        return Promise.resolve({ from, carry });
      },
    ],
    ...kinds.map((target): [string, Carry] => [
      `exportThread on ${kind} and importThread on ${target}`,
      () => {
        const from = own[kind]();
        const carry = async () => {
          const to = own[target]();
          await to.importThread(JSON.parse(JSON.stringify(await from.exportThread("t"))));
          return { to, id: "t" };
        };
        return Promise.resolve({ from, carry });
      },
    ]),
    ...[...kinds, "MemorySaver" as const].map((source): [string, Carry] => [
      `importThreads from ${source} to ${kind}`,
      () => {
        const from = source === "MemorySaver" ? new MemorySaver() : own[source]();
        const carry = async () => {
          const to = own[kind]();
          await importThreads(from, to);
          return { to, id: "t" };
        };
        return Promise.resolve({ from, carry });
      },
    ]),
  ]),
]);

describe.each(Object.entries(GRAPHS))("%s", (_, make) => {
  describe.each(DURABILITIES.filter((durability) => durability !== LOST))("with durability %s", (durability) => {
    test.each(Object.entries(SAVERS))("are read from %s as the run returned them", async (_name, open) => {
      const seen = await turns(make(await open("t")), "t", durability);
      for (const { ran, read: found } of seen) expect(found).toEqual(ran);
    });

    test.each(Object.entries(WAYS))("are the same behind %s", async (_name, start) => {
      const { from, carry } = await start();
      const seen = await turns(make(from), "t", durability);
      const { to, id } = await carry();
      expect(await read(make(to), id)).toEqual(seen.at(-1)?.ran);
    });
  });
});

test("a task that sends its writes in parts, the later ones without its path, keeps its place", async () => {
  for (const saver of [sqliteSaver(), store.fresh().saver]) {
    const place = at("t", await put(saver, "t", {}));
    await saver.putWrites(place, [["log", "first"]], "task-9", "~a");
    await saver.putWrites(place, [["log", "second"]], "task-1", "~b");
    await saver.putWrites(place, [["__error__", "late"]], "task-9");
    await saver.putWrites(place, [["log", "input"]], "task-5");
    const expected = [
      ["task-5", "log", "input"],
      ["task-9", "__error__", "late"],
      ["task-9", "log", "first"],
      ["task-1", "log", "second"],
    ];
    expect((await saver.getTuple(place))?.pendingWrites).toEqual(expected);
    expect((await all(saver, "t"))[0]?.pendingWrites).toEqual(expected);
    await saver.importThread(await saver.exportThread("t"), { threadId: "again" });
    expect((await saver.getTuple(at("again")))?.pendingWrites).toEqual(expected);
  }
});
