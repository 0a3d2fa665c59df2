import type { RunnableConfig } from "@langchain/core/runnables";
import {
  BaseCheckpointSaver,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointPendingWrite,
  type CheckpointTuple,
  type DeltaChannelHistory,
  maxChannelVersion,
  TASKS,
} from "@langchain/langgraph-checkpoint";
import type { DatabaseSync } from "node:sqlite";
import { nextVersion } from "../storage/channel-version.ts";
import { contentHash } from "../storage/content-hash.ts";
import { checkpointOf, copyCheckpoint, isUnchanged, partOf } from "../storage/checkpoint-tree.ts";
import { encodeValue, type StoredClasses } from "../serializer/encode-value.ts";
import { checkpointErrors } from "../errors.ts";
import { DamagedRow, isDamage } from "../storage/damage.ts";
import { HeadCache } from "../storage/head-cache.ts";
import { asked, configOf } from "../storage/saver-config.ts";
import { byWriteOrder } from "../storage/write-order.ts";
import { CHECKPOINT_COLUMNS, type CheckpointPlace, type CheckpointRow, rowOf } from "./checkpoint-row.ts";
import { CompleteAnswers } from "./complete-answers.ts";
import { COUNTED_COLUMNS, missingTasks } from "./row-counts.ts";
import type { DiskSync } from "./disk-sync.ts";
import { GroupCommit } from "./group-commit.ts";
import { listRows } from "./list-rows.ts";
import { atOneMoment, open, prepareTables, withReadableFailures } from "./schema.ts";
import { requireSum, SqliteStore } from "./store.ts";
import { summedColumns, WRITES_COLUMNS, writesRowOf } from "./writes-row.ts";
import type { DocumentBodies, StoredTree } from "../storage/stored-tree.ts";
import { type StrictSerializer, strictSerializer } from "../serializer/strict-serializer.ts";
import { TreeBuilder } from "../storage/tree-builder.ts";
import type { KnownValues } from "../storage/document-trees.ts";

/** So many checkpoints of a list are read at once. */
const PAGE = 32;

/** How a saver was set up. */
export interface SqliteSaverSettings {
  readonly classes?: StoredClasses;
  /** So many threads are kept in memory, those that were used last; 100 when not said. */
  readonly cachedThreads?: number;
}

/**
 * What the host reads of a saver, on SQLite.
 *
 * @internal
 */
export abstract class SqliteReader extends BaseCheckpointSaver {
  readonly database: DatabaseSync;
  protected readonly store: SqliteStore;
  protected readonly serializer: StrictSerializer;
  protected readonly builder: TreeBuilder;
  protected readonly encode: ConstructorParameters<typeof TreeBuilder>[0];
  protected readonly heads: HeadCache;
  protected readonly commits: GroupCommit;
  protected readonly disk: DiskSync | null;
  /** Rows that were asked for, or an error where damage hides them. */
  protected readonly answers: CompleteAnswers;
  /** Grows when everything in memory is forgotten. */
  protected age = 0;
  #epoch: number;
  #wasInside = false;

  /** Takes how the disk is waited for; without it, as the connection does. */
  constructor(
    database: DatabaseSync,
    { classes = {}, cachedThreads = 100 }: SqliteSaverSettings = {},
    disk: DiskSync | null = null,
  ) {
    const serializer = strictSerializer({ classes });
    super(serializer);
    prepareTables(database);
    this.database = database;
    this.serializer = serializer;
    this.store = new SqliteStore(database, serializer);
    this.encode = (value, path) => JSON.stringify(encodeValue(value, classes, path));
    this.builder = new TreeBuilder(this.encode, contentHash);
    this.heads = new HeadCache(cachedThreads);
    this.disk = disk;
    this.answers = new CompleteAnswers(this.store, (place, read) => this.inspect(place, read));
    const memory = { refresh: () => this.refresh(), forget: () => this.forget() };
    this.#epoch = withReadableFailures(() => this.store.epoch());
    this.commits = withReadableFailures(() => new GroupCommit(database, memory, disk));
  }

  override getNextVersion(current: number | undefined): number {
    return nextVersion(current);
  }

