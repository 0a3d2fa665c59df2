import type { Maintenance } from "./rebase.ts";
import { storedId } from "./stored-id.ts";

/** Gives each document so many more uses as it stands in a list. */
const USE = `d SET uses = uses + given.times
  FROM (SELECT id, count(*)::integer * $2::integer AS times FROM unnest($1::bigint[]) AS each (id) GROUP BY id) AS given
  WHERE d.id = given.id`;

/** Gives documents one more use each. */
export async function useDocuments({ query, store }: Maintenance, documents: readonly number[]): Promise<void> {
  await query(`UPDATE ${store.schema}.tidemark_documents ${USE}`, [documents, 1]);
}

/** Takes one use of each document back, and removes what nothing needs any more. */
export async function releaseDocuments({ query, store }: Maintenance, documents: readonly number[]): Promise<void> {
  if (documents.length === 0) return;
  await query(`UPDATE ${store.schema}.tidemark_documents ${USE}`, [documents, -1]);
  await query(`SELECT ${store.schema}.tidemark_collect($1)`, [[...new Set(documents)]]);
}

/** Removes a thread and what only it needs. */
export async function removeThread({ query, store }: Maintenance, threadId: string): Promise<void> {
  const { schema } = store;
  await query(`SELECT ${schema}.tidemark_lock_store()`);
  const released = await query(
    `WITH gone AS (DELETE FROM ${schema}.checkpoints WHERE thread_id = $1 RETURNING document),
       sent AS (DELETE FROM ${schema}.tidemark_writes WHERE thread_id = $1 RETURNING document),
       expiry AS (DELETE FROM ${schema}.tidemark_expiries WHERE thread_id = $1)
     SELECT document FROM gone UNION ALL SELECT document FROM sent`,
    [storedId(threadId)],
  );
  const documents = released.map(({ document }) => Number(document));
  await releaseDocuments({ query, store }, documents);
}
