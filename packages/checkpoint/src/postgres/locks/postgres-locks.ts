import {
  CLEAR_LEASE,
  CLEARED_LEASES,
  FENCE,
  FENCE_FUNCTION,
  FENCE_OF,
  FENCE_TRIGGER,
  FENCED,
  LEASES,
} from "../../locks/lease-names.ts";
import type { LeaseStore } from "../../locks/lease-store.ts";
import { leasedLocks, type LeaseOptions } from "../../locks/leased-locks.ts";
import type { PostgresPool } from "../connection.ts";
import type { ThreadLocks } from "../../locks/thread-locks.ts";

/** Options of {@link postgresLocks}. */
export interface PostgresLockOptions extends LeaseOptions {
  /** Schema of the tables, which must be the schema of the checkpoints. Defaults to `public`. */
  readonly schema?: string;
}

/**
 * Locks for threads that several processes write to, stored in Postgres beside the checkpoints. Takes a `Pool` or a `Client` of `pg`.
 *
 * A lease is a row, not an advisory lock: a process that freezes would keep its session, and with it an advisory lock, without end. A
 * row expires by the clock of the database, and its token grows with each lease. If the schema has the tables of LangGraph's own
 * saver, a trigger rejects checkpoints of a lost lease in the statement that would store them. A database that does not answer throws
 * `checkpoint/locksUnavailable`.
 */
export const postgresLocks = (
  connection: Pick<PostgresPool, "query">,
  options: PostgresLockOptions = {},
): ThreadLocks => leasedLocks(new PostgresLeases(connection, options.schema ?? "public"), options);

/**
 * Locks of a saver, in the schema of its tables: a write names its lease, and is only refused after the lease was lost if both are in one
 * schema. The schema is created with the tables of the saver, if it is missing.
 *
 * @internal
 */
export const locksOfSaver = (
  connection: Pick<PostgresPool, "query">,
  schema: string,
  createSchema: () => Promise<void>,
): ThreadLocks => leasedLocks(new PostgresLeases(connection, schema, createSchema));

class PostgresLeases implements LeaseStore {
  readonly #connection: Pick<PostgresPool, "query">;
  readonly #schema: string;
  readonly #createSchema: (() => Promise<void>) | null;

  constructor(
    connection: Pick<PostgresPool, "query">,
    schema: string,
    createSchema: (() => Promise<void>) | null = null,
  ) {
    this.#connection = connection;
    this.#createSchema = createSchema;
    this.#schema = `"${schema.replaceAll('"', '""')}"`;
  }

