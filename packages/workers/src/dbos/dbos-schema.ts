import { DBOS } from "@dbos-inc/dbos-sdk";
import { systemClock } from "@tidemark/state-manager";
import { Client } from "pg";

/** Time between two attempts to get the lock, in milliseconds. */
const AGAIN = 100;

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
    // A statement that waits for the lock would hold up the migrations, which build indexes beside running statements.
    while (!(await hasLock(client, `tidemark dbos ${schema}`))) await systemClock.wait(AGAIN);
    return await body();
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function hasLock(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    "SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked",
    [name],
  );
  return rows[0]?.locked === true;
}

/** Creates the tables of DBOS, or migrates them. */
export async function prepareDbos(connectionString: string, schema: string): Promise<void> {
  await withDbosLock(connectionString, schema, () => DBOS.migrate(connectionString, { schemaName: schema }));
}
