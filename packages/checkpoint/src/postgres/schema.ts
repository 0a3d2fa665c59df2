import { checkpointErrors } from "../errors.ts";
import type { Connection, Query } from "./connection.ts";
import { blocksOf, functionsOf, referencesOf, sequencedChecksumOf } from "./functions.ts";

/** Number of ids that are taken from the database at once. */
export const ID_BLOCK = 1_024;

/** A name as an identifier of SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Answer to processes of an older version. */
const MIGRATED = "a newer version of Tidemark has migrated its tables";

const tablesOf = (schema: string): string => `
  -- From where on every number has a shelf.
  CREATE SEQUENCE ${schema}.tidemark_ids INCREMENT BY ${ID_BLOCK} START WITH ${ID_BLOCK};

  CREATE TABLE ${schema}.tidemark_values (
    id bigint PRIMARY KEY,
    -- Sixteen bytes of a sum, as the type that takes up no more than that.
    hash uuid NOT NULL UNIQUE,
    body bytea NOT NULL
  );

  -- Rows name a thread by a number: its id would be repeated in each of them, and in each of their indexes. There are four
  -- thousand million of them, half of them below zero.
  CREATE TABLE ${schema}.tidemark_threads (
    thread_id text COLLATE "C" PRIMARY KEY,
    id integer GENERATED ALWAYS AS IDENTITY (MINVALUE -2147483648),
    expires text COLLATE "C"
  );
  CREATE INDEX tidemark_threads_by_expiry ON ${schema}.tidemark_threads (expires) WHERE expires IS NOT NULL;

  -- A checkpoint and its tree. One without a tree shows that of its base, as copies do; one without a thread is not a checkpoint any
  -- more, but others depend on its tree.
  CREATE TABLE ${schema}.tidemark_checkpoints (
    id bigint PRIMARY KEY,
    base bigint,
    thread integer,
    links integer NOT NULL,
    whole integer NOT NULL,
    changed integer NOT NULL,
    namespace text COLLATE "C" NOT NULL,
    checkpoint_id bytea NOT NULL,
    parent bytea,
    described bytea NOT NULL,
    hash bytea NOT NULL,
    names text COLLATE "C" NOT NULL,
    sum bytea,
    body bytea,
    UNIQUE (thread, namespace, checkpoint_id)
  );
  CREATE INDEX tidemark_checkpoints_by_base ON ${schema}.tidemark_checkpoints ((base >> 5)) WHERE base IS NOT NULL;
  CREATE INDEX tidemark_checkpoints_by_name ON ${schema}.tidemark_checkpoints
    USING gin ((${blocksOf("names")})) WITH (fastupdate = off);

  CREATE TABLE ${schema}.tidemark_writes (
    seq bigint GENERATED ALWAYS AS IDENTITY,
    thread integer NOT NULL,
    namespace text COLLATE "C" NOT NULL,
    checkpoint_id bytea NOT NULL,
    task_id bytea NOT NULL,
    names text COLLATE "C" NOT NULL,
    hash bytea NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (thread, namespace, checkpoint_id, seq)
  );
  CREATE INDEX tidemark_writes_by_name ON ${schema}.tidemark_writes
    USING gin ((${blocksOf("names")})) WITH (fastupdate = off);

  -- The bodies are packed already.
  ALTER TABLE ${schema}.tidemark_values ALTER COLUMN body SET STORAGE EXTERNAL;
  ALTER TABLE ${schema}.tidemark_checkpoints ALTER COLUMN body SET STORAGE EXTERNAL;
  ALTER TABLE ${schema}.tidemark_writes ALTER COLUMN body SET STORAGE EXTERNAL;`;

/**
 * Sequence numbers of checkpoints and paths of tasks. Checkpoints that are there get their numbers in the order of their ids, which
 * was the order until then. A damaged row stays one, because its checksum is made from the old one.
 */
const numberedCheckpoints = (schema: string): string => `
  CREATE SEQUENCE ${schema}.tidemark_order;
  ALTER TABLE ${schema}.tidemark_checkpoints ADD COLUMN seq bigint;
  ALTER TABLE ${schema}.tidemark_writes ADD COLUMN task_path text COLLATE "C" NOT NULL DEFAULT '';
  UPDATE ${schema}.tidemark_checkpoints c SET seq = n.seq, hash = ${sequencedChecksumOf("c.hash", "n.seq")} FROM (
    SELECT id, row_number() OVER (ORDER BY checkpoint_id, thread, namespace) AS seq
    FROM ${schema}.tidemark_checkpoints WHERE thread IS NOT NULL
  ) AS n WHERE n.id = c.id;
  SELECT setval('${schema.replaceAll("'", "''")}.tidemark_order', max(seq)) FROM ${schema}.tidemark_checkpoints HAVING max(seq) > 0;
  CREATE INDEX tidemark_checkpoints_by_seq ON ${schema}.tidemark_checkpoints (thread, namespace, seq);`;

