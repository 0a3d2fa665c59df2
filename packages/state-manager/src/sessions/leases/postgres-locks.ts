import type { LeaseStore } from "./lease-store.ts";
import { leasedLocks, type LeaseOptions } from "./leased-locks.ts";
import type { ThreadLocks } from "./lock.ts";

/** What is asked of Postgres: a `Pool` or `Client` of `pg` has it. */
export interface PostgresConnection {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}

/** Options of {@link postgresLocks}. */
export interface PostgresLockOptions extends LeaseOptions {
  /** The schema that holds the tables, of leases and of the stock saver; `public` when not said. */
  readonly schema?: string;
}

/**
 * Locks for threads that several processes write to, kept in Postgres beside the checkpoints.
 *
 * A lease is a row, not an advisory lock: a holder that freezes keeps its session, and with it an advisory lock, for
 * ever, while a row runs out by the clock of the database. Its token grows each time. Where the schema holds the tables of the
 * stock saver, a checkpoint of a lost lease is refused by the very statement that would write it.
 */
export const postgresLocks = (connection: PostgresConnection, options: PostgresLockOptions = {}): ThreadLocks =>
  leasedLocks(new PostgresLeases(connection, options.schema ?? "public"), options);

class PostgresLeases implements LeaseStore {
  readonly #connection: PostgresConnection;
  readonly #schema: string;

  constructor(connection: PostgresConnection, schema: string) {
    this.#connection = connection;
    this.#schema = `"${schema.replaceAll('"', '""')}"`;
  }

  async prepare(): Promise<boolean> {
    const schema = this.#schema;
    // One block under one lock: two processes that start at the same time would both create, and one would fail.
    await this.#connection.query(`
      DO $tidemark$
      BEGIN
        PERFORM pg_advisory_xact_lock(hashtext('tidemark_leases'));
        CREATE TABLE IF NOT EXISTS ${schema}.tidemark_leases (
          thread_id TEXT PRIMARY KEY,
          token BIGINT NOT NULL,
          holder TEXT NOT NULL,
          expires_at TIMESTAMPTZ NOT NULL,
          milliseconds BIGINT NOT NULL DEFAULT 30000
        );
        ALTER TABLE ${schema}.tidemark_leases ADD COLUMN IF NOT EXISTS milliseconds BIGINT NOT NULL DEFAULT 30000;
        -- A lease that is removed leaves its token behind: the next lease of any new thread gets a greater one.
        CREATE TABLE IF NOT EXISTS ${schema}.tidemark_cleared_leases (id INTEGER PRIMARY KEY CHECK (id = 1), token BIGINT NOT NULL);
        CREATE OR REPLACE FUNCTION ${schema}.tidemark_clear_lease() RETURNS trigger LANGUAGE plpgsql AS $clear$
        BEGIN
          INSERT INTO ${schema}.tidemark_cleared_leases AS cleared (id, token) VALUES (1, OLD.token)
            ON CONFLICT (id) DO UPDATE SET token = greatest(cleared.token, excluded.token);
          RETURN NULL;
        END $clear$;
        IF NOT EXISTS (
          SELECT 1 FROM pg_trigger WHERE tgname = 'tidemark_clear_lease'
            AND tgrelid = to_regclass('${schema.replaceAll("'", "''")}.tidemark_leases')
        ) THEN
          CREATE TRIGGER tidemark_clear_lease AFTER DELETE ON ${schema}.tidemark_leases
            FOR EACH ROW EXECUTE FUNCTION ${schema}.tidemark_clear_lease();
        END IF;
        IF to_regclass('${schema.replaceAll("'", "''")}.checkpoints') IS NOT NULL THEN
          CREATE OR REPLACE FUNCTION ${schema}.tidemark_fence() RETURNS trigger LANGUAGE plpgsql AS $fence$
          DECLARE newest bigint;
          BEGIN
            -- A writer that freezes before it commits would keep the row, and with it every successor.
            PERFORM set_config('idle_in_transaction_session_timeout', '5000', true);
            SELECT token INTO newest FROM ${schema}.tidemark_leases WHERE thread_id = NEW.thread_id FOR SHARE;
            IF newest > (NEW.metadata ->> 'tidemark_fence')::bigint THEN
              RAISE EXCEPTION 'tidemark_fenced';
            END IF;
            RETURN NEW;
          END $fence$;
          IF NOT EXISTS (
            SELECT 1 FROM pg_trigger WHERE tgname = 'tidemark_fence_checkpoints'
              AND tgrelid = to_regclass('${schema.replaceAll("'", "''")}.checkpoints')
          ) THEN
            CREATE TRIGGER tidemark_fence_checkpoints BEFORE INSERT OR UPDATE ON ${schema}.checkpoints
              FOR EACH ROW WHEN (NEW.metadata ->> 'tidemark_fence_of' = NEW.checkpoint_id) EXECUTE FUNCTION ${schema}.tidemark_fence();
          END IF;
        END IF;
      END $tidemark$`);
    const { rows } = await this.#connection.query(
      "SELECT to_regclass($1) IS NOT NULL OR to_regclass($2) IS NOT NULL AS fenced",
      // Those of Tidemark refuse a lost lease themselves.
      [`${schema}.checkpoints`, `${schema}.tidemark_checkpoints`],
    );
    return rows.some((row) => Reflect.get(Object(row), "fenced") === true);
  }

  async take(threadId: string, holder: string, milliseconds: number) {
    const { rows } = await this.#connection.query(
      `INSERT INTO ${this.#schema}.tidemark_leases AS lease (thread_id, token, holder, expires_at, milliseconds)
       VALUES ($1, 1 + coalesce((SELECT token FROM ${this.#schema}.tidemark_cleared_leases), 0), $2,
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
      `UPDATE ${this.#schema}.tidemark_leases SET expires_at = clock_timestamp() + milliseconds * interval '1 millisecond'
       WHERE thread_id = $1 AND expires_at > clock_timestamp() + milliseconds * interval '1 millisecond'`,
      [threadId],
    );
    return null;
  }

  async renew(threadId: string, token: number, milliseconds: number): Promise<boolean> {
    const { rows } = await this.#connection.query(
      `UPDATE ${this.#schema}.tidemark_leases SET expires_at = clock_timestamp() + $3::bigint * interval '1 millisecond', milliseconds = $3::bigint
       WHERE thread_id = $1 AND token = $2 RETURNING token`,
      [threadId, token, milliseconds],
    );
    return rows.length > 0;
  }

  async holds(threadId: string, token: number): Promise<boolean> {
    const { rows } = await this.#connection.query(
      `SELECT 1 FROM ${this.#schema}.tidemark_leases WHERE thread_id = $1 AND token = $2`,
      [threadId, token],
    );
    return rows.length > 0;
  }

  async free(threadId: string, token: number): Promise<void> {
    await this.#connection.query(
      `UPDATE ${this.#schema}.tidemark_leases SET expires_at = '-infinity' WHERE thread_id = $1 AND token = $2`,
      [threadId, token],
    );
  }
}

/** `pg` reads a BIGINT as text. */
const isToken = (row: unknown): row is { readonly token: unknown } =>
  typeof row === "object" && row !== null && "token" in row;
