import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { Annotation, END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { PostgresPool } from "@tidemark/checkpoint/internal";
import { postgresSaver, type PostgresSaver } from "@tidemark/checkpoint/postgres";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { at, openStore, type TestStore } from "@tidemark/test-fixtures/stores";

let store: TestStore<PostgresSaver>;
beforeAll(async () => {
  store = await openStore(postgresSaver);
});
afterAll(() => store.stop());

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

const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  context: Annotation<Context>({
    reducer: (current, update) => {
      const merged: Record<string, Readonly<Record<string, unknown>>> = { ...current };
      for (const [kind, entries] of Object.entries(update)) merged[kind] = { ...merged[kind], ...entries };
      return merged;
    },
    default: () => ({}),
  }),
});

/** Five nodes that add a kilobyte each, and two messages a turn. */
function fiveNodes(checkpointer: BaseCheckpointSaver) {
  let step = 0;
  const work = (kind: string) => () => {
    step += 1;
    const context = { [kind]: { [`key_${step}`]: { text: words(1_000), step } } };
    return { context, messages: kind === "e" ? [new AIMessage({ id: `a${step}`, content: words(60) })] : [] };
  };
  return new StateGraph(State)
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
    .compile({ checkpointer });
}

const TABLES = ["tidemark_values", "tidemark_checkpoints", "tidemark_writes", "tidemark_threads"];

/** So many times the bytes of what is new may be stored, indexes and all: a change that needs more has to say why. */
const CEILING = 1.9;

const turn = (app: ReturnType<typeof fiveNodes>, number: number) =>
  app.invoke({ messages: [new HumanMessage({ id: `h${number}`, content: words(40) })] }, at("t"));

/** Counts what goes to the database and back. */
function counting(pool: pg.Pool): PostgresPool & { trips: number } {
  return {
    trips: 0,
    connect() {
      this.trips += 1;
      return pool.connect();
    },
    query(text, parameters) {
      this.trips += 1;
      return pool.query(text, parameters);
    },
    on: () => {},
  };
}

describe("a thread that grows by 5 KB a turn", () => {
  test("costs nine round trips a turn for seven checkpoints, however long it is, and less than twice its new bytes", async () => {
    const { schema } = store.fresh();
    const pool = counting(store.pool);
    const app = fiveNodes(postgresSaver(pool, { schema }));
    const trips: number[] = [];
    for (let number = 0; number < 200; number += 1) {
      const before = pool.trips;
      await turn(app, number);
      trips.push(pool.trips - before);
    }
    // One reads what is there; one stores the input as it comes, and one each checkpoint with what its tasks sent before it.
    expect(Math.max(...trips.slice(1))).toBe(9);
    const state: unknown = (await app.getState(at("t"))).values;
    const bytes = await store.value(
      `SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relnamespace = '${schema}'::regnamespace`,
    );
    expect(Number(bytes) / Buffer.byteLength(JSON.stringify(state))).toBeLessThan(CEILING);
    const rows = ["tidemark_checkpoints", "tidemark_writes", "tidemark_threads"].map((table) =>
      store.value(`SELECT count(*)::int FROM ${schema}.${table}`),
    );
    expect(await Promise.all(rows)).toEqual([1_400, 1_200, 1]);
    // 1,000 entries, and the 200 answers: questions are short enough to stand where they are.
    expect(await store.value(`SELECT count(*)::int FROM ${schema}.tidemark_values`)).toBe(1_200);
    const cold = counting(store.pool);
    const read = await postgresSaver(cold, { schema }).getTuple(at("t"));
    expect(read?.checkpoint.channel_values["context"]).toEqual(Reflect.get(Object(state), "context"));
    // Two of them find the tables; one reads the checkpoint with all that it depends on, one its values.
    expect(cold.trips).toBe(4);
  });

  test("is read and written by its indexes alone", async () => {
    const { schema } = store.fresh();
    const app = fiveNodes(postgresSaver(store.pool, { schema }));
    for (let number = 0; number < 40; number += 1) await turn(app, number);
    // A table of one row is read as a whole, and rightly.
    await store.pool.query(
      `INSERT INTO ${schema}.tidemark_threads (thread_id) SELECT 'other ' || n FROM generate_series(1, 2000) AS n`,
    );
    await store.pool.query(`ANALYZE ${TABLES.map((table) => `${schema}.${table}`).join(", ")}`);
    const scans = `SELECT json_object_agg(relname, seq_scan)::text FROM pg_stat_user_tables WHERE schemaname = '${schema}' AND relname = ANY ('{${TABLES.join(",")}}')`;
    const before = await settled(scans);
    // Connections tell what they have done when they end.
    const own = new pg.Pool({ connectionString: store.postgres.connectionString });
    const warm = fiveNodes(postgresSaver(own, { schema }));
    for (let number = 40; number < 45; number += 1) await turn(warm, number);
    const cold = postgresSaver(own, { schema });
    const newest = await cold.getTuple(at("t"));
    for await (const { checkpoint } of cold.list(at("t"), { limit: 50 })) expect(checkpoint.v).toBe(4);
    await cold.getDeltaChannelHistory({ config: newest?.config ?? {}, channels: ["none"] });
    await own.end();
    expect(await settled(scans)).toBe(before);
  });
});

/** A number of the server's bookkeeping, once it has stopped changing. */
async function settled(text: string): Promise<unknown> {
  for (let before: unknown; ;) {
    await store.pool.query("SELECT pg_stat_force_next_flush()");
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const now = await store.value(text);
    if (now === before) return now;
    before = now;
  }
}
