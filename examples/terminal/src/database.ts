import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { terminalErrors } from "./errors.ts";

/** Time that a process waits for the write of another one, in milliseconds. */
const BUSY_MILLISECONDS = 5_000;

/** Runs `work` and converts errors of SQLite to `terminal/unusableDatabase`; other errors pass through. */
export function explainingFailures<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error) || !("errstr" in error)) throw error;
    throw terminalErrors.unusableDatabase({ file, problem: String(error.errstr) }, { cause: error });
  }
}

/** Opens or creates a database file in write-ahead mode, with its folders. Throws `terminal/unusableDatabase`. */
export function openDatabase(file: string): DatabaseSync {
  try {
    if (file !== ":memory:") makeFolder(resolve(dirname(file)));
  } catch (error) {
    throw terminalErrors.unusableDatabase({ file, problem: "its directory cannot be created" }, { cause: error });
  }
  return explainingFailures(file, () => {
    const database = new DatabaseSync(file, { timeout: BUSY_MILLISECONDS });
    try {
      // SQLite reads the file only on first use. This fails early for a file that is not a database.
      database.exec("pragma journal_mode = wal");
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
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
