// One law for both savers: whatever is asked of them, in whatever order, they answer the same.
import type { PrunePolicy } from "../../src/pruning/prune-policy.ts";
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { type BaseCheckpointSaver, type CheckpointMetadata, emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { postgresSaver, type PostgresSaver } from "@tidemark/checkpoint/postgres";
import { type SqliteSaver, sqliteSaver } from "@tidemark/checkpoint/sqlite";
import fc from "fast-check";
import { afterAll, beforeAll, test } from "vitest";
import { all, at, long, openStore, type TestStore } from "@tidemark/test-fixtures/stores";
import { waste } from "../postgres/waste.ts";

let store: TestStore<PostgresSaver>;
beforeAll(async () => {
  store = await openStore(postgresSaver);
});
afterAll(() => store.stop());

const THREADS = ["t", "'; DROP TABLE checkpoints; --", "\ud800"] as const;
const NAMESPACES = ["", "child:1"] as const;

const thread = fc.constantFrom(...THREADS);
const namespace = fc.constantFrom(...NAMESPACES);
const leaf = fc.constantFrom<unknown>(1, -0, null, undefined, "s", long("p"), long("q"), { small: true }, new Date(3), {
  deep: { text: long("r") },
});
const value = fc.oneof(
  leaf,
  fc.array(leaf, { maxLength: 4 }),
  fc.dictionary(fc.constantFrom("a", "lc", "1"), leaf, { noNullPrototype: true }),
);
const channel = fc.constantFrom("x", "y", "z");

const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("put" as const),
      thread,
      namespace,
      back: fc.nat(4),
      values: fc.dictionary(channel, value, { maxKeys: 2, noNullPrototype: true }),
      input: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("write" as const),
      thread,
      namespace,
      back: fc.nat(2),
      task: fc.constantFrom("task-1", "task-2"),
      writes: fc.array(fc.tuple(fc.constantFrom("x", "__interrupt__", "__error__", "__start__"), value), {
        maxLength: 3,
      }),
    }),
  },
  fc.record({
    kind: fc.constant("prune" as const),
    thread,
    policy: fc.oneof(
      fc.nat(4).map((keepLast): PrunePolicy => ({ keepLast })),
      fc.nat(2).map((keepTurns): PrunePolicy => ({ keepTurns })),
      fc.nat(9).map((age): PrunePolicy => ({ olderThan: timeOf(age) })),
    ),
  }),
  fc.record({ kind: fc.constant("copy" as const), thread, to: thread }),
  fc.record({ kind: fc.constant("delete" as const), thread }),
  fc.record({ kind: fc.constant("move" as const), thread, to: thread }),
  fc.record({ kind: fc.constant("expire" as const), thread, age: fc.option(fc.nat(9)), now: fc.nat(9) }),
  fc.record({ kind: fc.constant("vacuum" as const) }),
  fc.record({ kind: fc.constant("reopen" as const) }),
);

type Act = typeof act extends fc.Arbitrary<infer Each> ? Each : never;
type Saver = PostgresSaver | SqliteSaver;

const timeOf = (age: number): string => `2026-01-${age + 10}T00:00:00.000Z`;

/** What the acts are about: ids and versions are the same for both savers. */
class World {
  #step = 0;
  readonly #ids = new Map<string, string[]>();
  readonly #tasks = new Set<string>();
  /** True when a task has written twice: Postgres then keeps values that SQLite has removed. */
  repeated = false;

  wrote(...task: readonly unknown[]): void {
    const key = JSON.stringify(task);
    if (this.#tasks.has(key)) this.repeated = true;
    this.#tasks.add(key);
  }

  next(): number {
    this.#step += 1;
    return this.#step;
  }

  idsAt(threadId: string, space: string): string[] {
    const key = JSON.stringify([threadId, space]);
    const ids = this.#ids.get(key) ?? [];
    this.#ids.set(key, ids);
    return ids;
  }
}

/** Does an act with a saver; gives what it answered, an error too. */
async function doing(saver: Saver, each: Act, prepared: Prepared): Promise<unknown> {
  try {
    return await answered(saver, each, prepared);
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), "code");
    if (typeof code !== "string" || !code.startsWith("checkpoint/")) throw error;
    return code;
  }
}

interface Prepared {
  readonly step: number;
  readonly id: string;
  readonly parent: string | undefined;
  /** The other saver, before it does the same. */
  readonly other: Saver;
}

