import { checkpointErrors } from "../kernel/errors.ts";
import { LEASES } from "../kernel/lease-names.ts";
import type { RemovalGuard } from "../pruning/pruning.ts";
import type { Maintenance } from "./rebase.ts";
import { storedId } from "../saver/stored-id.ts";

/** True if a guard allows to remove a thread. Throws `checkpoint/fenced`. Called inside a transaction; a new lease waits for its end. */
export async function isRemovable(
  { query, store: { schema } }: Maintenance,
  threadId: string,
  { fence = null, expiredAt }: RemovalGuard,
): Promise<boolean> {
  if (fence !== null) {
    const [table] = await query("SELECT to_regclass($1) IS NOT NULL AS leased", [`${schema}.${LEASES}`]);
    if (table?.["leased"] === true) {
      const newest = `SELECT token FROM ${schema}.${LEASES} WHERE thread_id = $1 FOR SHARE`;
      const [lease] = await query(newest, [threadId]);
      if (lease !== undefined && Number(lease["token"]) > fence) throw checkpointErrors.fenced({ threadId });
    }
  }
  if (expiredAt === undefined) return true;
  const expired = `SELECT FROM ${schema}.tidemark_threads WHERE thread_id = $2 AND expires <= $1`;
  return (await query(expired, [expiredAt, storedId(threadId)])).length > 0;
}
