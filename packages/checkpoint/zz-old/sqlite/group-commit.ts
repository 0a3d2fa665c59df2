import { randomInt } from "node:crypto";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { atomically, begun, isBusy, isOutage, readableFailure } from "./schema.ts";

/** What waits to be written, and is told how that ended. */
export interface QueuedWrite {
  readonly threadId: string;
  /** Belongs into a transaction, which it may share with others. */
  readonly store: () => void;
  /** The transaction is there to stay. */
  readonly stored: () => void;
  /** Nothing of it is stored, though it may be asked to store once more. */
  readonly undo: () => void;
}

/** What believes to know what is stored. */
export interface StoreMemory {
  /** Looks, in a transaction, whether others have removed something. */
  readonly refresh: () => void;
  /** Something was not stored that may be believed to be. */
  readonly forget: () => void;
}

interface Waiting extends QueuedWrite {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Runs what stores, and ends with it. */
type Transaction = (store: () => void) => void;

/** Writers that wait for each other look again after up to so many milliseconds: none of them sleeps through its turn. */
const LOOK_AGAIN = 5;

/**
 * Writes what arrives in one turn of the event loop as one transaction, which waits for the disk once. A write is acknowledged when
 * its transaction is; one that cannot be stored does not take the others with it.
 *
 * @internal
 */
export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #memory: StoreMemory;
  readonly #timeout: StatementSync;
  #waiting: Waiting[] = [];
  #readers: (() => void)[] = [];
  #running = false;

  constructor(database: DatabaseSync, memory: StoreMemory) {
    this.#database = database;
    this.#memory = memory;
    this.#timeout = database.prepare("PRAGMA busy_timeout");
  }

  /** Takes a write; the promise is for the moment when it is there to stay. */
  add(write: QueuedWrite): Promise<void> {
    const joined = this.#database.isTransaction;
    const answer = new Promise<void>((resolve, reject) => this.#waiting.push({ ...write, resolve, reject }));
    // What is written within a transaction of the application's own belongs to it.
    if (joined) this.flush();
    else if (!this.#running) {
      this.#running = true;
      setImmediate(() => this.#run(0));
    }
    return answer;
  }

  /** Waits for the writes to a thread that are on their way, or for all. */
  async settled(threadId?: string): Promise<void> {
    if (this.#waiting.some((write) => threadId === undefined || write.threadId === threadId))
      await new Promise<void>((resolve) => this.#readers.push(resolve));
  }

  /** Writes what waits, now. */
  flush(): void {
    this.#writeAll((store) => atomically(this.#database, store));
  }

  #writeAll(transaction: Transaction): void {
    const [writes, readers] = [this.#waiting, this.#readers];
    [this.#waiting, this.#readers] = [[], []];
    if (writes.length > 0) this.#write(writes, transaction);
    for (const read of readers) read();
  }

  #run(waited: number): void {
    const transaction = this.#waiting.length === 0 ? null : this.#begin(waited);
    if (transaction === null && this.#waiting.length > 0) {
      // The event loop goes on while another one writes, and what arrives meanwhile goes along.
      const pause = randomInt(1, LOOK_AGAIN + 1);
      // oxlint-disable-next-line eslint/no-restricted-globals -- waits for another writer, as SQLite itself would, but not for all to see
      setTimeout(() => this.#run(waited + pause), pause);
      return;
    }
    this.#running = false;
    if (transaction !== null) this.#writeAll(transaction);
  }

  /** Begins a transaction without a wait; gives `null` while somebody else has one and there is time. */
  #begin(waited: number): Transaction | null {
    try {
      const timeout = Number(Object.values(this.#timeout.get() ?? {})[0]);
      const last = waited >= timeout;
      if (this.#database.isTransaction) return last ? (store) => atomically(this.#database, store) : null;
      this.#database.exec("PRAGMA busy_timeout = 0");
      try {
        this.#database.exec("BEGIN IMMEDIATE");
      } catch (error) {
        if (!last && isBusy(error)) return null;
        throw error;
      } finally {
        this.#database.exec(`PRAGMA busy_timeout = ${timeout}`);
      }
      return (store) => begun(this.#database, store);
    } catch (error) {
      return () => {
        throw error;
      };
    }
  }

  #write(writes: readonly Waiting[], transaction: Transaction): void {
    try {
      transaction(() => {
        this.#memory.refresh();
        for (const { store } of writes) store();
      });
    } catch (error) {
      for (const { undo } of writes) undo();
      this.#memory.forget();
      // Each gets its own answer, unless there is nobody to give it.
      if (writes.length > 1 && !isOutage(error)) {
        for (const write of writes) this.#write([write], (store) => atomically(this.#database, store));
      } else for (const { reject } of writes) reject(readableFailure(error));
      return;
    }
    for (const { stored, resolve } of writes) {
      stored();
      resolve();
    }
  }
}