async function answered(saver: Saver, each: Act, { step, id, parent, other }: Prepared): Promise<unknown> {
  if (each.kind === "put") {
    const place = { thread_id: each.thread, checkpoint_ns: each.namespace };
    const before =
      parent === undefined ? undefined : await saver.getTuple({ configurable: { ...place, checkpoint_id: parent } });
    const changed = Object.fromEntries(Object.keys(each.values).map((key) => [key, 2 ** 40 + step]));
    const checkpoint = {
      ...emptyCheckpoint(),
      id,
      ts: timeOf(step % 10),
      channel_values: { ...before?.checkpoint.channel_values, ...each.values },
      channel_versions: { ...before?.checkpoint.channel_versions, ...changed },
    };
    const metadata: CheckpointMetadata = { source: each.input ? "input" : "loop", step, parents: {} };
    return saver.put({ configurable: { ...place, checkpoint_id: parent } }, checkpoint, metadata, changed);
  }
  if (each.kind === "write") {
    if (parent === undefined) return null;
    const place = { thread_id: each.thread, checkpoint_ns: each.namespace, checkpoint_id: parent };
    return saver.putWrites({ configurable: place }, each.writes, each.task);
  }
  if (each.kind === "prune") return saver.prune(each.thread, each.policy);
  if (each.kind === "copy") return saver.copyThread(each.thread, each.to);
  if (each.kind === "delete") return saver.deleteThread(each.thread);
  if (each.kind === "move") {
    // What one of them gives, the other takes.
    const document: unknown = JSON.parse(JSON.stringify(await other.exportThread(each.thread)));
    return saver.importThread(document, { threadId: each.to });
  }
  if (each.kind === "expire") {
    await saver.expireThread(each.thread, each.age === null ? null : timeOf(each.age));
    return (await saver.removeExpired(timeOf(each.now))).toSorted();
  }
  if (each.kind === "vacuum") return saver.vacuum();
  return null;
}

interface Seen {
  readonly threads: unknown;
  /** Number of stored values by thread. */
  readonly values: readonly number[];
}

/** Everything that can be read of the threads. */
async function seen(saver: Saver): Promise<Seen> {
  const threads: unknown[] = [];
  const values: number[] = [];
  for (const threadId of THREADS) {
    const { checkpoints, channels, values: stored, turns } = await saver.stats(threadId);
    const newest = await saver.getTuple(at(threadId));
    const history =
      newest === undefined ? null : await saver.getDeltaChannelHistory({ config: newest.config, channels: ["x", "y"] });
    threads.push([
      threadId,
      checkpoints,
      channels,
      turns.map(({ checkpointId }) => checkpointId),
      newest,
      await byNamespace(saver, threadId),
      history,
    ]);
    values.push(stored);
  }
  return { threads, values };
}

/** Within one instant, the order of namespaces means nothing. */
const byNamespace = async (saver: BaseCheckpointSaver, threadId: string) =>
  (await all(saver, threadId)).toSorted((one, other) =>
    JSON.stringify(one.config) < JSON.stringify(other.config) ? -1 : 1,
  );

test("both savers answer the same to every order of writes, forks, prunings, copies, moves, expiries and reopenings", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 14 }), async (acts) => {
      const database = new DatabaseSync(":memory:");
      const { schema, saver } = store.fresh();
      let sqlite = sqliteSaver({ database });
      let postgres = saver;
      const world = new World();
      for (const each of acts) {
        if (each.kind === "reopen")
          [sqlite, postgres] = [sqliteSaver({ database }), postgresSaver(store.pool, { schema })];
        const ids = "namespace" in each ? world.idsAt(each.thread, each.namespace) : [];
        const step = world.next();
        const back = "back" in each ? each.back : 0;
        const prepared = { step, id: `c${String(step).padStart(3, "0")}`, parent: ids.at(-1 - back) };
        const expected = await doing(sqlite, each, { ...prepared, other: postgres });
        assert.deepStrictEqual(await doing(postgres, each, { ...prepared, other: sqlite }), expected);
        if (each.kind === "put") ids.push(prepared.id);
        if (each.kind === "write") world.wrote(each.thread, each.namespace, prepared.parent, each.task);
      }
      const expected = await seen(sqlite);
      for (const other of [postgres, postgresSaver(store.pool, { schema })]) {
        const { threads, values } = await seen(other);
        assert.deepStrictEqual(threads, expected.threads);
        if (world.repeated) assert.ok(values.every((count, index) => count >= (expected.values[index] ?? 0)));
        else assert.deepStrictEqual(values, expected.values);
      }
      assert.equal(await store.value(waste(schema)), 0);
      database.close();
      await store.pool.query(`DROP SCHEMA ${schema} CASCADE`);
    }),
  );
});
