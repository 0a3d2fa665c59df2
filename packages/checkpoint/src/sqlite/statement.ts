import type { SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { idOf } from "../saver/stored-id.ts";

/** Marks a text that SQLite could not hold as it is. */
const MARK = "\u0001";

type Row = Record<string, SQLOutputValue>;

/**
 * A prepared statement that gives every text back as it was. SQLite itself replaces halves of characters, and so would take the ids
 * of two threads for one.
 *
 * @internal
 */
export class Statement {
  /** The statement itself, for texts that are compared with those of others. */
  readonly bare: StatementSync;

  constructor(bare: StatementSync) {
    this.bare = bare;
  }

  run(...values: SQLInputValue[]): ReturnType<StatementSync["run"]> {
    return this.bare.run(...values.map(written));
  }

  get(...values: SQLInputValue[]): Row | undefined {
    const row = this.bare.get(...values.map(written));
    return row === undefined ? undefined : read(row);
  }

  all(...values: SQLInputValue[]): Row[] {
    const rows = this.bare.all(...values.map(written));
    for (const row of rows) read(row);
    return rows;
  }
}

const written = (value: SQLInputValue): SQLInputValue =>
  typeof value === "string" && (value.startsWith(MARK) || !isWellFormed(value)) ? MARK + JSON.stringify(value) : value;

function read(row: Row): Row {
  for (const name in row) {
    const value = row[name];
    if (typeof value === "string" && value.startsWith(MARK)) row[name] = idOf(value);
  }
  return row;
}

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);
