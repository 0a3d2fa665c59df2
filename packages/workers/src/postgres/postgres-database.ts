import { type EmittingPool, isForbidden, missingRight, surviveLostConnections } from "@tidemark/checkpoint/internal";
import { systemClock } from "@tidemark/state-manager";
import { keyOf, Signals } from "../engine/signals.ts";
import { unavailable, workerErrors } from "../errors.ts";
import { areTablesReady, prepareTables } from "../sql/schema.ts";
import type { Row, Sql, TurnDatabase } from "../sql/turn-database.ts";
import { type ListeningPool, PostgresNotices } from "./postgres-notices.ts";

interface Result {
  readonly rows: readonly unknown[];
  readonly rowCount: number | null;
}

/** A client of `pg`. */
interface TurnClient {
  query(text: string, values?: unknown[]): Promise<Result>;
  on(event: "error", listener: (error: Error) => void): unknown;
  removeListener(event: "error", listener: (error: Error) => void): unknown;
  release(broken?: boolean): void;
}

/** Connections to Postgres: a `Pool` of `pg`. */
export interface TurnPool extends EmittingPool, ListeningPool {
  connect(): Promise<TurnClient>;
}

const WORDS = { serial: "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY", integer: "BIGINT" };

/** Number of attempts for a transaction that conflicts with others. */
const ATTEMPTS = 8;

/**
 * Time after which the server ends a transaction that does nothing, in milliseconds. A process that freezes inside one has the lock of
 * its queue, and nobody could send or claim a turn until it wakes up.
 */
const IDLE = 2_000;

/** Stores turns in a schema of Postgres. */
export function postgresDatabase(pool: TurnPool, schema: string): TurnDatabase {
  surviveLostConnections(pool);
  const quoted = `"${schema.replaceAll('"', '""')}"`;
  let prepared: Promise<void> | null = null;
  const signals = new Signals(systemClock);
  const notify = (channel: string, payload: string) =>
    alone((sql) => sql.get("SELECT pg_notify(?, ?)", channel, payload));
  const notices = new PostgresNotices({ pool, schema, signals, clock: systemClock, notify });
  const connect = (): Promise<TurnClient> =>
    pool.connect().catch((error: unknown) => {
      throw unavailable(error);
    });

  /** Runs each statement alone, without the round trips of a transaction. */
  const alone = async <Value>(body: (sql: Sql) => Promise<Value>): Promise<Value> => {
    const client = await connect();
    let broken = true;
    try {
      const value = await body(sqlOf(client, (text) => text.replaceAll(TABLES, `$1 ${quoted}.$2`)));
      broken = false;
      return value;
    } finally {
      client.release(broken);
    }
  };

  const within = async <Value>(lock: string, body: (sql: Sql) => Promise<Value>): Promise<Value> => {
    const client = await connect();
    // A connection that breaks between two statements has nobody else who listens; the next statement fails.
    let dropped: unknown = null;
    const drop = (error: unknown): void => {
      dropped ??= error;
    };
    client.on("error", drop);
    let broken = true;
    try {
      await client.query(
        `BEGIN; SET LOCAL search_path TO ${quoted}; SET LOCAL idle_in_transaction_session_timeout = ${IDLE};
         SELECT pg_advisory_xact_lock(hashtextextended('${lock.replaceAll("'", "''")}', 0))`,
      );
      const value = await body(sqlOf(client));
      await client.query("COMMIT");
      broken = false;
      return value;
    } catch (error) {
      broken = await client.query("ROLLBACK").then(
        () => false,
        () => true,
      );
      // The reason is in the event, not in the error of the statement that found the connection closed.
      throw codeOf(dropped) === IDLE_ENDED ? dropped : error;
    } finally {
      client.removeListener("error", drop);
      client.release(broken);
    }
  };

  /** Runs work, and throws `workers/notPermitted` for a statement that the role may not run. */
  const permitted = async <Value>(run: () => Promise<Value>, made = true): Promise<Value> => {
    try {
      return await again(run);
    } catch (error) {
      if (!isForbidden(error)) throw error;
      const rows = (text: string, values: readonly string[]) => alone((sql) => sql.all(text, ...values));
      const right = await missingRight(rows, schema, { error, made });
      throw workerErrors.notPermitted(right, { cause: error });
    }
  };

  // A role that may not create anything works with what exists.
  const isReady = async (sql: Sql): Promise<boolean> =>
    (await sql.get(TABLE, schema)) !== undefined && (await areTablesReady(sql));
  const make = async (sql: Sql): Promise<void> => {
    if ((await sql.get(SCHEMA, schema)) === undefined) await sql.run(`CREATE SCHEMA IF NOT EXISTS ${quoted}`);
    await prepareTables(sql, WORDS);
  };
  const makeMissing = async (): Promise<void> => {
    if (await permitted(() => alone(isReady))) return;
    await permitted(() => within(`tidemark turns ${schema}`, make), false);
  };

  const prepare = async (): Promise<void> => {
    prepared ??= makeMissing();
    try {
      await prepared;
    } catch (error) {
      prepared = null;
      throw error;
    }
  };

  return {
    now: "(extract(epoch FROM clock_timestamp()) * 1000)::bigint",
    share: " FOR SHARE",
    async read(body) {
      await prepare();
      return permitted(() => alone(body));
    },
    async write(_, queue, body) {
      await prepare();
      return permitted(() => (queue === null ? alone(body) : within(`tidemark turns ${schema} ${queue}`, body)));
    },
    watch: (queue, turnId) => notices.watch(channelOf(turnId), keyOf(queue, turnId)),
    async tell(reach, queue, turnId) {
      const key = keyOf(queue, turnId);
      signals.wake(key);
      if (reach === "far") await notices.tell(channelOf(turnId), key);
    },
    // The application owns the pool.
    close: () => notices.close(),
  };
}

