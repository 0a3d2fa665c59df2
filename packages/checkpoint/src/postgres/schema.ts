import { checkpointErrors } from "../kernel/errors.ts";
import type { Connection, Query } from "./connection.ts";
import { KEYS_TABLE } from "./key-tables.ts";
import { blocksOf, functionsOf, referencesOf } from "./functions.ts";

/** Number of ids that are taken from the database at once. */
export const ID_BLOCK = 1_024;

/** A name as an identifier of SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Version of the tables. */
const FORMAT = 1;

const tablesOf = (schema: string): string => `
  CREATE TABLE ${schema}.tidemark_schema (value bigint NOT NULL);
  INSERT INTO ${schema}.tidemark_schema VALUES (${FORMAT});

  -- From where on every number has a shelf.
  CREATE SEQUENCE ${schema}.tidemark_ids INCREMENT BY ${ID_BLOCK} START WITH ${ID_BLOCK};
  CREATE SEQUENCE ${schema}.tidemark_order;

  -- Rows of a thread come in the order of most indexes: a page of them that is full gets no other row.
  CREATE TABLE ${schema}.tidemark_values (
    id bigint PRIMARY KEY WITH (fillfactor = 100),
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
    id bigint PRIMARY KEY WITH (fillfactor = 100),
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
    seq bigint,
    UNIQUE (thread, namespace, checkpoint_id) WITH (fillfactor = 100)
  );
  CREATE INDEX tidemark_checkpoints_by_seq ON ${schema}.tidemark_checkpoints (thread, namespace, seq) WITH (fillfactor = 100);
  CREATE INDEX tidemark_checkpoints_by_reference ON ${schema}.tidemark_checkpoints
    USING gin ((${blocksOf(referencesOf(""))})) WITH (fastupdate = off);

  CREATE TABLE ${schema}.tidemark_writes (
    seq bigint GENERATED ALWAYS AS IDENTITY,
    thread integer NOT NULL,
    namespace text COLLATE "C" NOT NULL,
    checkpoint_id bytea NOT NULL,
    task_id bytea NOT NULL,
    names text COLLATE "C" NOT NULL,
    hash bytea NOT NULL,
    body bytea NOT NULL,
    task_path text COLLATE "C" NOT NULL,
    PRIMARY KEY (thread, namespace, checkpoint_id, seq) WITH (fillfactor = 100)
  );
  CREATE INDEX tidemark_writes_by_name ON ${schema}.tidemark_writes
    USING gin ((${blocksOf("names")})) WITH (fastupdate = off);

  -- The bodies are packed already.
  ALTER TABLE ${schema}.tidemark_values ALTER COLUMN body SET STORAGE EXTERNAL;
  ALTER TABLE ${schema}.tidemark_checkpoints ALTER COLUMN body SET STORAGE EXTERNAL;
  ALTER TABLE ${schema}.tidemark_writes ALTER COLUMN body SET STORAGE EXTERNAL;`;

/** Says of a transaction that the tables are not complete before it. */
const CHANGES = { made: false };

/** Creates the tables, once, in the first process that comes. */
export async function prepareTables(
  connection: Connection,
  name: string,
  { isEncrypted = false }: { readonly isEncrypted?: boolean } = {},
): Promise<void> {
  const hasTables = (query: Query, schema: string) => hasOwnTables(query, schema, isEncrypted);
  if (await hasTables(connection.query, name)) return;
  await connection.transaction(async (query) => {
    // Two processes that start at the same time would both create, and one would fail.
    await query("SELECT pg_advisory_xact_lock(hashtext('tidemark_schema'), hashtext($1))", [name]);
    if (await hasTables(query, name)) return;
    await makeRoom(query, name);
    await query(tablesOf(quoted(name)));
    await query(functionsOf(quoted(name), name));
  }, CHANGES);
}

async function makeRoom(query: Query, name: string): Promise<void> {
  if (await hasTable(query, name, "checkpoints")) throw checkpointErrors.foreignTable({ table: "checkpoints" });
  const schemas = await query("SELECT FROM pg_namespace WHERE nspname = $1", [name]);
  if (schemas.length === 0) await query(`CREATE SCHEMA ${quoted(name)}`);
}

/** True if the tables exist. Throws `checkpoint/futureSchema`, and `checkpoint/encrypted` where a key is needed. */
async function hasOwnTables(query: Query, name: string, isEncrypted: boolean): Promise<boolean> {
  if (!(await hasTable(query, name, "tidemark_schema"))) return false;
  const [row] = await query(
    `SELECT value, to_regclass($1) IS NOT NULL AS encrypted FROM ${quoted(name)}.tidemark_schema`,
    [`${quoted(name)}.${KEYS_TABLE}`],
  );
  const found = Number(row?.["value"]);
  if (found > FORMAT) throw checkpointErrors.futureSchema({ found, known: FORMAT });
  if (row?.["encrypted"] === true && !isEncrypted) throw checkpointErrors.encrypted({ table: KEYS_TABLE });
  return true;
}

async function hasTable(query: Query, schema: string, table: string): Promise<boolean> {
  // A session may remember for the rest of its transaction that a name stood for nothing; the catalogue itself does not.
  const rows = await query(
    "SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = $2",
    [schema, table],
  );
  return rows.length > 0;
}