  /** Forgets what is in memory: the next read and write ask the database. */
  protected forget(): void {
    this.builder.forget();
    this.heads.clear();
    this.age += 1;
  }

  /** Belongs before everything that remembers: what was seen in a transaction of the application's own may be taken back. */
  protected look(): void {
    const { isTransaction } = open(this.database);
    if (isTransaction || this.#wasInside) this.forget();
    this.#wasInside = isTransaction;
  }

  protected refresh(): void {
    const epoch = this.store.epoch();
    if (epoch === this.#epoch) return;
    this.#epoch = epoch;
    this.forget();
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const { threadId, namespace = "", checkpointId } = asked(config);
    if (threadId === undefined) return undefined;
    await this.commits.settled(threadId);
    this.look();
    return atOneMoment(this.database, () => this.find(threadId, namespace, checkpointId));
  }

  protected find(threadId: string, namespace: string, checkpointId?: string): CheckpointTuple | undefined {
    const row =
      checkpointId === undefined
        ? this.answers.newest(threadId, namespace)
        : this.answers.one({ threadId, namespace, id: checkpointId });
    if (row === undefined) return undefined;
    this.refresh();
    this.requireSound(row);
    const checkpoint = this.#untouchedHead(row) ?? this.#readCheckpoint(row, new Map());
    return this.#tuple(row, checkpoint, new Map());
  }

  protected rows(condition: string, ...values: (string | number)[]): CheckpointRow[] {
    return this.store
      .all(`SELECT ${CHECKPOINT_COLUMNS}, ${COUNTED_COLUMNS} FROM checkpoints WHERE ${condition}`, ...values)
      .map(rowOf);
  }

  protected one(threadId: string, namespace: string, id: string): CheckpointRow | undefined {
    return this.rows("thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?", threadId, namespace, id)[0];
  }

  /** The checkpoint in memory, unless somebody has changed its values in place. */
  #untouchedHead(row: CheckpointRow): Checkpoint | null {
    const head = this.heads.get(row.threadId, row.namespace);
    if (head?.stored.document.id !== row.document || head.checkpoint.id !== row.id) return null;
    return isUnchanged(head.checkpoint, head.stored.tree) ? copyCheckpoint(head.checkpoint) : null;
  }

  #readCheckpoint(row: CheckpointRow, known: KnownValues, bodies?: DocumentBodies): Checkpoint {
    return this.inspect(row, () => {
      const stored = this.store.readDocument(row.document, bodies);
      this.store.readValues(stored.tree, known);
      const checkpoint = checkpointOf(stored.tree, row.id);
      if (bodies === undefined) this.#becomeHead(row, checkpoint, stored);
      return checkpoint;
    });
  }

  /** Throws `checkpoint/corrupt` for a row that does not say what was written. */
  protected requireSound(row: CheckpointRow): void {
    this.inspect(row, () => {
      if (!row.sound) throw new DamagedRow("a row does not fit its sum");
    });
  }

  /** Reads what belongs to a checkpoint. Throws `checkpoint/corrupt` when its rows are damaged. */
  protected inspect<Result>(row: CheckpointPlace, read: () => Result): Result {
    try {
      return read();
    } catch (error) {
      if (!isDamage(error)) throw error;
      const { threadId, id: checkpointId } = row;
      const newestGood = this.#newestGood(row);
      throw checkpointErrors.corrupt({ threadId, checkpointId, found: error.message, newestGood }, { cause: error });
    }
  }

