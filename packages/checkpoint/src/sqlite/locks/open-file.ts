import { statSync } from "node:fs";
import { platform } from "node:process";
import type { SqliteConnection } from "./connection.ts";

/** Files of a database in the mode WAL. */
const SUFFIXES = ["", "-wal", "-shm"] as const;

/** Files that a connection has open, with their identities when they were seen first. Null for a file that was not seen yet. */
interface OpenFiles {
  readonly file: string;
  readonly identities: (string | null)[];
}

const seen = new WeakMap<SqliteConnection, OpenFiles | null>();

/**
 * Remembers the files that a connection has open. Call it when the connection has read or written for the first time.
 *
 * Windows refuses to remove or replace an open file, so there is nothing to remember there, as for a database in memory.
 */
export function rememberFiles(connection: SqliteConnection): void {
  if (!seen.has(connection)) seen.set(connection, platform === "win32" ? null : filesOf(connection));
}

function filesOf(connection: SqliteConnection): OpenFiles | null {
  const row = connection.prepare("SELECT file FROM pragma_database_list WHERE name = 'main'").get();
  const file: unknown = typeof row === "object" && row !== null && "file" in row ? row.file : "";
  if (typeof file !== "string" || file === "") return null;
  return { file, identities: SUFFIXES.map((suffix) => identityOf(`${file}${suffix}`)) };
}

/** Device and number of a file. Null if there is no file. */
function identityOf(path: string): string | null {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? null : `${found.dev}/${found.ino}`;
  } catch {
    return null;
  }
}

/**
 * Returns what has happened to the files of a connection since it was opened. Null if they are the same.
 *
 * SQLite goes on writing to a file that was deleted, moved or replaced. No other process would read what is stored there.
 */
export function fileProblem(connection: SqliteConnection): string | null {
  rememberFiles(connection);
  const files = seen.get(connection) ?? null;
  if (files === null) return null;
  const { file, identities } = files;
  for (const [index, suffix] of SUFFIXES.entries()) {
    const path = `${file}${suffix}`;
    const before = identities[index] ?? null;
    const now = identityOf(path);
    if (before === now && (now !== null || suffix !== "")) continue;
    // The log is written at the first change, and in no other mode.
    if (suffix !== "" && (before === null || !isLogged(connection))) {
      identities[index] = now;
      continue;
    }
    return `the file ${path} was ${now === null ? "deleted or moved" : "replaced"} while it was open`;
  }
  return null;
}

/** True in the mode WAL. A connection may change its mode. */
function isLogged(connection: SqliteConnection): boolean {
  const row = connection.prepare("PRAGMA journal_mode").get();
  return typeof row === "object" && row !== null && "journal_mode" in row && row.journal_mode === "wal";
}
