import type { DatabaseSync } from "node:sqlite";
import type { Encryption } from "../encryption/application-key.ts";
import { encodeValue, type StoredClasses } from "../serializer/encode-value.ts";
import { type StrictSerializer, strictSerializer } from "../serializer/strict-serializer.ts";
import { contentHash } from "../snapshots/content-hash.ts";
import type { ChangesInPlace } from "../snapshots/checkpoint-snapshot.ts";
import { HeadCache } from "../snapshots/head-cache.ts";
import { SnapshotBuilder } from "../snapshots/snapshot-builder.ts";
import { type RecordNode, type RowNode, type ValueNode } from "../snapshots/value-nodes.ts";
import type { DiskSync } from "./disk-sync.ts";
import { GroupCommit } from "./group-commit.ts";
import { rememberFiles } from "./locks/open-file.ts";
import { atomically, open, prepareTables, readableFailure, withReadableFailures } from "./schema.ts";
import { SqliteKeys } from "./keys.ts";
import { SqliteRecords } from "./records.ts";

/** Options of a saver on SQLite. */
export interface SqliteSaverSettings {
  readonly classes?: StoredClasses;
  /** Number of most recently used threads to cache. Defaults to 100. */
  readonly cachedThreads?: number;
  /** What is done about values that were changed in place. Defaults to `report`. */
  readonly changesInPlace?: ChangesInPlace;
  /** Encryption of the database. Defaults to none. */
  readonly encryption?: Encryption | undefined;
}

/** A snapshot that is to be written, and its values without an id. All of its values are looked up if memory was cleared since. */
export interface BuiltSnapshot {
  readonly tree: RecordNode;
  readonly fresh: readonly RowNode[];
  readonly age: number;
}

/**
 * A database with everything that is kept in memory of it, and its transactions.
 *
 * @internal
 */
export class SqliteMemory {
  readonly database: DatabaseSync;
  readonly serializer: StrictSerializer;
  readonly store: SqliteRecords;
  readonly encode: ConstructorParameters<typeof SnapshotBuilder>[0];
  readonly heads: HeadCache;
  readonly changesInPlace: ChangesInPlace;
  readonly commits: GroupCommit;
  /** Newest checkpoints that were passed to `put` and are not stored yet, by thread and namespace. */
  readonly newest = new Map<string, { readonly id: string; readonly tree: ValueNode }>();
  readonly #disk: DiskSync | null;
  /** Threads of a database that is not encrypted share one. */
  readonly #builders = new Map<string, SnapshotBuilder>();
  readonly #cachedThreads: number;
  #age = 0;
  #epoch: number;
  #wasInside = false;

  /** Takes how to wait for the disk. Null waits as the connection does. */
  constructor(database: DatabaseSync, settings: SqliteSaverSettings, disk: DiskSync | null) {
    const { classes = {}, cachedThreads = 100, changesInPlace = "report", encryption } = settings;
    this.serializer = strictSerializer({ classes });
    prepareTables(database);
    this.database = database;
    const keys = withReadableFailures(() => SqliteKeys.of(database, encryption));
    this.store = new SqliteRecords(database, this.serializer, keys);
    this.encode = (value, path) => JSON.stringify(encodeValue(value, classes, path));
    this.#cachedThreads = cachedThreads;
    this.changesInPlace = changesInPlace;
    this.heads = new HeadCache(cachedThreads);
    this.#disk = disk;
    const memory = { refresh: () => this.refresh(), forget: () => this.forget() };
    this.#epoch = withReadableFailures(() => this.store.epoch());
    rememberFiles(database);
    this.commits = withReadableFailures(() => new GroupCommit(database, memory, disk));
  }

  /** Grows when everything in memory is cleared. */
  get age(): number {
    return this.#age;
  }

  /** What recognizes the values of a thread. An encrypted thread shares none with another one. */
  builderOf(threadId: string): SnapshotBuilder {
    const key = this.store.keys === null ? "" : threadId;
    const builder = this.#builders.get(key) ?? new SnapshotBuilder(this.encode, contentHash);
    this.#builders.delete(key);
    this.#builders.set(key, builder);
    for (const oldest of this.#builders.keys()) {
      if (this.#builders.size <= Math.max(1, this.#cachedThreads)) break;
      this.#builders.delete(oldest);
    }
    return builder;
  }

  /** Clears what is in memory: the next read and write ask the database. */
  forget(): void {
    for (const builder of this.#builders.values()) builder.forget();
    this.#builders.clear();
    this.heads.clear();
    this.newest.clear();
    this.store.keys?.forget();
    this.#age += 1;
  }

  /** Called before anything is kept in memory: what was read in a transaction of the application may be rolled back. */
  look(): void {
    const { isTransaction } = open(this.database);
    if (isTransaction || this.#wasInside) this.forget();
    this.#wasInside = isTransaction;
  }

  /** Clears what is in memory if stored values or records were removed. */
  refresh(): void {
    const epoch = this.store.epoch();
    if (epoch === this.#epoch) return;
    this.#epoch = epoch;
    this.forget();
  }

  /** Makes the snapshot of what is to be written, as it is now: LangGraph may change it while the write waits. */
  build(threadId: string, build: (builder: SnapshotBuilder) => RecordNode): BuiltSnapshot {
    this.look();
    try {
      const builder = this.builderOf(threadId);
      const tree = build(builder);
      return { tree, fresh: builder.takeFresh(), age: this.#age };
    } catch (error) {
      // What was built before the failure must not be stored.
      this.forget();
      throw error;
    }
  }

  /** Runs statements that write as one transaction. A failure leaves nothing stored, and nothing in memory. */
  write<Result>(body: () => Result): Result {
    this.look();
    try {
      // What the log contains after something that the disk has refused would be lost with it.
      this.#disk?.mend(this.database, true);
      this.commits.flush();
      return atomically(this.database, () => {
        this.refresh();
        return body();
      });
    } catch (error) {
      this.forget();
      throw readableFailure(error);
    }
  }

  /** Runs statements in a transaction that is shared with waiting writes. Nobody waits for it in the event loop. */
  inTransaction(threadId: string, body: () => void): Promise<void> {
    this.look();
    return this.commits.add({
      threadId,
      store: () => {
        body();
        // What the next write of the same transaction takes for stored may be removed.
        this.refresh();
      },
      stored: () => {},
      undo: () => {},
    });
  }

  /** Stores what waits and closes the connection. */
  close(): void {
    if (!this.database.isOpen) return;
    this.commits.end();
    this.database.close();
    void this.#disk?.close();
  }
}
