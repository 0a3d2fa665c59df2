import type { TurnWatch } from "../store/turn-store.ts";

/** A row of a result. */
export type Row = Readonly<Record<string, unknown>>;

/** A value of a statement. */
export type SqlValue = number | string | null;

/** A statement with its values. */
export type Statement = readonly [text: string, ...values: readonly SqlValue[]];

/** Statements in a transaction. A `?` in the text stands for the next value. */
export interface Sql {
  /** Returns the first row. */
  get(text: string, ...values: readonly SqlValue[]): Promise<Row | undefined>;
  /** Returns all rows. */
  all(text: string, ...values: readonly SqlValue[]): Promise<readonly Row[]>;
  /** Returns the number of changed rows. */
  run(text: string, ...values: readonly SqlValue[]): Promise<number>;
  /** Runs a change that reads the row of `from` as the table `source`, in one round trip. Returns the number of changed rows: 0 without a row. */
  changeFrom(from: Statement, change: Statement): Promise<number>;
  /**
   * Runs statements in one round trip. They change different rows, and none of them reads what a later one changes: a database may show
   * each of them the state before all.
   */
  change(statements: readonly Statement[]): Promise<void>;
}

/** Database of turns. Its tables are made at the first use. */
export interface TurnDatabase {
  /** Expression for the present time, in milliseconds since 1970. */
  readonly now: string;
  /** End of a statement that keeps others from changing the rows that it reads, until the transaction ends. */
  readonly share: string;
  /** Runs statements that read, each of which sees one state. */
  read<Result>(body: (sql: Sql) => Promise<Result>): Promise<Result>;
  /**
   * Runs statements as one transaction, one at a time for each queue that is named. Without a queue, each statement may be a separate transaction.
   * `durable` waits for the disk; what a loss of power takes back of `fast` is done again.
   */
  write<Result>(mode: "durable" | "fast", queue: string | null, body: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** Watches the turns of a queue that may run, or the changes of one turn. */
  watch(queue: string, turnId?: string): TurnWatch;
  /** Wakes those who watch the same, in all processes. `near` wakes those of this process. */
  tell(reach: "far" | "near", queue: string, turnId?: string): Promise<void>;
  /** Closes the connections. */
  close(): Promise<void>;
}