  async prepare(): Promise<boolean> {
    const schema = this.#schema;
    const text = schema.replaceAll("'", "''");
    if (this.#createSchema !== null) {
      const { rows: found } = await this.#connection.query("SELECT to_regnamespace($1) IS NULL AS missing", [schema]);
      if (found.some((row) => Reflect.get(Object(row), "missing") === true)) await this.#createSchema();
    }
    // One block under one lock: of two processes that create the tables at the same time, one would fail.
    await this.#connection.query(`
      DO $tidemark$
      BEGIN
        PERFORM pg_advisory_xact_lock(hashtext('${LEASES}'));
        CREATE TABLE IF NOT EXISTS ${schema}.${LEASES} (
          thread_id TEXT PRIMARY KEY,
          token BIGINT NOT NULL,
          holder TEXT NOT NULL,
          expires_at TIMESTAMPTZ NOT NULL,
          milliseconds BIGINT NOT NULL DEFAULT 30000
        );
        ALTER TABLE ${schema}.${LEASES} ADD COLUMN IF NOT EXISTS milliseconds BIGINT NOT NULL DEFAULT 30000;
        -- A removed lease leaves its token behind, so that the next lease of any new thread gets a higher one.
        CREATE TABLE IF NOT EXISTS ${schema}.${CLEARED_LEASES} (id INTEGER PRIMARY KEY CHECK (id = 1), token BIGINT NOT NULL);
        CREATE OR REPLACE FUNCTION ${schema}.${CLEAR_LEASE}() RETURNS trigger LANGUAGE plpgsql AS $clear$
        BEGIN
          INSERT INTO ${schema}.${CLEARED_LEASES} AS cleared (id, token) VALUES (1, OLD.token)
            ON CONFLICT (id) DO UPDATE SET token = greatest(cleared.token, excluded.token);
          RETURN NULL;
        END $clear$;
        IF NOT EXISTS (
          SELECT 1 FROM pg_trigger WHERE tgname = '${CLEAR_LEASE}'
            AND tgrelid = to_regclass('${text}.${LEASES}')
        ) THEN
          CREATE TRIGGER ${CLEAR_LEASE} AFTER DELETE ON ${schema}.${LEASES}
            FOR EACH ROW EXECUTE FUNCTION ${schema}.${CLEAR_LEASE}();
        END IF;
        IF to_regclass('${text}.checkpoints') IS NOT NULL THEN
          CREATE OR REPLACE FUNCTION ${schema}.${FENCE_FUNCTION}() RETURNS trigger LANGUAGE plpgsql AS $fence$
          DECLARE newest bigint;
          BEGIN
            -- A writer that freezes before it commits would lock the row, and block every writer after it.
            PERFORM set_config('idle_in_transaction_session_timeout', '5000', true);
            SELECT token INTO newest FROM ${schema}.${LEASES} WHERE thread_id = NEW.thread_id FOR SHARE;
            IF newest > (NEW.metadata ->> '${FENCE}')::bigint THEN
              RAISE EXCEPTION '${FENCED}';
            END IF;
            RETURN NEW;
          END $fence$;
          IF NOT EXISTS (
            SELECT 1 FROM pg_trigger WHERE tgname = '${FENCE_TRIGGER}'
              AND tgrelid = to_regclass('${text}.checkpoints')
          ) THEN
            CREATE TRIGGER ${FENCE_TRIGGER} BEFORE INSERT OR UPDATE ON ${schema}.checkpoints
              FOR EACH ROW WHEN (NEW.metadata ->> '${FENCE_OF}' = NEW.checkpoint_id) EXECUTE FUNCTION ${schema}.${FENCE_FUNCTION}();
          END IF;
        END IF;
      END $tidemark$`);
    const { rows } = await this.#connection.query(
      "SELECT to_regclass($1) IS NOT NULL OR to_regclass($2) IS NOT NULL AS fenced",
      // The saver of this package rejects a lost lease itself.
      [`${schema}.checkpoints`, `${schema}.tidemark_checkpoints`],
    );
    return rows.some((row) => Reflect.get(Object(row), "fenced") === true);
  }

  async take(threadId: string, holder: string, milliseconds: number) {
    const { rows } = await this.#connection.query(
      `INSERT INTO ${this.#schema}.${LEASES} AS lease (thread_id, token, holder, expires_at, milliseconds)
       VALUES ($1, 1 + coalesce((SELECT token FROM ${this.#schema}.${CLEARED_LEASES}), 0), $2,
         clock_timestamp() + $3::bigint * interval '1 millisecond', $3::bigint)
       ON CONFLICT (thread_id) DO UPDATE
         SET token = lease.token + 1, holder = excluded.holder, expires_at = excluded.expires_at, milliseconds = excluded.milliseconds
         WHERE lease.expires_at <= clock_timestamp()
       RETURNING token`,
      [threadId, holder, milliseconds],
    );
    const [row] = rows;
    if (isToken(row)) return { token: Number(row.token) };
    await this.#connection.query(
      `UPDATE ${this.#schema}.${LEASES} SET expires_at = clock_timestamp() + milliseconds * interval '1 millisecond'
       WHERE thread_id = $1 AND expires_at > clock_timestamp() + milliseconds * interval '1 millisecond'`,
      [threadId],
    );
    return null;
  }

  async renew(threadId: string, token: number, milliseconds: number): Promise<boolean> {
    const { rows } = await this.#connection.query(
      `UPDATE ${this.#schema}.${LEASES} SET expires_at = clock_timestamp() + $3::bigint * interval '1 millisecond', milliseconds = $3::bigint
       WHERE thread_id = $1 AND token = $2 RETURNING token`,
      [threadId, token, milliseconds],
    );
    return rows.length > 0;
  }

  async holds(threadId: string, token: number): Promise<boolean> {
    const { rows } = await this.#connection.query(
      `SELECT 1 FROM ${this.#schema}.${LEASES} WHERE thread_id = $1 AND token = $2`,
      [threadId, token],
    );
    return rows.length > 0;
  }

  async free(threadId: string, token: number): Promise<void> {
    await this.#connection.query(
      `UPDATE ${this.#schema}.${LEASES} SET expires_at = '-infinity' WHERE thread_id = $1 AND token = $2`,
      [threadId, token],
    );
  }
}

/** True if a row has a token, which `pg` reads as text. */
const isToken = (row: unknown): row is { readonly token: unknown } =>
  typeof row === "object" && row !== null && "token" in row;
