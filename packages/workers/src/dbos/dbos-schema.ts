import { DBOS } from "@dbos-inc/dbos-sdk";
import { Client } from "pg";

/** Calls something that may migrate the tables of DBOS, one process at a time: its migrations take no lock themselves. */
export async function withDbosLock<Result>(
  connectionString: string,
  schema: string,
  body: () => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString });
  // A connection that breaks has released the lock.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [`tidemark dbos ${schema}`]);
    return await body();
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Creates the tables of DBOS, or migrates them. */
export async function prepareDbos(connectionString: string, schema: string): Promise<void> {
  await withDbosLock(connectionString, schema, () => DBOS.migrate(connectionString, { schemaName: schema }));
}
