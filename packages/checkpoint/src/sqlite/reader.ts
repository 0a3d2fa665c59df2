import type { SQLInputValue } from "node:sqlite";
import type {
  Checkpoint,
  CheckpointMetadata,
  CheckpointPendingWrite,
  DeltaChannelHistory,
} from "@langchain/langgraph-checkpoint";
import { checkpointOf, partOf } from "../snapshots/checkpoint-snapshot.ts";
import { DamagedRow, isDamage } from "../snapshots/damage.ts";
import type { KnownValues } from "../snapshots/record-snapshots.ts";
import type { Asked } from "../snapshots/saver-config.ts";
import type { StoredDeltas } from "../snapshots/stored-snapshot.ts";
import { byWriteOrder } from "../snapshots/write-order.ts";
import { idBytes } from "../store/id-bytes.ts";
import { keepHead, unchangedHead } from "../store/cached-head.ts";
import { corruptCheckpoint } from "../store/corrupt.ts";
import { DeltaHistories } from "../store/delta-histories.ts";
import { needsParentWrites } from "../store/read-tuple.ts";
import type { ChannelWindow, WindowOptions } from "../store/channel-windows.ts";
import { channelsOf, SharedReads, type WantedChannels } from "../store/shared-reads.ts";
import type { RecordPage } from "../store/thread-changes.ts";
import type { CheckpointPlace } from "../snapshots/checkpoint-facts.ts";
import type { CheckpointReader, ListedCheckpoints, ReadCheckpoint } from "../store/saver-store.ts";
import { CHECKPOINT_COLUMNS, type CheckpointRow, rowOf } from "./checkpoint-row.ts";
import { CompleteAnswers } from "./complete-answers.ts";
import { listRows } from "./list-rows.ts";
import type { SqliteMemory } from "./memory.ts";
import { newestRecords, RECORD_PAGE, recordPages } from "./record-pages.ts";
import { COUNTED_COLUMNS, missingTasks } from "./row-counts.ts";
import { atOneMoment } from "./schema.ts";
import { requireChecksum } from "./store.ts";
import { checkedColumns, WRITES_COLUMNS, type WritesRow, writesRowOf } from "./writes-row.ts";

/** Number of checkpoints of a list that are read at once. */
const PAGE = 32;

const SELECT_CHECKPOINT = `SELECT ${CHECKPOINT_COLUMNS}, ${COUNTED_COLUMNS} FROM checkpoints
  WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`;

/**
 * Reads checkpoints in SQLite.
 *
 * @internal
 */
export class SqliteReader implements CheckpointReader {
  /** Rows that were requested, or an error where damage hides them. */
  readonly answers: CompleteAnswers;
  readonly #memory: SqliteMemory;
  readonly #shared: SharedReads;

  constructor(memory: SqliteMemory) {
    this.#memory = memory;
    this.#shared = new SharedReads(memory.store);
    this.answers = new CompleteAnswers(memory.store, (place, read) => this.inspect(place, read));
  }

  /** Reads a checkpoint, or the newest one. Waits for writes to the thread. */
  async read(
    threadId: string,
    namespace: string,
    checkpointId: string | undefined,
  ): Promise<ReadCheckpoint | undefined> {
    await this.#memory.commits.settled(threadId);
    this.#memory.look();
    return atOneMoment(this.#memory.database, () => {
      const row = this.#rowAt({ threadId, namespace, checkpointId });
      if (row === undefined) return undefined;
      this.#memory.refresh();
      this.requireSound(row);
      const head = unchangedHead(this.#memory.heads.get(threadId, namespace), row, this.#memory.changesInPlace);
      return this.#readRow(row, head ?? this.#readCheckpoint(row, new Map()), new Map());
    });
  }

