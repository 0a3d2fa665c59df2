import type { SQLInputValue } from "node:sqlite";
import type {
  Checkpoint,
  CheckpointMetadata,
  CheckpointPendingWrite,
  DeltaChannelHistory,
} from "@langchain/langgraph-checkpoint";
import { checkpointOf, partOf } from "../snapshots/checkpoint-snapshot.ts";
import { isDamage } from "../snapshots/damage.ts";
import type { Asked } from "../snapshots/saver-config.ts";
import { idBytes } from "../saver/id-bytes.ts";
import { keepHead, unchangedHead } from "../saver/cached-head.ts";
import { corruptCheckpoint } from "../saver/corrupt.ts";
import { DeltaHistories } from "../saver/delta-histories.ts";
import { needsParentWrites } from "../saver/read-tuple.ts";
import type { ChannelWindow, WindowOptions } from "../saver/channel-windows.ts";
import { channelsOf, SharedReads, type WantedChannels } from "../saver/shared-reads.ts";
import type { RecordPage } from "../saver/thread-changes.ts";
import type { CheckpointPlace } from "../snapshots/checkpoint-facts.ts";
import type { CheckpointReader, ListedCheckpoints, ReadCheckpoint } from "../saver/saver-store.ts";
import { CHECKPOINT_COLUMNS, type CheckpointRow, rowOf } from "./checkpoint-row.ts";
import { CompleteAnswers } from "./complete-answers.ts";
import { listRows } from "./list-rows.ts";
import type { SqliteMemory } from "./memory.ts";
import { newestRecords, RECORD_PAGE, recordPages } from "./record-pages.ts";
import { COUNTED_COLUMNS, missingTasks } from "./row-counts.ts";
import { atOneMoment } from "./schema.ts";
import { nothingRead, PageReading, type ReadBefore } from "../rows/page-reading.ts";
import type { StoredWrites } from "../rows/stored-rows.ts";
import { WRITES_COLUMNS, writesRowOf } from "./writes-row.ts";

/** Number of checkpoints of a list that are read at once. */
const PAGE = 32;

/** Number of records from which on a list forgets those that it has read. */
const REMEMBERED = 4_096;

const SELECT_CHECKPOINT = `SELECT ${CHECKPOINT_COLUMNS}, ${COUNTED_COLUMNS} FROM checkpoints
  WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`;

const SELECT_WRITES = `SELECT ${WRITES_COLUMNS} FROM tidemark_writes
  WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`;

/**
 * Reads checkpoints in SQLite.
 *
 * @internal
 */
export class SqliteReader implements CheckpointReader {
  /** Rows that were requested, or an error where damage hides them. */
  readonly answers: CompleteAnswers;
  readonly memory: SqliteMemory;
  readonly #shared: SharedReads;

  constructor(memory: SqliteMemory) {
    this.memory = memory;
    this.#shared = new SharedReads(memory.store);
    this.answers = new CompleteAnswers(memory.store, (place, read) => this.inspect(place, read));
  }

  /** Reads a checkpoint, or the newest one. Waits for writes to the thread. */
  async read(
    threadId: string,
    namespace: string,
    checkpointId: string | undefined,
  ): Promise<ReadCheckpoint | undefined> {
    await this.memory.commits.settled(threadId);
    this.memory.look();
    return atOneMoment(this.memory.database, () => {
      const row = this.#rowAt({ threadId, namespace, checkpointId });
      if (row === undefined) return undefined;
      this.memory.refresh();
      this.requireSound(row);
      const head = unchangedHead(this.memory.heads.get(threadId, namespace), row);
      return this.#readRow(this.#page([row], nothingRead()), row, head ?? this.#readHead(row));
    });
  }

