import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { travelErrors } from "./errors.ts";

/**
 * Opens or makes the file that holds everything: conversations, profiles and bookings.
 *
 * Throws `travel/unusableDatabase`.
 */
export function openDatabase(file: string): DatabaseSync {
  try {
    if (file !== ":memory:") mkdirSync(dirname(file), { recursive: true });
    const database = new DatabaseSync(file, { timeout: 5_000 });
    try {
      database.exec("pragma journal_mode = wal");
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw travelErrors.unusableDatabase({ file, problem }, { cause: error });
  }
}
