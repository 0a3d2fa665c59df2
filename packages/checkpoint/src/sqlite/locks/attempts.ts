import { type Clock, systemClock } from "../../kernel/clock.ts";
import type { SqliteConnection } from "./connection.ts";

/** Total time to retry statements while another connection writes, in milliseconds. */
const PATIENCE = 5_000;

/** Longest pause between two tries, in milliseconds. */
const LONGEST_PAUSE = 25;

/**
 * Runs statements without waiting inside SQLite: while another connection writes, they are retried, and the event loop is not blocked.
 *
 * The application owns the connection. Its busy timeout is 0 during a statement and is restored after it.
 *
 * @internal
 */
export class SqliteAttempts {
  readonly #connection: SqliteConnection;
  readonly #clock: Pick<Clock, "wait">;

  constructor(connection: SqliteConnection, clock: Pick<Clock, "wait"> = systemClock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  /** Retries until the file is free. Throws the error of the driver when it is not free in time. */
  async run<Result>(statements: () => Result): Promise<Result> {
    let waited = 0;
    for (let pause = 1; ; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
      try {
        return this.#once(statements);
      } catch (error) {
        if (!isBusy(error) || waited >= PATIENCE) throw error;
      }
      await this.#clock.wait(pause);
      waited += pause;
    }
  }

  /** Retries until the file is free. Returns null when it is not free in time. */
  async unlessBusy<Result>(statements: () => Result): Promise<Result | null> {
    try {
      return await this.run(statements);
    } catch (error) {
      if (isBusy(error)) return null;
      throw error;
    }
  }

  #once<Result>(statements: () => Result): Result {
    const timeout = timeoutOf(this.#connection.prepare("PRAGMA busy_timeout").get());
    this.#connection.exec("PRAGMA busy_timeout = 0");
    try {
      return statements();
    } finally {
      this.#connection.exec(`PRAGMA busy_timeout = ${timeout}`);
    }
  }
}

const timeoutOf = (row: unknown): number =>
  typeof row === "object" && row !== null && "timeout" in row ? Number(row.timeout) : 0;

/** True if an error is SQLITE_BUSY, SQLITE_LOCKED or an extended code of them, given by name or by number. */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, "code");
  const errcode: unknown = Reflect.get(error, "errcode");
  return (
    /^SQLITE_(?:BUSY|LOCKED)/.test(String(code)) || (typeof errcode === "number" && [5, 6].includes(errcode % 256))
  );
}
