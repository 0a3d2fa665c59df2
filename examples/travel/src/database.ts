import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { travelErrors } from "./errors.ts";

/**
 * Opens the database file of conversations, profiles and bookings, and creates it if needed.
 *
 * Throws `travel/unusableDatabase`.
 */
export function openDatabase(file: string): DatabaseSync {
  try {
    if (file !== ":memory:") makeFolder(resolve(dirname(file)));
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

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Creates one folder at a time, because Node's `recursive` option never returns below /proc. */
function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  if (folder !== dirname(folder)) makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have created it first.
    if (!isFolder(folder)) throw error;
  }
}
