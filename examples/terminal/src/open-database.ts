import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { terminalErrors } from "./errors.ts";

/** Runs `work` and converts errors of SQLite to `terminal/unusableDatabase`; other errors pass through. */
export function explainingFailures<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error) || !("errstr" in error)) throw error;
    throw terminalErrors.unusableDatabase({ file, problem: String(error.errstr) }, { cause: error });
  }
}

/**
 * Opens a database file in write-ahead mode, and creates it and its folder if needed.
 *
 * Throws `terminal/unusableDatabase`, also for a file that is not a database.
 */
export function openDatabase(file: string): DatabaseSync {
  try {
    const folder = path.dirname(file);
    // Only one level, because Node's `recursive` never returns below /proc.
    if (!existsSync(folder)) mkdirSync(folder);
  } catch (error) {
    throw terminalErrors.unusableDatabase({ file, problem: "its directory cannot be created" }, { cause: error });
  }
  return explainingFailures(file, () => {
    const database = new DatabaseSync(file, { timeout: 5000 });
    try {
      database.exec("pragma journal_mode = wal; pragma synchronous = full");
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}
