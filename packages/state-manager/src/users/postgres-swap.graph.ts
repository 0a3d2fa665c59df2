import type { BaseStore } from "@langchain/langgraph-checkpoint";
import type { Swap } from "@tidemark/checkpoint/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";

/** Part of LangGraph's `PostgresStore` that its own modules use. */
interface PostgresParts {
  readonly pool: { query(text: string, values: readonly unknown[]): Promise<{ readonly rowCount: number | null }> };
  readonly schema: string;
  calculateExpiresAt?(): Date | null;
}

/**
 * Compares and writes in one statement on the table of LangGraph's `PostgresStore`, which has no such method. Null for any other store.
 */
export function postgresSwap(store: BaseStore): Swap | null {
  const core: unknown = Reflect.get(store, "core");
  // Bundlers rename the class, so it is recognized by its parts.
  if (!["crudOps", "searchOps", "ttlManager"].every((part) => part in store) || !isCore(core)) return null;
  const table = `"${core.schema.replaceAll('"', '""')}".store`;
  return async ({ namespace, key, etag, value }) => {
    const row = [namespace.join(":"), key, JSON.stringify(value), core.calculateExpiresAt?.() ?? null];
    const { rowCount } =
      etag === null
        ? // An expired item counts as missing, and its row may still exist.
          await core.pool.query(
            `INSERT INTO ${table} AS item (namespace_path, key, value, expires_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (namespace_path, key) DO UPDATE SET value = EXCLUDED.value, expires_at = EXCLUDED.expires_at
             WHERE item.expires_at <= CURRENT_TIMESTAMP`,
            row,
          )
        : await core.pool.query(
            `UPDATE ${table} SET value = $3, expires_at = $4
             WHERE namespace_path = $1 AND key = $2 AND value->>'etag' = $5`,
            [...row, etag],
          );
    return rowCount === 1;
  };
}

const isCore = (core: unknown): core is PostgresParts => {
  if (typeof core !== "object" || core === null || isPlainRecord(core)) return false;
  const pool: unknown = Reflect.get(core, "pool");
  return (
    typeof Reflect.get(core, "schema") === "string" &&
    typeof pool === "object" &&
    pool !== null &&
    typeof Reflect.get(pool, "query") === "function"
  );
};
