import { checkpointErrors } from "../errors.ts";
import type { Connection, Query } from "./connection.ts";
import { functionsOf } from "./functions.ts";

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
  CREATE INDEX tidemark_documents_by_name ON ${schema}.tidemark_documents USING gin (names) WITH (fastupdate = off);

  CREATE TABLE ${schema}.checkpoints (
    thread_id text COLLATE "C" NOT NULL,
    checkpoint_ns text COLLATE "C" NOT NULL,
    checkpoint_id text COLLATE "C" NOT NULL,
    parent_checkpoint_id text COLLATE "C",
    document bigint NOT NULL,
    hash bytea NOT NULL,
    described text NOT NULL,
    -- Stays empty: the thread locks of the state manager put a trigger on it, and tidemark_apply refuses what it would.
    metadata jsonb,
    PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id)
  );

  CREATE TABLE ${schema}.tidemark_writes (
    thread_id text COLLATE "C" NOT NULL,
    checkpoint_ns text COLLATE "C" NOT NULL,
    checkpoint_id text COLLATE "C" NOT NULL,
    seq bigint GENERATED ALWAYS AS IDENTITY,
    task_id text COLLATE "C" NOT NULL,
    document bigint NOT NULL,
    hash bytea NOT NULL,
    PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id, seq)
  );

  CREATE TABLE ${schema}.tidemark_expiries (
    thread_id text COLLATE "C" PRIMARY KEY,
    at text COLLATE "C" NOT NULL
  );

  -- The bodies are packed already.
  ALTER TABLE ${schema}.tidemark_values ALTER COLUMN body SET STORAGE EXTERNAL;
  ALTER TABLE ${schema}.tidemark_documents ALTER COLUMN body SET STORAGE EXTERNAL;`;

/** What leads from each version of the schema to the next; the first makes it. */
const MIGRATIONS: readonly ((schema: string, name: string) => string)[] = [
  (schema, name) => `
    ${tablesOf(schema)}
    ${functionsOf(schema, name)}
    CREATE TABLE ${schema}.tidemark_schema (name text PRIMARY KEY, value bigint NOT NULL);
    INSERT INTO ${schema}.tidemark_schema VALUES ('schema', 0);`,
];

/** Makes the tables or brings them to this version, once, whoever comes first. */
export async function prepareTables(connection: Connection, name: string): Promise<void> {
  const schema = quoted(name);
  if ((await versionOf(connection.query, name)) === MIGRATIONS.length) return;
  await connection.transaction(async (query) => {
    // Two processes that start at the same time would both create, and one would fail.
    await query("SELECT pg_advisory_xact_lock(hashtext('tidemark_schema'), hashtext($1))", [name]);
    const version = await versionOf(query, name);
    if (version === MIGRATIONS.length) return;
    if (version === 0) await makeRoom(query, name);
    for (const migrate of MIGRATIONS.slice(version)) await query(migrate(schema, name));
    await query(`UPDATE ${schema}.tidemark_schema SET value = ${MIGRATIONS.length} WHERE name = 'schema'`);
  });
}

async function makeRoom(query: Query, name: string): Promise<void> {
  if (await hasTable(query, name, "checkpoints")) throw checkpointErrors.foreignTable({ table: "checkpoints" });
  const schemas = await query("SELECT FROM pg_namespace WHERE nspname = $1", [name]);
  if (schemas.length === 0) await query(`CREATE SCHEMA ${quoted(name)}`);
}

/** The version of the tables, 0 when there are none. Throws `checkpoint/futureSchema`. */
async function versionOf(query: Query, name: string): Promise<number> {
  if (!(await hasTable(query, name, "tidemark_schema"))) return 0;
  const [row] = await query(`SELECT value FROM ${quoted(name)}.tidemark_schema WHERE name = 'schema'`);
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
