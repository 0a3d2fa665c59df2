import { postgresSaver, type PostgresSaver } from "@tidemark/checkpoint/postgres";
import {
  type BaseCheckpointSaver,
  type CheckpointTuple,
  emptyCheckpoint,
  uuid6,
} from "@langchain/langgraph-checkpoint";
import pg from "pg";
import { startPostgres, type TestPostgres } from "../fixtures/postgres.ts";

/** A Postgres with a pool, and a new schema for whoever asks. */
export interface TestStore {
  readonly postgres: TestPostgres;
  readonly pool: pg.Pool;
  /** A saver in a schema of its own, and the schema. */
  fresh(): { readonly saver: PostgresSaver; readonly schema: string };
  /** The first column of the first row. */
  value(text: string): Promise<unknown>;
  /** How many rows a table has. */
  count(schema: string, table: string): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a Postgres for the tests of one file. */
export async function openStore(): Promise<TestStore> {
  const postgres = await startPostgres();
  const pool = new pg.Pool({ connectionString: postgres.connectionString });
  let schemas = 0;
  const value = async (text: string): Promise<unknown> => {
    const { rows } = await pool.query<Record<string, unknown>>(text);
    return Object.values(rows[0] ?? {})[0];
  };
  return {
    postgres,
    pool,
    fresh() {
      schemas += 1;
      const schema = `s${schemas}`;
      return { saver: postgresSaver(pool, { schema }), schema };
    },
    value,
    count: async (schema, table) => Number(await value(`SELECT count(*) FROM ${schema}.${table}`)),
    async stop() {
      await pool.end();
      await postgres.stop();
    },
  };
}

/** Why a promise was broken; `null` when it was not. */
export const reason = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

/** A config that names a thread, or one checkpoint of it. */
export const at = (threadId: string, checkpointId?: string) => ({
  configurable: {
    thread_id: threadId,
    checkpoint_ns: "",
    ...(checkpointId !== undefined && { checkpoint_id: checkpointId }),
  },
});

let step = 0;

/** Puts a checkpoint with these values, and gives its id. */
export async function put(
  saver: BaseCheckpointSaver,
  threadId: string,
  values: Readonly<Record<string, unknown>>,
  parent?: string,
): Promise<string> {
  step += 1;
  const checkpoint = {
    ...emptyCheckpoint(),
    id: uuid6(step),
    channel_values: { ...values },
    channel_versions: Object.fromEntries(Object.keys(values).map((key) => [key, saver.getNextVersion(undefined)])),
  };
  const metadata = { source: "loop" as const, step, parents: {} };
  await saver.put(at(threadId, parent), checkpoint, metadata, checkpoint.channel_versions);
  return checkpoint.id;
}

/** The values of a checkpoint, or of the newest. */
export const values = async (saver: BaseCheckpointSaver, threadId: string, checkpointId?: string) =>
  (await saver.getTuple(at(threadId, checkpointId)))?.checkpoint.channel_values;

/** All checkpoints of a thread, newest first. */
export async function all(saver: BaseCheckpointSaver, threadId: string): Promise<CheckpointTuple[]> {
  const tuples: CheckpointTuple[] = [];
  for await (const tuple of saver.list({ configurable: { thread_id: threadId } })) tuples.push(tuple);
  return tuples;
}

/** A text that is stored as a value of its own. */
export const long = (seed: string): string => seed.repeat(600);

/** Counts what of the tables nothing needs, and what is missing. */
export const waste = (schema: string) => `WITH named AS (
  SELECT unnest(${schema}.tidemark_numbers(names)) AS id FROM (
    SELECT names FROM ${schema}.tidemark_checkpoints UNION ALL SELECT names FROM ${schema}.tidemark_writes
  ) AS rows
), trees AS (
  SELECT * FROM ${schema}.tidemark_checkpoints
) SELECT count(*)::int FROM (
  SELECT id FROM ${schema}.tidemark_values WHERE id NOT IN (SELECT id FROM named)
  UNION ALL SELECT id FROM named WHERE id NOT IN (SELECT id FROM ${schema}.tidemark_values)
  UNION ALL SELECT id FROM trees WHERE base IS NOT NULL AND base NOT IN (SELECT id FROM trees)
  UNION ALL SELECT id FROM trees WHERE thread IS NULL AND id NOT IN (SELECT base FROM trees WHERE base IS NOT NULL)
  UNION ALL SELECT thread FROM trees WHERE thread NOT IN (SELECT id FROM ${schema}.tidemark_threads)
  UNION ALL SELECT thread FROM ${schema}.tidemark_writes WHERE thread NOT IN (SELECT id FROM ${schema}.tidemark_threads)
) AS wasted`;