/**
 * One index for all that the row of a checkpoint references. What reads and writes gets other names: a process of an older version,
 * which could not read what is packed from now on, is refused.
 */
const oneIndexOfReferences = (schema: string): string => `
  DROP INDEX ${schema}.tidemark_checkpoints_by_base;
  DROP INDEX ${schema}.tidemark_checkpoints_by_name;
  CREATE INDEX tidemark_checkpoints_by_reference ON ${schema}.tidemark_checkpoints
    USING gin ((${blocksOf(referencesOf(""))})) WITH (fastupdate = off);
  -- Rows of a thread come in the order of these indexes: a page that is full gets no other row.
  ALTER INDEX ${schema}.tidemark_values_pkey SET (fillfactor = 100);
  ALTER INDEX ${schema}.tidemark_checkpoints_pkey SET (fillfactor = 100);
  ALTER INDEX ${schema}.tidemark_checkpoints_thread_namespace_checkpoint_id_key SET (fillfactor = 100);
  ALTER INDEX ${schema}.tidemark_checkpoints_by_seq SET (fillfactor = 100);
  ALTER INDEX ${schema}.tidemark_writes_pkey SET (fillfactor = 100);
  DROP FUNCTION IF EXISTS ${schema}.tidemark_chain(bigint[], bigint[]);
  DROP FUNCTION IF EXISTS ${schema}.tidemark_apply(
    text, text, bigint, bigint[], uuid[], bytea[], jsonb, bytea[], bytea[], bytea[], bigint[], boolean);
  CREATE FUNCTION ${schema}.tidemark_chain(bigint[], bigint[]) RETURNS SETOF ${schema}.tidemark_checkpoints
  LANGUAGE plpgsql AS $tidemark$
  BEGIN
    RAISE EXCEPTION '${MIGRATED}' USING ERRCODE = 'cannot_connect_now';
  END $tidemark$;
  CREATE FUNCTION ${schema}.tidemark_apply(
    text, text, bigint, bigint[], uuid[], bytea[], jsonb, bytea[], bytea[], bytea[], bigint[], boolean
  ) RETURNS jsonb LANGUAGE plpgsql AS $tidemark$
  BEGIN
    RAISE EXCEPTION '${MIGRATED}' USING ERRCODE = 'cannot_connect_now';
  END $tidemark$;`;

/** Steps from each version of the schema to the next; the first creates it. The functions are created again after each. */
const MIGRATIONS: readonly ((schema: string) => string)[] = [
  (schema) => `
    ${tablesOf(schema)}
    CREATE TABLE ${schema}.tidemark_schema (value bigint NOT NULL);
    INSERT INTO ${schema}.tidemark_schema VALUES (0);`,
  numberedCheckpoints,
  oneIndexOfReferences,
];

/** Says of a transaction that the tables are not complete before it. */
const CHANGES = { made: false };

/** Creates the tables or migrates them to this version, once, in the first process that comes. */
export async function prepareTables(connection: Connection, name: string): Promise<void> {
  const schema = quoted(name);
  if ((await versionOf(connection.query, name)) === MIGRATIONS.length) return;
  await connection.transaction(async (query) => {
    // Two processes that start at the same time would both create, and one would fail.
    await query("SELECT pg_advisory_xact_lock(hashtext('tidemark_schema'), hashtext($1))", [name]);
    const version = await versionOf(query, name);
    if (version === MIGRATIONS.length) return;
    if (version === 0) await makeRoom(query, name);
    for (const migrate of MIGRATIONS.slice(version)) await query(migrate(schema));
    await query(functionsOf(schema, name));
    await query(`UPDATE ${schema}.tidemark_schema SET value = ${MIGRATIONS.length}`);
  }, CHANGES);
}

async function makeRoom(query: Query, name: string): Promise<void> {
  if (await hasTable(query, name, "checkpoints")) throw checkpointErrors.foreignTable({ table: "checkpoints" });
  const schemas = await query("SELECT FROM pg_namespace WHERE nspname = $1", [name]);
  if (schemas.length === 0) await query(`CREATE SCHEMA ${quoted(name)}`);
}

/** The version of the tables, 0 before there are tables. Throws `checkpoint/futureSchema`. */
async function versionOf(query: Query, name: string): Promise<number> {
  if (!(await hasTable(query, name, "tidemark_schema"))) return 0;
  const [row] = await query(`SELECT value FROM ${quoted(name)}.tidemark_schema`);
  const found = Number(row?.["value"]);
  if (found > MIGRATIONS.length) throw checkpointErrors.futureSchema({ found, known: MIGRATIONS.length });
  return found;
}

async function hasTable(query: Query, schema: string, table: string): Promise<boolean> {
  // A session may remember for the rest of its transaction that a name stood for nothing; the catalogue itself does not.
  const rows = await query(
    "SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = $2",
    [schema, table],
  );
  return rows.length > 0;
}