  #rowReader() {
    return {
      memory: this.#memory,
      store: this.#memory.store,
      answers: this.answers,
      rows: (...read: Parameters<typeof this.rows>) => this.rows(...read),
      requireSound: (row: CheckpointRow) => this.requireSound(row),
    };
  }

  #rowAt({ threadId = "", namespace = "", checkpointId: id }: Asked): CheckpointRow | undefined {
    const { answers } = this;
    return id === undefined ? answers.newest(threadId, namespace) : answers.one({ threadId, namespace, id });
  }

  async newestId(threadId: string, namespace: string): Promise<string | null> {
    await this.#memory.commits.settled(threadId);
    return atOneMoment(this.#memory.database, () => this.answers.newest(threadId, namespace)?.id ?? null);
  }

  rows(condition: string, ...values: SQLInputValue[]): CheckpointRow[] {
    return this.#memory.store
      .all(`SELECT ${CHECKPOINT_COLUMNS}, ${COUNTED_COLUMNS} FROM checkpoints WHERE ${condition}`, ...values)
      .map(rowOf);
  }

  one(threadId: string, namespace: string, id: string): CheckpointRow | undefined {
    const row = this.#memory.store.sql(SELECT_CHECKPOINT).get(threadId, namespace, idBytes(id));
    return row === undefined ? undefined : rowOf(row);
  }

  #readCheckpoint(row: CheckpointRow, known: KnownValues, deltas?: StoredDeltas): Checkpoint {
    const { store, builder, heads } = this.#memory;
    return this.inspect(row, () => {
      const stored = store.readRecord(row.document, deltas);
      store.readValues(stored.tree, known);
      const checkpoint = checkpointOf(stored.tree, row.id);
      if (deltas === undefined)
        keepHead({ heads, remember: (node) => builder.remember(node) }, row, { checkpoint, stored });
      return checkpoint;
    });
  }

  /** Throws `checkpoint/corrupt` for a row that does not match its checksum. */
  requireSound(row: CheckpointRow): void {
    this.inspect(row, () => {
      if (!row.sound) throw new DamagedRow("a row does not match its checksum");
    });
  }

  /** Reads what belongs to a checkpoint. Throws `checkpoint/corrupt` when its rows are damaged. */
  inspect<Result>(place: CheckpointPlace, read: () => Result): Result {
    try {
      return read();
    } catch (error) {
      if (!isDamage(error)) throw error;
      throw corruptCheckpoint(place, error, this.#newestGood(place));
    }
  }

  #newestGood({ threadId, namespace, id }: CheckpointPlace): string | null {
    const { store } = this.#memory;
    const sequence = this.one(threadId, namespace, id)?.sequence ?? Number.MAX_SAFE_INTEGER;
    const older = "thread_id = ? AND checkpoint_ns = ? AND seq < ? ORDER BY seq DESC";
    for (const row of this.rows(older, threadId, namespace, sequence)) {
      if (!row.sound) continue;
      try {
        store.readValues(store.readRecord(row.document).tree);
        return row.id;
      } catch (error) {
        if (!isDamage(error)) throw error;
      }
    }
    return null;
  }

  #readRow(row: CheckpointRow, checkpoint: Checkpoint, known: KnownValues): ReadCheckpoint {
    return {
      row,
      checkpoint,
      parentWrites: needsParentWrites(checkpoint, row.parent) ? this.#parentWrites(row) : null,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was stored as metadata
      metadata: this.#memory.serializer.parse(row.metadata) as CheckpointMetadata,
      pendingWrites: this.#pendingWrites(row, known),
    };
  }

  #parentWrites(row: CheckpointRow): readonly CheckpointPendingWrite[] {
    const parent = this.answers.parentOf(row);
    return parent === undefined ? [] : this.#pendingWrites(parent, new Map());
  }

  #pendingWrites(row: CheckpointRow, known: KnownValues): CheckpointPendingWrite[] {
    const { threadId, namespace, id } = row;
    const condition = "thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?";
    const tasks = this.#memory.store
      .all(`SELECT ${WRITES_COLUMNS} FROM tidemark_writes WHERE ${condition}`, threadId, namespace, idBytes(id))
      .map((task) => ({ ...writesRowOf(task), hash: task["hash"] }))
      .toSorted(byWriteOrder);
    this.inspect(row, () => {
      if (tasks.length !== row.tasks) throw missingTasks(row.tasks, tasks.length);
    });
    return tasks.flatMap(({ hash, ...task }) => {
      const { taskId, document } = task;
      const written = this.inspect(row, () => {
        requireChecksum(hash, checkedColumns(task));
        return this.#readWrites(document, known);
      });
      return [...written]
        .toSorted(([one], [other]) => one - other)
        .map(([, [channel, value]]): CheckpointPendingWrite => [taskId, channel, value]);
    });
  }

  #readWrites(document: number, known: KnownValues): Map<number, readonly [channel: string, value: unknown]> {
    const { store } = this.#memory;
    const written: unknown = store.readValues(store.readRecord(document).tree, known);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `writesSnapshot` makes such snapshots, and their checksums are verified
    const entries = Object.entries(written as Record<string, [string, unknown]>);
    return new Map(entries.map(([index, write]) => [Number(index), write]));
  }

  /** Rows of what the tasks of a thread wrote. Throws `checkpoint/corrupt`. */
  writesOf(threadId: string): WritesRow[] {
    return this.#memory.store
      .all(`SELECT ${WRITES_COLUMNS} FROM tidemark_writes WHERE thread_id = ? ORDER BY task_id`, threadId)
      .map((row) => {
        const writes = writesRowOf(row);
        this.inspect(writes, () => requireChecksum(row["hash"], checkedColumns(writes)));
        return writes;
      });
  }

  records(threadId: string, namespace: string, newest?: number): AsyncIterable<RecordPage> {
    const reader = this.#rowReader();
    return newest === undefined || newest >= RECORD_PAGE
      ? recordPages(reader, threadId, namespace)
      : newestRecords(reader, { threadId, namespace, newest });
  }

  values(from: Asked, channels: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
    const { store } = this.#memory;
    return this.#readAt(from, ({ document }) =>
      channelsOf(store, { tree: store.readRecord(document).tree, known: new Map() }, channels),
    );
  }

  sharedValues(from: Asked, channels: WantedChannels): Promise<ReadonlyMap<string, unknown>> {
    return this.#share(from, ({ document }, age) => this.#shared.values(document, channels, age));
  }

  windows(
    from: Asked,
    channels: readonly string[],
    { size, before }: WindowOptions,
  ): Promise<ReadonlyMap<string, ChannelWindow>> {
    return this.#share(from, ({ threadId, namespace, document }, age) => {
      const earlier = before === null ? undefined : this.answers.one({ threadId, namespace, id: before });
      if (earlier !== undefined) this.requireSound(earlier);
      return this.#shared.windows({ document, before: earlier?.document ?? null, age }, channels, size);
    });
  }

  async #share<Value>(
    from: Asked,
    read: (row: CheckpointRow, age: number) => ReadonlyMap<string, Value>,
  ): Promise<ReadonlyMap<string, Value>> {
    try {
      return await this.#readAt(from, (row) => {
        this.#memory.refresh();
        return read(row, this.#memory.age);
      });
    } catch (error) {
      // A chain may have been read in part.
      this.#shared.clear();
      throw error;
    }
  }

  async #readAt<Value>(
    from: Asked,
    read: (row: CheckpointRow) => ReadonlyMap<string, Value>,
  ): Promise<ReadonlyMap<string, Value>> {
    await this.#memory.commits.settled(from.threadId);
    this.#memory.look();
    return atOneMoment(this.#memory.database, () => {
      const row = this.#rowAt(from);
      if (row === undefined) return new Map<string, Value>();
      this.requireSound(row);
      return this.inspect(row, () => read(row));
    });
  }

  async *list({ asked, before, limit, matches }: ListedCheckpoints): AsyncGenerator<readonly ReadCheckpoint[]> {
    await this.#memory.commits.settled(asked.threadId);
    const most = matches === null && limit !== Infinity ? limit : -1;
    const reader = this.#rowReader();
    const rows = atOneMoment(this.#memory.database, () => listRows(reader, asked, { before, most }));
    const listed = rows.filter((row) => matches === null || this.#isMatch(row, matches)).slice(0, limit);
    const known: KnownValues = new Map();
    for (let start = 0; start < listed.length; start += PAGE)
      yield this.#readPage(listed.slice(start, start + PAGE), known);
  }

  #isMatch(row: CheckpointRow, matches: (metadata: string) => boolean): boolean {
    this.requireSound(row);
    return matches(row.metadata);
  }

  /** Reads the checkpoints of some rows, newest first. Those that were removed since are left out. */
  #readPage(page: readonly CheckpointRow[], known: KnownValues): readonly ReadCheckpoint[] {
    return atOneMoment(this.#memory.database, () => {
      for (const row of page) this.requireSound(row);
      const rows = page.flatMap(({ threadId, namespace, id }) => this.one(threadId, namespace, id) ?? []);
      const there = new Set(rows.map(({ threadId, namespace, id }) => JSON.stringify([threadId, namespace, id])));
      for (const row of rows) {
        this.requireSound(row);
        if (!there.has(JSON.stringify([row.threadId, row.namespace, row.parent]))) this.answers.parentOf(row);
      }
      const checkpoints = this.#readCheckpoints(rows, known);
      return rows.map((row) => this.#readRow(row, checkpoints(row), known));
    });
  }

  #readCheckpoints(rows: readonly CheckpointRow[], known: KnownValues): (row: CheckpointRow) => Checkpoint {
    const { store } = this.#memory;
    const checkpoints = new Map<number, Checkpoint>();
    try {
      store.showRecords(
        rows.map(({ document }) => document),
        (id, tree) => {
          store.readValues(tree, known);
          checkpoints.set(id, checkpointOf(tree, ""));
        },
      );
    } catch {
      // The damaged ones are found one by one.
      return (row) => this.#readCheckpoint(row, known, new Map());
    }
    return (row) => ({ ...(checkpoints.get(row.document) ?? this.#readCheckpoint(row, known, new Map())), id: row.id });
  }

  /** Walks the ancestors once for all channels, over records that are read once. */
  async deltaHistory(from: Asked, channels: readonly string[]): Promise<Record<string, DeltaChannelHistory>> {
    await this.#memory.commits.settled(from.threadId);
    return atOneMoment(this.#memory.database, () => this.#deltaHistory(from, channels));
  }

  #deltaHistory(
    { threadId = "", namespace = "", checkpointId }: Asked,
    channels: readonly string[],
  ): Record<string, DeltaChannelHistory> {
    const { store } = this.#memory;
    const histories = new DeltaHistories(channels);
    const known: KnownValues = new Map();
    const deltas: StoredDeltas = new Map();
    const before = (row: CheckpointRow | undefined) => (row === undefined ? undefined : this.answers.parentOf(row));
    const start = checkpointId === undefined ? undefined : this.answers.one({ threadId, namespace, id: checkpointId });
    for (let row = before(start); row !== undefined && !histories.isComplete; row = before(row)) {
      const missing = histories.addWrites(this.#pendingWrites(row, known));
      const { document } = row;
      const stored = this.inspect(row, () => partOf(store.readRecord(document, deltas).tree, "channel_values"));
      for (const channel of missing) {
        const seed = stored?.items.get(channel);
        if (seed !== undefined)
          histories.begin(
            channel,
            this.inspect(row, () => store.readValues(seed, known)),
          );
      }
    }
    return histories.result();
  }
}
