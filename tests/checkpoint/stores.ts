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
  stop(): Promise<void>;
}

/** Starts a Postgres for the tests of one file. */
export async function openStore(): Promise<TestStore> {
  const postgres = await startPostgres();
  const pool = new pg.Pool({ connectionString: postgres.connectionString });
  let schemas = 0;
  return {
    postgres,
    pool,
    fresh() {
      schemas += 1;
      const schema = `s${schemas}`;
      return { saver: postgresSaver(pool, { schema }), schema };
    },
    async value(text) {
      const { rows } = await pool.query<Record<string, unknown>>(text);
      return Object.values(rows[0] ?? {})[0];
    },
    async stop() {
      await pool.end();
      await postgres.stop();
    },
  };
}

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
export const waste = (schema: string) => `SELECT count(*)::int FROM (
  SELECT id FROM ${schema}.tidemark_values v WHERE NOT EXISTS (SELECT 1 FROM ${schema}.tidemark_documents WHERE names @> ARRAY[v.id])
  UNION ALL SELECT id FROM ${schema}.tidemark_documents d WHERE base IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${schema}.tidemark_documents WHERE id = d.base)
  UNION ALL SELECT named.id FROM ${schema}.tidemark_documents, unnest(names) AS named (id) WHERE named.id NOT IN (SELECT id FROM ${schema}.tidemark_values)
  UNION ALL SELECT id FROM ${schema}.tidemark_documents d WHERE uses <> (
    SELECT count(*) FROM (SELECT document FROM ${schema}.checkpoints UNION ALL SELECT document FROM ${schema}.tidemark_writes) AS held
    WHERE held.document = d.id)
  UNION ALL SELECT id FROM ${schema}.tidemark_documents d WHERE uses = 0 AND NOT EXISTS (SELECT 1 FROM ${schema}.tidemark_documents WHERE base = d.id)
) AS wasted`;
