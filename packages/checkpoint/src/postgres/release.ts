import type { Maintenance } from "./rebase.ts";
import { storedId } from "../saver/stored-id.ts";

/** The numbers that rows have named. */
export const namedBy = (rows: readonly Readonly<Record<string, unknown>>[]): readonly number[] => [
  ...new Set(rows.flatMap(({ names }) => (names === "" ? [] : String(names).split(",").map(Number)))),
];

/** Removes rows of checkpoints, and what nothing needs any more of their trees and of values that were named beside them. */
export async function releaseCheckpoints(
  { query, store }: Maintenance,
  numbers: readonly number[],
  freed: readonly number[],
): Promise<void> {
  await query(`SELECT ${store.schema}.tidemark_release($1, $2)`, [numbers, freed]);
}

/** Removes a thread and what only it needs. */
export async function removeRows({ query, store }: Maintenance, threadId: string): Promise<void> {
  const { schema } = store;
  await query(`SELECT ${schema}.tidemark_lock_store()`);
  await store.keys?.delete(query, threadId);
  const [thread] = await query(`DELETE FROM ${schema}.tidemark_threads WHERE thread_id = $1 RETURNING id`, [
    storedId(threadId),
  ]);
  // An id that Postgres cannot hold has no lease.
  if (!threadId.includes("\0")) await query(`SELECT ${schema}.tidemark_remove_lease($1)`, [threadId]);
  if (thread === undefined) return;
  const number = [thread["id"]];
  const sent = await query(`DELETE FROM ${schema}.tidemark_writes WHERE thread = $1 RETURNING names`, number);
  const gone = await query(`SELECT id FROM ${schema}.tidemark_checkpoints WHERE thread = $1`, number);
  const numbers = gone.map(({ id }) => Number(id));
  await releaseCheckpoints({ query, store }, numbers, namedBy(sent));
}
