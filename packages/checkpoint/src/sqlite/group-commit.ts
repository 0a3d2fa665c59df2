import { randomInt } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
// Not the global ones: a test runner with fake timers replaces those, and nothing would be written.
import { setImmediate, setTimeout } from "node:timers";
import { checkpointErrors } from "../kernel/errors.ts";
import type { DiskSync } from "./disk-sync.ts";
import { atomically, begun, isBusy, isOutage, readableFailure } from "./schema.ts";

/** A write that waits, with callbacks for its result. */
export interface QueuedWrite {
  readonly threadId: string;
  /** Called inside a transaction, which it may share with others. */
  readonly store: () => void;
  /** The transaction is there to stay. */
  readonly stored: () => void;
  /** Nothing of it is stored, though it may be asked to store again. */
  readonly undo: () => void;
}

/** Memory of what is stored. */
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

/** Runs what stores, as one transaction. */
interface Transaction {
  readonly run: (store: () => void) => void;
  /** The disk is still to be waited for. */
  readonly unsynced: boolean;
  /** It could not begin: none of the writes is tried by itself. */
  readonly refused?: true;
}

/** Number of tries before a timer is used: another writer mostly needs a fraction of a millisecond, less than a timer can wait. */
const TRIES = 40;

/** Number of the first tries without a pause, which take a tenth of a millisecond. */
const QUICK_TRIES = 30;

/** Pause between other tries, in milliseconds. Nothing else runs in it. */
const PAUSE = 0.1;

const NEVER_WOKEN = new Int32Array(new SharedArrayBuffer(4));

/** Maximum pause of writers that wait for each other, in milliseconds. It is random, so that none of them always comes too late. */
const LOOK_AGAIN = 5;

/**
 * Writes what arrives in one turn of the event loop as one transaction. A write is acknowledged when its transaction is there to
 * stay; one that cannot be stored does not take the others with it. Where the disk is waited for apart, others may write meanwhile.
 *
 * @internal
 */
export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #memory: StoreMemory;
  readonly #disk: DiskSync | null;
  #waiting: Waiting[] = [];
  #readers: (() => void)[] = [];
  #running = false;

  /** Takes how the disk is waited for; without it, as the connection does. */
  constructor(database: DatabaseSync, memory: StoreMemory, disk: DiskSync | null = null) {
    this.#database = database;
    this.#memory = memory;
    this.#disk = disk;
  }

  /** Takes a write; the promise is for the moment when it is there to stay. */
  add(write: QueuedWrite): Promise<void> {
    const joined = this.#database.isTransaction;
    return new Promise<void>((resolve, reject) => {
      const waiting = { ...write, resolve, reject };
      // What is written within a transaction of the application's own belongs to it, and what came before does not.
      if (joined) {
        this.#write([waiting], this.#alone());
        return;
      }
      this.#waiting.push(waiting);
      if (this.#running) return;
      this.#running = true;
      setImmediate(() => this.#run(0));
    });
  }

  /** Waits for the writes to a thread that are on their way, or for all. */
  async settled(threadId?: string): Promise<void> {
    const waits = this.#waiting.some((write) => threadId === undefined || write.threadId === threadId);
    // They are not part of a transaction of the application's own, and wait for its end.
    if (waits && !this.#database.isTransaction) await new Promise<void>((resolve) => this.#readers.push(resolve));
  }

  /** Writes what waits, now, but never as part of a transaction of the application's own. */
  flush(): void {
    if (this.#waiting.length > 0 && !this.#database.isTransaction) this.#writeAll(this.#alone());
  }

  /** Writes what waits; what cannot be written any more is refused. */
  end(): void {
    this.flush();
    this.#writeAll(refusal(checkpointErrors.unavailable({ problem: "it was closed" })));
  }

  /** A transaction that waits for others and for the disk as the connection does. */
  #alone(): Transaction {
    return { run: (store) => atomically(this.#database, store), unsynced: false };
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
      // The event loop continues while another process writes, and writes that arrive in between join the transaction.
      const pause = randomInt(1, LOOK_AGAIN + 1);
      setTimeout(() => this.#run(waited + pause), pause);
      return;
    }
    this.#running = false;
    if (transaction !== null) this.#writeAll(transaction);
  }

  /** Begins a transaction without a wait; gives `null` while another connection has one and there is time left. */
  #begin(waited: number): Transaction | null {
    try {
      const timeout = this.#setting("busy_timeout");
      const last = waited >= timeout;
      if (this.#database.isTransaction) {
        if (!last) return null;
        throw checkpointErrors.unavailable({
          problem: "a transaction of the application's own has held it for too long",
        });
      }
      const settings = [
        `PRAGMA busy_timeout = ${timeout}`,
        ...(this.#disk === null ? [] : [`PRAGMA synchronous = ${this.#setting("synchronous")}`]),
      ].join("; ");
      const restore = () => this.#database.exec(settings);
      let began = false;
      this.#database.exec("PRAGMA busy_timeout = 0");
      try {
        const sound = this.#disk?.mend(this.#database, last) ?? true;
        // What is committed is brought to the disk afterwards.
        if (this.#disk !== null) this.#database.exec("PRAGMA synchronous = NORMAL");
        began = sound && this.#tryToBegin(last);
      } finally {
        if (!began) restore();
      }
      return began ? { run: (store) => this.#end(store, restore), unsynced: this.#disk !== null } : null;
    } catch (error) {
      return refusal(error);
    }
  }

  /** A setting of the connection, which the application may change at any time. SQLite reads it when a statement is prepared. */
  #setting(name: "busy_timeout" | "synchronous"): number {
    const [value] = Object.values(this.#database.prepare(`PRAGMA ${name}`).get() ?? {});
    return Number(value ?? 0);
  }

  #end(store: () => void, restore: () => void): void {
    try {
      begun(this.#database, store);
    } finally {
      restore();
    }
  }

  /** Begins a transaction within a moment; gives `false`, or fails the last time, while another connection has one. */
  #tryToBegin(last: boolean): boolean {
    for (let tried = 1; ; tried += 1) {
      try {
        this.#database.exec("BEGIN IMMEDIATE");
        return true;
      } catch (error) {
        if (!isBusy(error) || (last && tried === TRIES)) throw error;
        if (tried === TRIES) return false;
      }
      if (tried >= QUICK_TRIES) Atomics.wait(NEVER_WOKEN, 0, 0, PAUSE);
    }
  }

  #write(writes: readonly Waiting[], transaction: Transaction): void {
    try {
      transaction.run(() => {
        this.#memory.refresh();
        for (const { store } of writes) store();
      });
    } catch (error) {
      for (const { undo } of writes) undo();
      this.#memory.forget();
      // Each gets its own answer, unless there is nobody to give it.
      if (writes.length > 1 && transaction.refused !== true && !isOutage(error))
        for (const write of writes) this.#write([write], this.#alone());
      else for (const { reject, threadId } of writes) reject(readableFailure(error, threadId));
      return;
    }
    for (const { stored } of writes) stored();
    this.#acknowledge(writes, transaction);
  }

  #acknowledge(writes: readonly Waiting[], { unsynced }: Transaction): void {
    const acknowledge = () => {
      for (const { resolve } of writes) resolve();
    };
    const refuse = (error: unknown) => {
      for (const { reject } of writes) reject(error);
    };
    if (unsynced && this.#disk !== null) this.#disk.sync().then(acknowledge, refuse);
    else acknowledge();
  }
}

/** The transaction that could not begin. */
const refusal = (error: unknown): Transaction => ({
  run: () => {
    throw error;
  },
  unsynced: false,
  refused: true,
});
