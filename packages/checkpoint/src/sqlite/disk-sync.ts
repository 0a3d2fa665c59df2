import { closeSync, fdatasync, fdatasyncSync, openSync } from "node:fs";
import { performance } from "node:perf_hooks";
import type { DatabaseSync } from "node:sqlite";
import { checkpointErrors } from "../kernel/errors.ts";

/** A file that others write to. */
export interface WrittenFile {
  /** Ends when all that the file holds now is on the disk. */
  readonly sync: () => Promise<void>;
  readonly close: () => void;
}

/** Lets go of the files of those who were forgotten without being closed, as SQLite does with its own. */
const forgotten = new FinalizationRegistry<WrittenFile>((file) => file.close());

/**
 * Waits for the disk beside the event loop, and while the database is free for others: what was committed before a call is there
 * to stay when the call has ended. Calls that come while one is under way are served by the next one, together.
 *
 * @internal
 */
export class DiskSync {
  readonly #log: WrittenFile;
  #next: Promise<void> | null = null;
  #last: Promise<void> = Promise.resolve();
  #doubtful = false;

  constructor(log: WrittenFile) {
    this.#log = log;
    forgotten.register(this, log, this);
  }

  /** Throws `checkpoint/unsynced` when the disk refuses. */
  sync(): Promise<void> {
    // One that is under way may have begun before the commit.
    if (this.#next === null) {
      const next = this.#last.then(() => this.#sync());
      this.#next = next;
      this.#last = next.catch(() => {});
    }
    return this.#next;
  }

  async #sync(): Promise<void> {
    this.#next = null;
    try {
      await this.#log.sync();
    } catch (error) {
      this.#doubtful = true;
      const problem = error instanceof Error ? error.message : String(error);
      throw checkpointErrors.unsynced({ problem }, { cause: error });
    }
  }

  /**
   * Brings what the disk has refused to the database itself, for a disk that has lost something may be silent when it is asked again.
   * Gives `false`, or fails the last time, while others hold what has to be brought there.
   */
  mend(database: DatabaseSync, last: boolean): boolean {
    if (!this.#doubtful) return true;
    const { busy } = database.prepare("PRAGMA wal_checkpoint(FULL)").get() ?? {};
    this.#doubtful = busy !== 0;
    if (this.#doubtful && last)
      throw checkpointErrors.unsynced({ problem: "others hold what it has to be given again" });
    return !this.#doubtful;
  }

  /** Lets go of the file when nothing waits for it any more. */
  async close(): Promise<void> {
    forgotten.unregister(this);
    await this.#last;
    this.#log.close();
  }
}

/** Duration, in milliseconds, up to which the saver waits for the disk in the event loop, because a thread would cost more. */
const QUICK = 0.25;

/** Number of waits that use a thread after one that took longer. */
const BESIDE = 100;

/**
 * The write-ahead log of a database, which stays the same file as long as a connection is open; null if the log is missing, or
 * none that may be written to.
 */
export function logOf(database: DatabaseSync): WrittenFile | null {
  const { file, mode } =
    database
      .prepare("SELECT file, journal_mode AS mode FROM pragma_database_list, pragma_journal_mode WHERE name = 'main'")
      .get() ?? {};
  if (mode !== "wal" || typeof file !== "string") return null;
  try {
    return writtenFile(openSync(`${file}-wal`, "r+"));
  } catch {
    return null;
  }
}

function writtenFile(descriptor: number): WrittenFile {
  let beside = 0;
  return {
    sync: async () => {
      if (beside > 0) {
        beside -= 1;
        await new Promise<void>((resolve, reject) => {
          fdatasync(descriptor, (error) => (error === null ? resolve() : reject(error)));
        });
        return;
      }
      const began = performance.now();
      fdatasyncSync(descriptor);
      if (performance.now() - began > QUICK) beside = BESIDE;
    },
    close: () => closeSync(descriptor),
  };
}
