import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { fileProblem, rememberFiles, SqliteAttempts } from "@tidemark/checkpoint/internal/sqlite";
import { systemClock } from "@tidemark/state-manager";
import { keyOf, Signals } from "../engine/signals.ts";
import { unavailable } from "../errors.ts";
import { prepareTables } from "../sql/schema.ts";
import type { Row, Sql, SqlValue, TurnDatabase } from "../sql/turn-database.ts";

const WORDS = { serial: "INTEGER PRIMARY KEY AUTOINCREMENT", integer: "INTEGER" };

/** Time after which a process sees changes of others, in milliseconds. */
const LOOK = 20;

/** Time after which a process looks for turns although the file has not changed, in milliseconds. */
const LONGEST = 1_000;

/** Maximum number of statements that a connection keeps prepared. */
const MOST_STATEMENTS = 200;

/** Opens a SQLite file of turns. Throws `workers/unavailable`. */
export function sqliteDatabase(file: string): TurnDatabase {
  const durable = new Connection(connect(file, "FULL"));
  // A database in memory belongs to one connection.
  const fast = file === ":memory:" ? durable : new Connection(connect(file, "NORMAL"));
  const signals = new Signals(systemClock);
  let prepared: Promise<void> | null = null;
  const prepare = async (): Promise<void> => {
    prepared ??= durable.transaction((sql) => prepareTables(sql, WORDS));
    try {
      await prepared;
    } catch (error) {
      prepared = null;
      throw error;
    }
  };
  return {
    share: "",
    now: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
    read: (body) =>
      typed(async () => {
        await prepare();
        return fast.read(body);
      }),
    write: (mode, _, body) =>
      typed(async () => {
        await prepare();
        return (mode === "durable" ? durable : fast).transaction(body);
      }),
    watch(queue, turnId) {
      const watch = signals.watch(keyOf(queue, turnId), () => LOOK);
      let version = fast.version();
      return {
        ...watch,
        async next(signal, milliseconds = Infinity) {
          const before = version;
          const longest = Math.min(milliseconds, LONGEST);
          let isWoken = false;
          for (let waited = 0; !isWoken && version === before && waited < longest; waited += LOOK) {
            isWoken = await watch.next(undefined, longest - waited);
            if (signal?.aborted === true) break;
            version = fast.version();
          }
          return isWoken || version !== before;
        },
      };
    },
    async tell(_, queue, turnId) {
      signals.wake(keyOf(queue, turnId));
    },
    async close() {
      for (const each of [durable, fast]) each.close();
    },
  };
}

function connect(file: string, synchronous: "FULL" | "NORMAL"): DatabaseSync {
  try {
    const connection = new DatabaseSync(file);
    connection.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}`);
    rememberFiles(connection);
    return connection;
  } catch (error) {
    throw unavailable(error);
  }
}

/** A connection whose transactions run one after the other. */
class Connection {
  readonly #database: DatabaseSync;
  readonly #attempts: SqliteAttempts;
  readonly #sql: Sql;
  #last: Promise<unknown> = Promise.resolve();

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#attempts = new SqliteAttempts(database);
    const kept = new Map<string, StatementSync>();
    const prepare = (text: string): StatementSync => {
      const known = kept.get(text);
      if (known !== undefined) return known;
      // Texts differ by the number of their rows.
      if (kept.size === MOST_STATEMENTS) kept.clear();
      const statement = database.prepare(text);
      kept.set(text, statement);
      return statement;
    };
    this.#sql = {
      async get(text, ...values: readonly SqlValue[]): Promise<Row | undefined> {
        return prepare(text).get(...inputs(values));
      },
      async all(text, ...values: readonly SqlValue[]): Promise<readonly Row[]> {
        return prepare(text).all(...inputs(values));
      },
      async run(text, ...values: readonly SqlValue[]) {
        return Number(prepare(text).run(...inputs(values)).changes);
      },
      async changeFrom([from, ...given], [change, ...values]) {
        const row = prepare(from).get(...inputs(given));
        if (row === undefined) return 0;
        const source = Object.keys(row).map((column) => `? AS ${column}`);
        const statement = prepare(`WITH source AS (SELECT ${source.join(", ")}) ${change}`);
        return Number(statement.run(...Object.values(row), ...inputs(values)).changes);
      },
      async change(statements) {
        for (const [text, ...values] of statements) prepare(text).run(...inputs(values));
      },
    };
  }

  /** Number that changes when another connection has changed the file. */
  version(): unknown {
    try {
      return this.#database.prepare("PRAGMA data_version").get()?.["data_version"];
    } catch {
      // Closed, or locked for a moment.
      return null;
    }
  }

  /** Reads one state of the database. */
  read<Result>(body: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.#next(() => this.#within("BEGIN", body));
  }

  transaction<Result>(body: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.#next(() => this.#within("BEGIN IMMEDIATE", body));
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  async #within<Result>(begin: string, body: (sql: Sql) => Promise<Result>): Promise<Result> {
    // Only the beginning waits for other writers: a transaction that has begun has the file.
    await this.#attempts.run(() => this.#database.exec(begin));
    try {
      const result = await body(this.#sql);
      const problem = fileProblem(this.#database);
      if (problem !== null) throw unavailable(problem);
      this.#database.exec("COMMIT");
      return result;
    } catch (error) {
      // A full disk has ended the transaction already.
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw error;
    }
  }

  /** Runs a transaction after those before it. The statements of one connection are all part of its transaction. */
  #next<Result>(run: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(run);
    // A transaction that failed does not stop the next one.
    this.#last = result.catch(() => undefined);
    return result;
  }
}

const inputs = (values: readonly SqlValue[]): SQLInputValue[] => [...values];

async function typed<Result>(body: () => Promise<Result>): Promise<Result> {
  try {
    return await body();
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, "code") === "ERR_SQLITE_ERROR") throw unavailable(error);
    throw error;
  }
}
