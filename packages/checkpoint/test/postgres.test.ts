// How the saver talks to the database. What a real Postgres makes of it is asked where one runs, in the tests across packages.
import { emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";
import { expect, test } from "vitest";
import { idBytes } from "../src/saver/id-bytes.ts";
import type { PostgresPool } from "../src/postgres/connection.ts";
import { postgresSaver } from "../src/postgres.ts";

interface Applied {
  readonly values: readonly unknown[];
  readonly token: unknown;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const isRecord = (row: unknown): row is Applied["rows"][number] => typeof row === "object" && row !== null;

/** A database with the tables, which stores everything unless it is set to fail. */
function database(failing: (applied: Applied) => boolean = () => false) {
  const applied: Applied[] = [];
  let asked = 0;
  const pool: PostgresPool = {
    on: () => {},
    connect: () => Promise.reject(new Error("no transaction is needed")),
    async query(text, [, , token, values, , , rows] = []) {
      asked += 1;
      await Promise.resolve();
      if (text.includes("pg_class")) return { rows: [{}] };
      if (text.includes("tidemark_schema")) return { rows: [{ value: "1" }] };
      if (text.includes("nextval(")) return { rows: [{ first: "1" }] };
      if (!text.includes("tidemark_store")) return { rows: [] };
      const written: unknown = JSON.parse(String(rows));
      const each: Applied = {
        values: Array.isArray(values) ? values : [],
        token,
        rows: Array.isArray(written) ? written.filter(isRecord) : [],
      };
      applied.push(each);
      if (failing(each)) throw new Error("refused");
      return { rows: [{ applied: { released: [], ids: null } }] };
    },
  };
  return { pool, applied, asked: () => asked };
}

const hex = (id: string): string => idBytes(id).toString("hex");

const place = (id?: string) => ({
  configurable: { thread_id: "a", checkpoint_ns: "", ...(id !== undefined && { checkpoint_id: id }) },
});

const checkpointOf = (step: number, values: Readonly<Record<string, unknown>> = {}) => ({
  ...emptyCheckpoint(),
  id: uuid6(step),
  channel_values: { ...values },
});

const metadata = { source: "loop", step: 0, parents: {} } as const;
const long = (seed: string) => seed.repeat(600);

test("what LangGraph passes at one time is one statement, up to the checkpoint", async () => {
  const { pool, applied } = database();
  const saver = postgresSaver(pool);
  const [first, second] = [checkpointOf(1), checkpointOf(2)];
  await Promise.all([
    saver.putWrites(place("before"), [["x", 1]], "one"),
    saver.putWrites(place("before"), [["x", 2]], "two"),
    saver.put(place("before"), first, metadata, {}),
    saver.putWrites(place(first.id), [["x", 3]], "three"),
    saver.put(place(first.id), second, metadata, {}),
  ]);
  expect(applied.map(({ rows }) => rows.map(({ task, id }) => task ?? id))).toEqual([
    ["one", "two", first.id].map(hex),
    ["three", second.id].map(hex),
  ]);
});

test("a value that was stored is not sent again, and a step that changes nothing sends none", async () => {
  const { pool, applied } = database();
  const saver = postgresSaver(pool);
  const list = [long("x"), { text: long("y") }];
  const [first, second, third] = [
    checkpointOf(1, { list }),
    checkpointOf(2, { list: [...list], copy: { again: [{ text: long("y") }] } }),
    checkpointOf(3, { list: [long("z"), ...list] }),
  ];
  await saver.put(place(), first, metadata, {});
  await saver.put(place(first.id), second, metadata, {});
  await saver.put(place(second.id), third, metadata, {});
  expect(applied.map(({ values }) => values.length)).toEqual([2, 0, 1]);
});

test("a failure rejects the write that it belongs to, and what is passed after it is stored", async () => {
  const { pool, applied } = database(({ rows }) => rows.some(({ task }) => task === hex("bad")));
  const saver = postgresSaver(pool);
  const first = checkpointOf(1, { list: [long("x")] });
  const results = await Promise.allSettled([
    saver.putWrites(place("before"), [["x", long("w")]], "good"),
    saver.putWrites(place("before"), [["x", long("w")]], "bad"),
    saver.put(place("before"), first, metadata, {}),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  // All together, then one by one.
  expect(applied).toHaveLength(4);
});

const under = (token: number, id: string) => ({ ...metadata, tidemark_fence: token, tidemark_fence_of: id });

test("writes under different leases do not share a statement, and a token that was copied from before counts for nothing", async () => {
  const { pool, applied } = database();
  const saver = postgresSaver(pool);
  const [first, second] = [checkpointOf(1), checkpointOf(2)];
  const { configurable } = place("before");
  await Promise.all([
    saver.putWrites({ configurable: { ...configurable, tidemark_fence: 6 } }, [["x", 1]], "late"),
    saver.put(place("before"), first, under(7, first.id), {}),
    saver.put(place(first.id), second, under(7, first.id), {}),
  ]);
  expect(applied.map(({ token }) => token)).toEqual([6, 7, null]);
});