  #rowAt({ threadId = "", namespace = "", checkpointId: id }: Asked): CheckpointRow | undefined {
    const { answers } = this;
    return id === undefined ? answers.newest(threadId, namespace) : answers.one({ threadId, namespace, id });
  }

  async newestId(threadId: string, namespace: string): Promise<string | null> {
    await this.memory.commits.settled(threadId);
    return atOneMoment(this.memory.database, () => this.answers.newest(threadId, namespace)?.id ?? null);
  }

  rows(condition: string, ...values: SQLInputValue[]): CheckpointRow[] {
    return this.memory.store
      .all(`SELECT ${CHECKPOINT_COLUMNS}, ${COUNTED_COLUMNS} FROM checkpoints WHERE ${condition}`, ...values)
      .map((row) => rowOf(row, this.memory.store.keys));
  }

  one(threadId: string, namespace: string, id: string): CheckpointRow | undefined {
    const row = this.memory.store.sql(SELECT_CHECKPOINT).get(threadId, namespace, idBytes(id));
    return row === undefined ? undefined : rowOf(row, this.memory.store.keys);
  }

  #readHead(row: CheckpointRow): Checkpoint {
    const { store, heads } = this.memory;
    return this.inspect(row, () => {
      const stored = store.readRecord(row.document);
      store.readValues(stored.tree);
      const checkpoint = checkpointOf(stored.tree, row.id);
      const builder = this.memory.builderOf(row.threadId);
      keepHead({ heads, remember: (node) => builder.remember(node) }, row, { checkpoint, stored });
      return checkpoint;
    });
  }

  /** Throws `checkpoint/corrupt` for a row that does not match its checksum. */
  requireSound(row: StoredWrites | CheckpointRow): void {
    this.inspect(row, () => {
      if (row.damage !== null) throw row.damage;
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
    const { store } = this.memory;
    const sequence = this.one(threadId, namespace, id)?.sequence ?? Number.MAX_SAFE_INTEGER;
    const older = "thread_id = ? AND checkpoint_ns = ? AND seq < ? ORDER BY seq DESC";
    for (const row of this.rows(older, threadId, namespace, sequence)) {
      if (row.damage !== null) continue;
      try {
        store.readValues(store.readRecord(row.document).tree);
        return row.id;
      } catch (error) {
        if (!isDamage(error)) throw error;
      }
    }
    return null;
  }

  #readRow(page: PageReading, row: CheckpointRow, checkpoint: Checkpoint): ReadCheckpoint {
    return {
      row,
      checkpoint,
      parentWrites: needsParentWrites(checkpoint, row.parent) ? this.#parentWrites(row) : null,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was stored as metadata
      metadata: this.memory.serializer.parse(row.metadata) as CheckpointMetadata,
      pendingWrites: this.#pendingWrites(row, page),
    };
  }

  #parentWrites(row: CheckpointRow): readonly CheckpointPendingWrite[] {
    const parent = this.answers.parentOf(row);
    return parent === undefined ? [] : this.#pendingWrites(parent, this.#page([parent], nothingRead()));
  }

  /** Some checkpoints with what was sent there. Called in one moment. */
  #page(rows: readonly CheckpointRow[], read: ReadBefore): PageReading<CheckpointRow> {
    const { store, serializer } = this.memory;
    const writes = rows.flatMap(({ threadId, namespace, id }) =>
      store.all(SELECT_WRITES, threadId, namespace, idBytes(id)).map((row) => writesRowOf(row, store.keys)),
    );
    store.readRecords(
      writes.map(({ document }) => document),
      read.deltas,
    );
    const page = new PageReading(serializer, { rows, writes }, read);
    store.readValuesOf(page.needs([], rows), read.known);
    return page;
  }

  #pendingWrites(row: CheckpointRow, page: PageReading): CheckpointPendingWrite[] {
    return this.inspect(row, () => {
      const found = page.tasksAt(row);
      if (found !== row.tasks) throw missingTasks(row.tasks, found);
      return page.writes(row);
    });
  }

  /** Rows of what the tasks of a thread wrote. Throws `checkpoint/corrupt`. */
  writesOf(threadId: string): StoredWrites[] {
    return this.memory.store
      .all(`SELECT ${WRITES_COLUMNS} FROM tidemark_writes WHERE thread_id = ? ORDER BY task_id`, threadId)
      .map((row) => {
        const writes = writesRowOf(row, this.memory.store.keys);
        this.requireSound(writes);
        return writes;
      });
  }

  records(threadId: string, namespace: string, newest?: number): AsyncIterable<RecordPage> {
    return newest === undefined || newest >= RECORD_PAGE
      ? recordPages(this, threadId, namespace)
      : newestRecords(this, { threadId, namespace, newest });
  }

  values(from: Asked, channels: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
    const { store } = this.memory;
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
        this.memory.refresh();
        return read(row, this.memory.age);
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
    await this.memory.commits.settled(from.threadId);
    this.memory.look();
    return atOneMoment(this.memory.database, () => {
      const row = this.#rowAt(from);
      if (row === undefined) return new Map<string, Value>();
      this.requireSound(row);
      return this.inspect(row, () => read(row));
    });
  }

  async *list({ asked, before, limit, matches }: ListedCheckpoints): AsyncGenerator<readonly ReadCheckpoint[]> {
    await this.memory.commits.settled(asked.threadId);
    const read = nothingRead();
    const isEndless = matches !== null || limit === Infinity;
    let listed = 0;
    for (let after: CheckpointRow | undefined, left = limit; left > 0;) {
      // Most readers of a list stop soon. The rows of all threads have no order in which a part of them is found.
      const most = isEndless ? (asked.threadId === undefined ? -1 : PAGE + Math.floor(listed / 4)) : limit;
      const part = { before, after, most, isEndless };
      const { rows, found, first } = atOneMoment(this.memory.database, () => {
        const all = listRows(this, asked, part);
        const matching = all.filter((row) => matches === null || this.#isMatch(row, matches)).slice(0, left);
        return { rows: all, found: matching, first: this.#readPage(matching.slice(0, PAGE), read) };
      });
      yield first;
      for (let start = PAGE; start < found.length; start += PAGE)
        yield this.#readAgain(found.slice(start, start + PAGE), read);
      if (!isEndless || rows.length !== most) return;
      left -= found.length;
      listed += rows.length;
      after = rows.at(-1);
    }
  }

  #isMatch(row: CheckpointRow, matches: (metadata: string) => boolean): boolean {
    this.requireSound(row);
    return matches(row.metadata);
  }

  /** Reads the checkpoints of rows that were read before. Those that were removed since are left out. */
  #readAgain(listed: readonly CheckpointRow[], read: ReadBefore): readonly ReadCheckpoint[] {
    for (const row of listed) this.requireSound(row);
    return atOneMoment(this.memory.database, () =>
      this.#readPage(
        listed.flatMap(({ threadId, namespace, id }) => this.one(threadId, namespace, id) ?? []),
        read,
      ),
    );
  }

  /** Reads the checkpoints of some rows, newest first. Called in one moment. */
  #readPage(rows: readonly CheckpointRow[], read: ReadBefore): readonly ReadCheckpoint[] {
    const { store } = this.memory;
    const there = new Set(rows.map(({ threadId, namespace, id }) => JSON.stringify([threadId, namespace, id])));
    for (const row of rows) {
      this.requireSound(row);
      if (!there.has(JSON.stringify([row.threadId, row.namespace, row.parent]))) this.answers.parentOf(row);
    }
    if (read.deltas.size > REMEMBERED) read.deltas.clear();
    const page = this.#page(rows, read);
    for (const { document } of rows) store.readDeltas(document, read.deltas);
    page.complete(rows, (tree) => store.readValues(tree, read.known));
    return rows.map((row) => {
      const checkpoint = this.inspect(row, () => page.checkpoint(row));
      return this.#readRow(page, row, checkpoint);
    });
  }

  /** Walks the ancestors once for all channels, over records that are read once. */
  async deltaHistory(from: Asked, channels: readonly string[]): Promise<Record<string, DeltaChannelHistory>> {
    await this.memory.commits.settled(from.threadId);
    return atOneMoment(this.memory.database, () => this.#deltaHistory(from, channels));
  }

  #deltaHistory(
    { threadId = "", namespace = "", checkpointId }: Asked,
    channels: readonly string[],
  ): Record<string, DeltaChannelHistory> {
    const { store } = this.memory;
    const histories = new DeltaHistories(channels);
    const read = nothingRead();
    const before = (row: CheckpointRow | undefined) => (row === undefined ? undefined : this.answers.parentOf(row));
    const start = checkpointId === undefined ? undefined : this.answers.one({ threadId, namespace, id: checkpointId });
    for (let row = before(start); row !== undefined && !histories.isComplete; row = before(row)) {
      const missing = histories.addWrites(this.#pendingWrites(row, this.#page([row], read)));
      const { document } = row;
      const stored = this.inspect(row, () => partOf(store.readRecord(document, read.deltas).tree, "channel_values"));
      for (const channel of missing) {
        const seed = stored?.items.get(channel);
        if (seed !== undefined)
          histories.begin(
            channel,
            this.inspect(row, () => store.readValues(seed, read.known)),
          );
      }
    }
    return histories.result();
  }
}
