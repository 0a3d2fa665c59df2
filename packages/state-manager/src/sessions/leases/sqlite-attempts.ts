import { type Clock, systemClock } from "../../kernel/clock.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

/** Total of the pauses in which statements are tried again while another connection writes, in milliseconds. */
const PATIENCE = 5_000;

/** The longest pause between two tries, in milliseconds. */
const LONGEST_PAUSE = 25;

/**
 * Runs statements that never wait inside SQLite: while another connection writes, they are tried again, and the event loop goes on.
 *
 * The connection belongs to the application. Its busy timeout is 0 during a statement, and has its own value again after it.
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

  /** Tries until the file is free; throws the driver's error when it is not free in time. */
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

  /** The same, and null when the file is not free in time. */
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

/** SQLITE_BUSY, SQLITE_LOCKED and their kinds: the drivers name them, or give their number. */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, "code");
  const errcode: unknown = Reflect.get(error, "errcode");
  return (
    /^SQLITE_(?:BUSY|LOCKED)/.test(String(code)) || (typeof errcode === "number" && [5, 6].includes(errcode % 256))
  );
}
