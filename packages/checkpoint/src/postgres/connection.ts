import { checkpointErrors } from "../kernel/errors.ts";
import { REMOVED } from "./functions.ts";
import { type EmittingPool, surviveLostConnections } from "./pool/lost-connections.ts";
import { permitted } from "./rights.ts";

/** A client of `pg`. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
  on(event: "error", listener: (error: Error) => void): unknown;
  removeListener(event: "error", listener: (error: Error) => void): unknown;
  release(broken?: boolean): void;
}

/** Connections to Postgres: a `Pool` of `pg`. */
export interface PostgresPool extends EmittingPool {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
  connect(): Promise<PostgresClient>;
}

/** A row as `pg` gives it. */
export type Row = Readonly<Record<string, unknown>>;

/** Runs a statement for its rows. */
export type Query = (text: string, values?: unknown[]) => Promise<readonly Row[]>;

/** Number of attempts for a write that conflicts with others. */
export const ATTEMPTS = 8;

/** Maximum idle time of a transaction that others wait for, in milliseconds. */
const IDLE_MILLISECONDS = 10_000;

/**
 * Statements and transactions on a schema; a database that is not there throws `checkpoint/unavailable`, one that goes away
 * `checkpoint/connectionLost`, and a right that the role lacks `checkpoint/notPermitted`.
 *
 * @internal
 */
export class Connection {
  readonly #pool: PostgresPool;

  readonly #schema: string;
  /** Opens the rows of statements that are encrypted. Null for a schema that is not. */
  opening: ((rows: readonly Row[], query: Query) => Promise<readonly Row[]>) | null = null;

  constructor(pool: PostgresPool, schema: string) {
    this.#pool = pool;
    this.#schema = schema;
    surviveLostConnections(pool);
  }

  readonly query: Query = (text, values = []) =>
    permitted(this.#rows, this.#schema, { run: () => this.#rows(text, values), made: true });

  readonly #rows: Query = async (text, values = []) => {
    try {
      return await this.#opened(rowsOf(await this.#pool.query(text, values)), this.#rows);
    } catch (error) {
      throw translated(error);
    }
  };

  async #opened(rows: readonly Row[], query: Query): Promise<readonly Row[]> {
    // Several statements in one text have no rows that a caller reads.
    return this.opening === null || !Array.isArray(rows) ? rows : await this.opening(rows, query);
  }

  /** Runs a body as one transaction, again when another one got in its way; a failure leaves nothing behind. */
  async transaction<Result>(
    body: (query: Query) => Promise<Result>,
    { made = true }: { readonly made?: boolean } = {},
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await permitted(this.#rows, this.#schema, { run: () => this.#once(body), made });
      } catch (error) {
        if (!isConflict(error)) throw error;
        if (attempt === ATTEMPTS) throw inTheWay(error);
      }
    }
  }

  async #once<Result>(body: (query: Query) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw translated(error);
    });
    let broken = false;
    const breaks = () => {
      broken = true;
    };
    // A lost connection is also an event of the client. Without a listener it would end the process.
    client.on("error", breaks);
    try {
      await client.query(
        `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL idle_in_transaction_session_timeout = ${IDLE_MILLISECONDS}`,
      );
      const query: Query = async (text, values = []) =>
        await this.#opened(rowsOf(await client.query(text, values)), query);
      const result = await body(query);
      await client.query("COMMIT");
      return result;
    } catch (error) {
      await client.query("ROLLBACK").catch(breaks);
      throw translated(error);
    } finally {
      client.removeListener("error", breaks);
      client.release(broken);
    }
  }
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `pg` gives each row as a record
const rowsOf = ({ rows }: { readonly rows: readonly unknown[] }): readonly Row[] => rows as readonly Row[];

const codeOf = (error: unknown): string => {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" ? code : "";
};

/** True if a statement failed only because of what others did at the same time. */
export const isConflict = (error: unknown): boolean => ["40001", "40P01"].includes(codeOf(error));

/** True if a statement failed only because what it names was removed meanwhile. */
export const isRemoval = (error: unknown): boolean => codeOf(error) === REMOVED;

/** True if a statement failed because the database was not there. */
export const isOutage = (error: unknown): boolean =>
  checkpointErrors.connectionLost.is(error) || checkpointErrors.unavailable.is(error);

/** The error after too many conflicts. */
export const inTheWay = (error: unknown): Error =>
  checkpointErrors.unavailable({ problem: "others got in the way again and again" }, { cause: error });

// Resources (53), the state of the server (57P03 while it starts, 58), a server that only reads (25006), and what took longer than it
// may (55P03, 57014): a statement of that kind has not run.
const UNAVAILABLE = /^(?:25006|53|55P03|57014|57P03|58|ECONNREFUSED|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)/;
const NO_ANSWER = /timeout exceeded when trying to connect|pool after calling end/i;
const LOST = /^(?:08|57P0[12]|25P03|ECONNRESET|EPIPE|ETIMEDOUT)/;
const TERMINATED = /connection terminated|connection error|not queryable|query read timeout/i;

function translated(error: unknown): unknown {
  if (!(error instanceof Error) || checkpointErrors.connectionLost.is(error)) return error;
  const code = codeOf(error);
  // A connection that was refused at several addresses says nothing but its code.
  const problem = error.message === "" ? code : error.message;
  if (LOST.test(code) || TERMINATED.test(problem))
    return checkpointErrors.connectionLost({ problem }, { cause: error });
  if (!UNAVAILABLE.test(code) && !NO_ANSWER.test(problem)) return error;
  return checkpointErrors.unavailable({ problem }, { cause: error });
}