/** Runs a transaction again that got in the way of another one. Throws `workers/unavailable`. */
async function again<Value>(run: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt < ATTEMPTS && CONFLICTS.has(codeOf(error))) continue;
      throw isForbidden(error) || workerErrors.unavailable.is(error) || !isOfDatabase(error)
        ? error
        : unavailable(error);
    }
  }
}

const SCHEMA = "SELECT 1 FROM pg_namespace WHERE nspname = ?";

const TABLE = `SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = ? AND c.relname = 'tidemark_turns_schema'`;

/** Tables of turns in a statement. */
const TABLES = /\b(FROM|JOIN|INTO|UPDATE) (tidemark_turn\w+)/g;

const channelOf = (turnId: string | undefined) => (turnId === undefined ? "tidemark_work" : "tidemark_turns");

function sqlOf(client: TurnClient, named: (text: string) => string = (text) => text): Sql {
  const run = (text: string, values: readonly unknown[]) => client.query(named(numbered(text)), [...values]);
  return {
    async get(text, ...values) {
      return rowsOf(await run(text, values))[0];
    },
    async all(text, ...values) {
      return rowsOf(await run(text, values));
    },
    async run(text, ...values) {
      return (await run(text, values)).rowCount ?? 0;
    },
    async changeFrom([from, ...given], [change, ...values]) {
      return (await run(`WITH source AS (${from}) ${change}`, [...given, ...values])).rowCount ?? 0;
    },
    async change(statements) {
      const last = statements.at(-1);
      if (last === undefined) return;
      const before = statements.slice(0, -1).map(([text], index) => `change_${index} AS (${text})`);
      const text = before.length === 0 ? last[0] : `WITH ${before.join(", ")} ${last[0]}`;
      await run(
        text,
        statements.flatMap(([, ...values]) => values),
      );
    },
  };
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `pg` returns rows as records
const rowsOf = ({ rows }: Result): readonly Row[] => rows as readonly Row[];

const texts = new Map<string, string>();

/** The text with numbers for its placeholders. No statement contains a question mark otherwise. */
function numbered(text: string): string {
  const known = texts.get(text);
  if (known !== undefined) return known;
  let count = 0;
  const made = text.replaceAll("?", () => {
    count += 1;
    return `$${count}`;
  });
  texts.set(text, made);
  return made;
}

/** Code of a transaction that the server has ended because it did nothing. */
const IDLE_ENDED = "25P03";

/**
 * Transactions that were not committed and can run again: serialization failure, deadlock, two of the same turn, and those of a process that
 * froze.
 */
const CONFLICTS: ReadonlySet<string> = new Set(["40001", "40P01", "23505", IDLE_ENDED]);

const codeOf = (error: unknown): string => {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" ? code : "";
};

/** True for an error of the server or of the connection. */
const isOfDatabase = (error: unknown): boolean =>
  /^[0-9A-Z]{5}$/.test(codeOf(error)) ||
  /^E[A-Z]+$/.test(codeOf(error)) ||
  (error instanceof Error && /connection|timeout/i.test(error.message) && !("details" in error));
