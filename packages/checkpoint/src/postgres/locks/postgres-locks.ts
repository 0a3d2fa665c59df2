import { CLEARED_LEASES, LEASES } from "../../kernel/lease-names.ts";
import type { LeaseStore } from "../../locks/lease-store.ts";
import { leasedLocks, type LeaseOptions } from "../../locks/leased-locks.ts";
import type { PostgresPool } from "../connection.ts";
import type { ThreadLocks } from "../../locks/thread-locks.ts";
import { permitted } from "../rights.ts";
import { createLockTables, findLockTables } from "./lock-tables.ts";

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
 * schema. `prepare` creates the tables of the locks; the schema is created with the tables of the saver, if it is missing.
 *
 * @internal
 */
export function locksOfSaver(
  connection: Pick<PostgresPool, "query">,
  schema: string,
  createSchema: () => Promise<void>,
): { readonly locks: ThreadLocks; readonly prepare: () => Promise<unknown> } {
  const leases = new PostgresLeases(connection, schema, createSchema);
  return { locks: leasedLocks(leases), prepare: () => leases.prepare() };
}

/** State of the tables of the locks. */
interface LockTables {
  /** True if the schema exists. */
  readonly present: boolean;
  /** True if the tables, functions and triggers are those of this version. */
  readonly made: boolean;
  /** True if the schema has tables of a saver, so that writes of lost leases are refused. */
  readonly fenced: boolean;
}

class PostgresLeases implements LeaseStore {
  readonly #connection: Pick<PostgresPool, "query">;
  readonly #name: string;
  readonly #schema: string;
  readonly #createSchema: (() => Promise<void>) | null;

  constructor(
    connection: Pick<PostgresPool, "query">,
    schema: string,
    createSchema: (() => Promise<void>) | null = null,
  ) {
    this.#connection = connection;
    this.#createSchema = createSchema;
    this.#name = schema;
    this.#schema = `"${schema.replaceAll('"', '""')}"`;
  }

  async prepare(): Promise<boolean> {
    // A role that may not create anything works with tables that exist.
    const { made, present, fenced } = await this.#tables();
    if (made) return fenced;
    if (!present) await this.#createSchema?.();
    await this.#run(createLockTables(this.#schema), [], { made: false });
    return (await this.#tables()).fenced;
  }

  async #tables(): Promise<LockTables> {
    const [row] = await this.#run(...findLockTables(this.#name, this.#schema));
    const found = (name: keyof LockTables) => Reflect.get(Object(row), name) === true;
    return { present: found("present"), made: found("made"), fenced: found("fenced") };
  }

  async #run(text: string, values: unknown[], { made } = { made: true }): Promise<readonly unknown[]> {
    const rows = async (each: string, all: unknown[]) => (await this.#connection.query(each, all)).rows;
    return permitted(rows, this.#name, { run: () => rows(text, values), made });
  }

  async take(threadId: string, holder: string, milliseconds: number) {
    const rows = await this.#run(
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
    await this.#run(
      `UPDATE ${this.#schema}.${LEASES} SET expires_at = clock_timestamp() + milliseconds * interval '1 millisecond'
       WHERE thread_id = $1 AND expires_at > clock_timestamp() + milliseconds * interval '1 millisecond'`,
      [threadId],
    );
    return null;
  }

  async renew(threadId: string, token: number, milliseconds: number): Promise<boolean> {
    const rows = await this.#run(
      `UPDATE ${this.#schema}.${LEASES} SET expires_at = clock_timestamp() + $3::bigint * interval '1 millisecond', milliseconds = $3::bigint
       WHERE thread_id = $1 AND token = $2 RETURNING token`,
      [threadId, token, milliseconds],
    );
    return rows.length > 0;
  }

  async holds(threadId: string, token: number): Promise<boolean> {
    const rows = await this.#run(`SELECT 1 FROM ${this.#schema}.${LEASES} WHERE thread_id = $1 AND token = $2`, [
      threadId,
      token,
    ]);
    return rows.length > 0;
  }

  async free(threadId: string, token: number): Promise<void> {
    await this.#run(
      `UPDATE ${this.#schema}.${LEASES} SET expires_at = '-infinity' WHERE thread_id = $1 AND token = $2`,
      [threadId, token],
    );
  }
}

/** True if a row has a token, which `pg` reads as text. */
const isToken = (row: unknown): row is { readonly token: unknown } =>
  typeof row === "object" && row !== null && "token" in row;