  #becomeHead({ threadId, namespace }: CheckpointRow, checkpoint: Checkpoint, stored: StoredTree): void {
    const values = partOf(stored.tree, "channel_values");
    if (values !== undefined) for (const node of values.items.values()) this.builder.remember(node);
    this.heads.set(threadId, namespace, { checkpoint: copyCheckpoint(checkpoint), stored });
  }

  #newestGood({ threadId, namespace, id }: CheckpointPlace): string | null {
    const sequence = this.one(threadId, namespace, id)?.sequence ?? Number.MAX_SAFE_INTEGER;
    const older = "thread_id = ? AND checkpoint_ns = ? AND seq < ? ORDER BY seq DESC";
    for (const row of this.rows(older, threadId, namespace, sequence)) {
      if (!row.sound) continue;
      try {
        this.store.readValues(this.store.readDocument(row.document).tree);
        return row.id;
      } catch (error) {
        if (!isDamage(error)) throw error;
      }
    }
    return null;
  }

  #tuple(row: CheckpointRow, checkpoint: Checkpoint, known: KnownValues): CheckpointTuple {
    const { threadId, namespace, id, parent } = row;
    // Before the fourth format, what a step had sent was kept with the checkpoint before.
    if (checkpoint.v < 4 && parent !== null) this.#liftSends(checkpoint, this.answers.parentOf(row));
    const metadata: unknown = this.serializer.parse(row.metadata);
    return {
      config: configOf(threadId, namespace, id),
      checkpoint,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was stored as metadata
      metadata: metadata as CheckpointMetadata,
      pendingWrites: this.#pendingWrites(row, known),
      ...(parent !== null && { parentConfig: configOf(threadId, namespace, parent) }),
    };
  }

  #pendingWrites(row: CheckpointRow, known: KnownValues): CheckpointPendingWrite[] {
    const { threadId, namespace, id } = row;
    const condition = "thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?";
    const tasks = this.store
      .all(`SELECT ${WRITES_COLUMNS} FROM tidemark_writes WHERE ${condition}`, threadId, namespace, id)
      .map((task) => ({ ...writesRowOf(task), hash: task["hash"] }))
      .toSorted(byWriteOrder);
    this.inspect(row, () => {
      if (tasks.length !== row.tasks) throw missingTasks(row.tasks, tasks.length);
    });
    return tasks.flatMap(({ hash, ...task }) => {
      const { taskId, document } = task;
      const written = this.inspect(row, () => {
        requireSum(hash, summedColumns(task));
        return this.readWrites(document, known);
      });
      return [...written]
        .toSorted(([one], [other]) => one - other)
        .map(([, [channel, value]]): CheckpointPendingWrite => [taskId, channel, value]);
    });
  }

  protected readWrites(document: number, known: KnownValues): Map<number, readonly [channel: string, value: unknown]> {
    const written: unknown = this.store.readValues(this.store.readDocument(document).tree, known);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `writesTree` makes such trees, and their sums are checked
    const entries = Object.entries(written as Record<string, [string, unknown]>);
    return new Map(entries.map(([index, write]) => [Number(index), write]));
  }

  #liftSends(checkpoint: Checkpoint, parent: CheckpointRow | undefined): void {
    const sent = parent === undefined ? [] : this.#pendingWrites(parent, new Map());
    const sends = sent.filter(([, channel]) => channel === TASKS);
    const versions = Object.values(checkpoint.channel_versions);
    checkpoint.channel_values = { ...checkpoint.channel_values, [TASKS]: sends.map(([, , value]) => value) };
    checkpoint.channel_versions = {
      ...checkpoint.channel_versions,
      [TASKS]: versions.length > 0 ? maxChannelVersion(...versions) : this.getNextVersion(undefined),
    };
  }

  override async *list(config: RunnableConfig, options: CheckpointListOptions = {}): AsyncGenerator<CheckpointTuple> {
    const { threadId, namespace, checkpointId } = asked(config);
    // No thread has an empty id; a list of all threads is asked for without one.
    if (config.configurable?.["thread_id"] === "") return;
    await this.commits.settled(threadId);
    const filter = Object.entries(options.filter ?? {}).filter(([, value]) => value !== undefined);
    const limit = options.limit === undefined ? Infinity : Math.max(0, options.limit);
    const most = filter.length === 0 && limit !== Infinity ? limit : -1;
    const reader = {
      store: this.store,
      answers: this.answers,
      rows: (...read: Parameters<typeof this.rows>) => this.rows(...read),
      requireSound: (row: CheckpointRow) => this.requireSound(row),
    };
    const wanted = { threadId, namespace, checkpointId };
    const rows = atOneMoment(this.database, () => listRows(reader, wanted, { before: options.before, most }));
    const listed = rows.filter((row) => filter.length === 0 || this.#fits(row, filter)).slice(0, limit);
    const known: KnownValues = new Map();
    for (let start = 0; start < listed.length; start += PAGE)
      yield* this.#readPage(listed.slice(start, start + PAGE), known);
  }

  /** The tuples of some rows, newest first; what was removed while the reader was busy is not there any more. */
  #readPage(page: readonly CheckpointRow[], known: KnownValues): CheckpointTuple[] {
    return atOneMoment(this.database, () => {
      for (const row of page) this.requireSound(row);
      const rows = page.flatMap(({ threadId, namespace, id }) => this.one(threadId, namespace, id) ?? []);
      const there = new Set(rows.map(({ threadId, namespace, id }) => JSON.stringify([threadId, namespace, id])));
      for (const row of rows) {
        this.requireSound(row);
        if (!there.has(JSON.stringify([row.threadId, row.namespace, row.parent]))) this.answers.parentOf(row);
      }
      const checkpoints = this.#readCheckpoints(rows, known);
      return rows.map((row) => this.#tuple(row, checkpoints(row), known));
    });
  }

  #readCheckpoints(rows: readonly CheckpointRow[], known: KnownValues): (row: CheckpointRow) => Checkpoint {
    const checkpoints = new Map<number, Checkpoint>();
    try {
      this.store.showDocuments(
        rows.map(({ document }) => document),
        (id, tree) => {
          this.store.readValues(tree, known);
          checkpoints.set(id, checkpointOf(tree, ""));
        },
      );
    } catch {
      // Which of them is damaged, and which are not, is found one by one.
      return (row) => this.#readCheckpoint(row, known, new Map());
    }
    return (row) => ({ ...(checkpoints.get(row.document) ?? this.#readCheckpoint(row, known, new Map())), id: row.id });
  }

  #fits(row: CheckpointRow, filter: readonly [string, unknown][]): boolean {
    this.requireSound(row);
    const metadata: object = Object.assign({}, this.serializer.parse(row.metadata));
    return filter.every(
      ([key, value]) => Object.hasOwn(metadata, key) && this.#equal(Reflect.get(metadata, key), value),
    );
  }

  #equal(one: unknown, other: unknown): boolean {
    return Object.is(one, other) || this.serializer.stringify(one) === this.serializer.stringify(other);
  }

  /** Walks the ancestors once for all channels, over documents that are read once. */
  override async getDeltaChannelHistory(options: {
    config: RunnableConfig;
    channels: string[];
  }): Promise<Record<string, DeltaChannelHistory>> {
    await this.commits.settled(asked(options.config).threadId);
    return atOneMoment(this.database, () => this.#deltaHistory(options));
  }

  #deltaHistory(options: { config: RunnableConfig; channels: string[] }): Record<string, DeltaChannelHistory> {
    const { threadId = "", namespace = "", checkpointId } = asked(options.config);
    const histories = new Map<string, DeltaChannelHistory>(
      options.channels.map((channel) => [channel, { writes: [] }]),
    );
    const missing = new Set(options.channels);
    const known: KnownValues = new Map();
    const bodies: DocumentBodies = new Map();
    const before = (row: CheckpointRow | undefined) => (row === undefined ? undefined : this.answers.parentOf(row));
    const start = checkpointId === undefined ? undefined : this.answers.one({ threadId, namespace, id: checkpointId });
    for (let row = before(start); row !== undefined && missing.size > 0; row = before(row)) {
      const writes = this.#pendingWrites(row, known);
      const { document } = row;
      const stored = this.inspect(row, () => partOf(this.store.readDocument(document, bodies).tree, "channel_values"));
      for (const channel of missing) {
        const history = histories.get(channel);
        history?.writes.unshift(...writes.filter((write) => write[1] === channel));
        const seed = stored?.items.get(channel);
        if (history === undefined || seed === undefined) continue;
        const value = this.inspect(row, () => this.store.readValues(seed, known));
        // A key without a value is none.
        if (value === undefined) continue;
        history.seed = value;
        missing.delete(channel);
      }
    }
    return Object.fromEntries(histories);
  }
}
