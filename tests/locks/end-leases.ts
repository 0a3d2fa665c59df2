import { DatabaseSync } from "node:sqlite";
import pg from "pg";

/** A database of leases: a file of SQLite, or a connection string of Postgres. */
export interface LeaseDatabase {
  readonly store: "sqlite" | "postgres";
  readonly at: string;
}

/** Ends the lease of a thread, as if its time had run out: a test need not wait for it, nor be faster than it. */
export async function endLeases({ store, at }: LeaseDatabase, threadId: string): Promise<void> {
  if (store === "sqlite") {
    using database = new DatabaseSync(at, { timeout: 600_000 });
    database.prepare("UPDATE tidemark_leases SET expires_at = 0 WHERE thread_id = ?").run(threadId);
    return;
  }
  const client = new pg.Client({ connectionString: at });
  await client.connect();
  try {
    await client.query("UPDATE tidemark_leases SET expires_at = to_timestamp(0) WHERE thread_id = $1", [threadId]);
  } finally {
    await client.end();
  }
}
