import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { terminalErrors } from "./errors.ts";

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
    const database = new DatabaseSync(file, { timeout: 5000 });
    try {
      database.exec("pragma journal_mode = wal; pragma synchronous = full");
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw terminalErrors.unusableDatabase({ file, problem }, { cause: error });
  }
}
