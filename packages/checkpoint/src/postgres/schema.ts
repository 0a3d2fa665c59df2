import { checkpointErrors } from "../errors.ts";
import type { Connection, Query } from "./connection.ts";
import { functionsOf } from "./functions.ts";

const SCHEMA = 1;

/** So many ids are taken from the database at once. */
export const ID_BLOCK = 1_024;

/** A name as it stands in a statement. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const tablesOf = (schema: string): string => `
  CREATE SEQUENCE ${schema}.tidemark_ids INCREMENT BY ${ID_BLOCK};

  CREATE TABLE ${schema}.tidemark_values (
    id bigint PRIMARY KEY,
    hash bytea NOT NULL UNIQUE,
    body bytea NOT NULL
  );

  CREATE TABLE ${schema}.tidemark_documents (
    id bigint PRIMARY KEY,
    base bigint,
    uses integer NOT NULL,
    links integer NOT NULL,
    whole integer NOT NULL,
    changed integer NOT NULL,
    names bigint[],
    hash bytea NOT NULL,
    body bytea NOT NULL
  );
  CREATE INDEX tidemark_documents_by_base ON ${schema}.tidemark_documents (base) WHERE base IS NOT NULL;
  CREATE INDEX tidemark_documents_by_name ON ${schema}.tidemark_documents USING gin (names) WITH (gin_pending_list_limit = 256);

  CREATE TABLE ${schema}.checkpoints (
    thread_id text COLLATE "C" NOT NULL,
    checkpoint_ns text COLLATE "C" NOT NULL,
    checkpoint_id text COLLATE "C" NOT NULL,
    parent_checkpoint_id text COLLATE "C",
    document bigint NOT NULL,
    metadata jsonb,
    described text NOT NULL,
    PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id)
  );

  CREATE TABLE ${schema}.tidemark_writes (
    thread_id text COLLATE "C" NOT NULL,
    checkpoint_ns text COLLATE "C" NOT NULL,
    checkpoint_id text COLLATE "C" NOT NULL,
    seq bigint GENERATED ALWAYS AS IDENTITY,
    task_id text COLLATE "C" NOT NULL,
    document bigint NOT NULL,
    PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id, seq)
  );

  -- The bodies are packed already.
  ALTER TABLE ${schema}.tidemark_values ALTER COLUMN body SET STORAGE EXTERNAL;
  ALTER TABLE ${schema}.tidemark_documents ALTER COLUMN body SET STORAGE EXTERNAL;`;

/** Makes the tables, once, whoever comes first. */
export async function prepareTables(connection: Connection, name: string): Promise<void> {
  const schema = quoted(name);
  if (await isPrepared(connection.query, name)) return;
  await connection.transaction(async (query) => {
    // Two processes that start at the same time would both create, and one would fail.
    await query("SELECT pg_advisory_xact_lock(hashtext('tidemark_schema'), hashtext($1))", [name]);
    if (await isPrepared(query, name)) return;
    const [found] = await query(
      "SELECT to_regclass($1) IS NOT NULL AS foreign_table, to_regnamespace($2) IS NULL AS bare",
      [`${schema}.checkpoints`, schema],
    );
    if (found?.["foreign_table"] === true) throw checkpointErrors.foreignTable({ table: "checkpoints" });
    if (found?.["bare"] === true) await query(`CREATE SCHEMA ${schema}`);
    await query(tablesOf(schema));
    await query(functionsOf(schema, name));
    await query(`CREATE TABLE ${schema}.tidemark_schema (name text PRIMARY KEY, value bigint NOT NULL)`);
    await query(`INSERT INTO ${schema}.tidemark_schema VALUES ('schema', ${SCHEMA})`);
  });
}

async function isPrepared(query: Query, name: string): Promise<boolean> {
  const schema = quoted(name);
  const [exists] = await query("SELECT to_regclass($1) IS NOT NULL AS yes", [`${schema}.tidemark_schema`]);
  if (exists?.["yes"] !== true) return false;
  const [row] = await query(`SELECT value FROM ${schema}.tidemark_schema WHERE name = 'schema'`);
  const found = Number(row?.["value"]);
  if (found > SCHEMA) throw checkpointErrors.futureSchema({ found, known: SCHEMA });
  return found === SCHEMA;
}
