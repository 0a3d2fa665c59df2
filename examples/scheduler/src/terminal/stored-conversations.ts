import { existsSync, renameSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { importThreads } from "tidemark/checkpoint";
import { sqliteLocks, sqliteSaver, type SqliteSaver, stockThreads } from "tidemark/sqlite";
import { type ThreadLocks } from "tidemark";
import { explainingFailures, openDatabase } from "../calendar/sqlite-database.ts";
import { schedulerErrors } from "../errors.ts";

/** Stored conversations of all threads, in a file next to the calendar. */
export interface StoredConversations {
  readonly saver: SqliteSaver;
  /** Locks that keep other processes off a thread while a turn runs. */
  readonly locks: ThreadLocks;
  close(): void;
}

/** Time that the next process waits for one that died during a turn, in milliseconds. */
const LEASE_MILLISECONDS = 5_000;

/**
 * Opens the conversations of a calendar. Conversations of an earlier version, in `.threads`, are imported first, all or none;
 * their file is then renamed to `.threads.imported`.
 *
 * A file that cannot be read throws `scheduler/unusableDatabase`, and no data is lost.
 */
export async function openStoredConversations(calendarFile: string): Promise<StoredConversations> {
  const inMemory = calendarFile === ":memory:";
  const file = inMemory ? calendarFile : `${calendarFile}.conversations`;
  const database = openDatabase(file);
  try {
    const saver = explainingFailures(file, () => sqliteSaver({ database }));
    const old = `${calendarFile}.threads`;
    if (!inMemory && existsSync(old)) await importOldConversations(old, saver);
    const locks = sqliteLocks(database, { leaseMilliseconds: LEASE_MILLISECONDS });
    return { saver, locks, close: () => database.close() };
  } catch (error) {
    database.close();
    throw error;
  }
}

async function importOldConversations(file: string, saver: SqliteSaver): Promise<void> {
  const old = explainingFailures(file, () => new DatabaseSync(file));
  try {
    await allOrNone(saver.database, () => importThreads(stockThreads(old), saver));
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw schedulerErrors.unusableDatabase({ file, problem }, { cause: error });
  } finally {
    old.close();
  }
  renameSync(file, `${file}.imported`);
}

/** Runs `work` in a transaction: a process that dies midway leaves the new file empty, and the next one starts over. */
async function allOrNone(database: DatabaseSync, work: () => Promise<unknown>): Promise<void> {
  database.exec("begin immediate");
  try {
    await work();
    database.exec("commit");
  } catch (error) {
    if (database.isTransaction) database.exec("rollback");
    throw error;
  }
}
