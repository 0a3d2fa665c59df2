import type { DatabaseSync } from "node:sqlite";
import { schedulerErrors } from "../errors.ts";

/** Version of the tables. */
const VERSION = 4;

/**
 * Creates the tables of an empty database, inside the caller's transaction. Returns false if they exist. Throws
 * `scheduler/otherVersion` when a program with other tables wrote them.
 */
export function createTables(database: DatabaseSync, file: string): boolean {
  const found = Number(database.prepare("pragma user_version").get()?.["user_version"] ?? 0);
  if (found === VERSION) return false;
  if (found !== 0) throw schedulerErrors.otherVersion({ file, found, known: VERSION });
  database.exec(`
    create table household (one integer primary key check (one = 1), body text not null) strict;
    create table events (id text primary key, body text not null) strict;
    create table changes (number integer primary key, key text unique, made_by text, made_at text, body text not null,
      text text, touched text, undoes integer) strict;
    pragma user_version = ${VERSION};`);
  return true;
}

/** Runs `work` in one transaction, which is committed or rolled back as a whole. Use "deferred" for reads. */
export function inTransaction<Result>(
  database: DatabaseSync,
  kind: "immediate" | "deferred",
  work: () => Result,
): Result {
  database.exec(`begin ${kind}`);
  try {
    const result = work();
    database.exec("commit");
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec("rollback");
    throw error;
  }
}
