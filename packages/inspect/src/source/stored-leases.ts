import type { DatabaseSync } from "node:sqlite";
import type { PostgresPool } from "@tidemark/checkpoint/internal";
import { hasEnded } from "@tidemark/checkpoint/internal/sqlite";
import { isoOf } from "../clock.ts";
import type { StoredLease } from "./history-source.ts";
import { recordOf } from "./json-rows.ts";

const TABLE = "tidemark_leases";

/** Reads who has a thread of a SQLite file. Null if nobody has, or the lease or its process has ended; undefined in a file without leases. */
export function sqliteLease(database: DatabaseSync, threadId: string): StoredLease | null | undefined {
  const table = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(TABLE);
  if (table === undefined) return undefined;
  const row = database
    .prepare(
      `SELECT token, holder, expires_at FROM ${TABLE} WHERE thread_id = ? AND expires_at > unixepoch('subsec') * 1000`,
    )
    .get(threadId);
  if (row === undefined || hasEnded(row["holder"])) return null;
  return leaseOf(row["token"], row["holder"], row["expires_at"]);
}

/** Reads who has a thread of a schema in Postgres. Null if nobody has, or the lease has ended; undefined in a schema without leases. */
export async function postgresLease(
  pool: Pick<PostgresPool, "query">,
  { schema, threadId }: { readonly schema: string; readonly threadId: string },
): Promise<StoredLease | null | undefined> {
  const table = `"${schema.replaceAll('"', '""')}".${TABLE}`;
  const { rows: found } = await pool.query("SELECT to_regclass($1) IS NOT NULL AS found", [table]);
  if (recordOf(found[0])["found"] !== true) return undefined;
  const { rows } = await pool.query(
    `SELECT token, holder, extract(epoch FROM expires_at) * 1000 AS until FROM ${table}
     WHERE thread_id = $1 AND expires_at > clock_timestamp()`,
    [threadId],
  );
  if (rows[0] === undefined) return null;
  const { token, holder, until } = recordOf(rows[0]);
  return leaseOf(token, holder, until);
}

const leaseOf = (token: unknown, holder: unknown, until: unknown): StoredLease => ({
  token: Number(token),
  holder: holderText(holder),
  until: isoOf(Number(until)),
});

/** Host and process of a holder, which a lease stores as JSON: place, process id and a random id. */
function holderText(holder: unknown): string {
  try {
    const read: unknown = JSON.parse(String(holder));
    const parts: readonly unknown[] = Array.isArray(read) ? read : [];
    const [place, pid] = parts;
    if (typeof place === "string" && typeof pid === "number") return `process ${pid} on ${place.split("/")[0] ?? ""}`;
  } catch {
    // Another kind of lock names its holder in another way.
  }
  return String(holder).slice(0, 100);
}
