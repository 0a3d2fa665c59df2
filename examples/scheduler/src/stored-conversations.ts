import { sqliteLocks, sqliteSaver, type SqliteSaver } from "tidemark/sqlite";
import { type ThreadLocks } from "tidemark";
import { explainingFailures, openDatabase } from "./calendar/sqlite-database.ts";

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
 * Opens the conversations of a calendar.
 *
 * A file that cannot be read throws `scheduler/unusableDatabase`, and no data is lost.
 */
export function openStoredConversations(calendarFile: string): StoredConversations {
  const inMemory = calendarFile === ":memory:";
  const file = inMemory ? calendarFile : `${calendarFile}.conversations`;
  const database = openDatabase(file);
  try {
    const saver = explainingFailures(file, () => sqliteSaver({ database }));
    const locks = sqliteLocks(database, { leaseMilliseconds: LEASE_MILLISECONDS });
    return { saver, locks, close: () => database.close() };
  } catch (error) {
    database.close();
    throw error;
  }
}
