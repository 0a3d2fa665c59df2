import type {
  Checkpoint,
  CheckpointMetadata,
  CheckpointPendingWrite,
  DeltaChannelHistory,
} from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "../kernel/errors.ts";
import { checkpointOf } from "../snapshots/checkpoint-snapshot.ts";
import { isDamage } from "../snapshots/damage.ts";
import type { Asked } from "../snapshots/saver-config.ts";
import { keepHead, unchangedHead } from "../saver/cached-head.ts";
import { corruptCheckpoint } from "../saver/corrupt.ts";
import { DeltaHistories } from "../saver/delta-histories.ts";
import { needsParentWrites } from "../saver/read-tuple.ts";
import type { WantedChannels } from "../saver/shared-reads.ts";
import type { RecordPage } from "../saver/thread-changes.ts";
import type { CheckpointPlace } from "../snapshots/checkpoint-facts.ts";
import type { CheckpointReader, ListedCheckpoints, ReadCheckpoint } from "../saver/saver-store.ts";
import type { PostgresMemory } from "./memory.ts";
import { newestRecords, RECORD_PAGE, recordPages } from "./record-pages.ts";
import { fillSnapshot } from "../snapshots/record-snapshots.ts";
import { nothingRead, PageReading } from "../rows/page-reading.ts";
import type { CheckpointRow, Wanted } from "./pages.ts";

/** Place of a checkpoint, also in the order of checkpoints. */
type OrderedPlace = CheckpointPlace & Pick<CheckpointRow, "sequence">;

type Reading = PageReading<CheckpointRow>;

/** Number of checkpoints of a list that are read at once. */
const PAGE = 50;

/** Number of ancestors that are read at once, at first. */
const ANCESTORS = 16;

/** Number of times that a read is repeated when a removal interferes, before that counts as damage. */
const READS = 3;

/**
 * Reads checkpoints in Postgres.
 *
 * @internal
 */
export class PostgresReader implements CheckpointReader {
  readonly #memory: PostgresMemory;

  constructor(memory: PostgresMemory) {
    this.#memory = memory;
  }

  /** Reads a checkpoint, or the newest one. */
  read(threadId: string, namespace: string, checkpointId: string | undefined): Promise<ReadCheckpoint | undefined> {
    const wanted = { threadId, namespace, checkpointId, limit: 1 };
    const thread = this.#memory.thread(threadId);
    const skip = thread.heads.get(threadId, namespace)?.stored.document.id;
    return repeatedly(async () => {
      const page = await this.#page({ ...wanted, skip });
      const [row] = page.rows;
      if (row === undefined) return undefined;
      const head = unchangedHead(thread.heads.get(threadId, namespace), row);
      if (head !== null) {
        await this.#load(page, [], [row]);
        return this.#readRow(row, head, page);
      }
      const whole = row.document === skip ? await this.#page(wanted) : page;
      const [newest] = whole.rows;
      if (newest === undefined) return undefined;
      await this.#load(whole, [newest], [newest]);
      const { checkpoint, stored } = await this.inspect(newest, () => {
        if (newest.damage !== null) throw newest.damage;
        const tree = whole.storedSnapshot(newest.document);
        return { checkpoint: checkpointOf(tree.tree, newest.id), stored: tree };
      });
      const { heads } = thread;
      keepHead({ heads, remember: (node) => thread.remember(node) }, newest, { checkpoint, stored });
      return this.#readRow(newest, checkpoint, whole);
    });
  }

  async newestId(threadId: string, namespace: string): Promise<string | null> {
    const { rows } = await this.#page({ threadId, namespace, limit: 1 });
    return rows[0]?.id ?? null;
  }

  async #page(wanted: Wanted, read = nothingRead()): Promise<Reading> {
    const { store, serializer } = this.#memory;
    return new PageReading(serializer, await store.readPage(wanted, read.deltas), read);
  }

  /** Reads the values of some checkpoints, and of what was sent at some, in one round trip however many there are. */
  async #load(page: Reading, checkpoints: readonly CheckpointRow[], sentAt: readonly CheckpointRow[]): Promise<void> {
    await this.#memory.store.readValuesOf(page.needs(checkpoints, sentAt), page.read.known);
    if (checkpoints.length > 1) page.complete(checkpoints);
  }

  async #valueOf(page: Reading, row: CheckpointRow, channel: string): Promise<unknown> {
    const node = page.channel(row, channel);
    await this.#memory.store.readValues([node], page.read.known);
    return fillSnapshot(node, page.read.known);
  }

  /** Reads what belongs to a checkpoint. Throws `checkpoint/corrupt` when its rows are damaged. */
  async inspect<Result>(place: OrderedPlace, read: () => Result | Promise<Result>): Promise<Result> {
    try {
      return await read();
    } catch (error) {
      if (!isDamage(error)) throw error;
      throw corruptCheckpoint(place, error, await this.#newestGood(place));
    }
  }

  async #newestGood({ threadId, namespace, sequence }: OrderedPlace): Promise<string | null> {
    const read = nothingRead();
    for (let below = sequence; ;) {
      const page = await this.#page({ threadId, namespace, below, limit: PAGE }, read);
      for (const row of page.rows) {
        below = row.sequence;
        try {
          await this.#load(page, [row], []);
          page.checkpoint(row);
          return row.id;
        } catch (error) {
          if (!isDamage(error)) throw error;
        }
      }
      if (page.rows.length < PAGE) return null;
    }
  }

  async #readRow(row: CheckpointRow, checkpoint: Checkpoint, page: Reading): Promise<ReadCheckpoint> {
    return {
      row,
      checkpoint,
      parentWrites: needsParentWrites(checkpoint, row.parent) ? await this.#parentWrites(row) : null,
      metadata: await this.inspect(row, () => this.#metadata(row)),
      pendingWrites: await this.inspect(row, () => page.writes(row)),
    };
  }

  #metadata({ metadata, damage }: CheckpointRow): CheckpointMetadata {
    if (damage !== null) throw damage;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was stored as metadata
    return this.#memory.serializer.parse(metadata) as CheckpointMetadata;
  }

  async #parentWrites({ threadId, namespace, parent }: CheckpointRow): Promise<readonly CheckpointPendingWrite[]> {
    const page = await this.#page({ threadId, namespace, checkpointId: parent ?? "", limit: 1 });
    await this.#load(page, [], page.rows);
    const [before] = page.rows;
    return before === undefined ? [] : this.inspect(before, () => page.writes(before));
  }

  async *records(threadId: string, namespace: string, newest?: number): AsyncGenerator<RecordPage> {
    const { store } = this.#memory;
    const pages =
      newest === undefined || newest >= RECORD_PAGE
        ? recordPages(store, threadId, namespace)
        : [await newestRecords(store, { threadId, namespace, newest })];
    for await (const page of pages) {
      for (const row of page.rows) {
        await this.inspect(row, () => {
          if (row.damage !== null) throw row.damage;
        });
      }
      yield page;
    }
  }

  values(
    { threadId, namespace, checkpointId }: Asked,
    channels: WantedChannels,
  ): Promise<ReadonlyMap<string, unknown>> {
    return repeatedly(async () => {
      const page = await this.#page({ threadId, namespace, checkpointId, limit: 1 });
      const [row] = page.rows;
      const found = new Map<string, unknown>();
      if (row === undefined) return found;
      return this.inspect(row, async () => {
        const known = page.channels([row]).get(row.document);
        const names = typeof channels === "function" ? [...(known?.keys() ?? [])].filter(channels) : channels;
        for (const channel of names)
          if (known?.has(channel) === true) found.set(channel, await this.#valueOf(page, row, channel));
        return found;
      });
    });
  }

  /** Shares nothing: a schema that was made again has the same ids for other values. */
  sharedValues(from: Asked, channels: WantedChannels): Promise<ReadonlyMap<string, unknown>> {
    return this.values(from, channels);
  }

  async *list({ asked, before, limit, matches }: ListedCheckpoints): AsyncGenerator<readonly ReadCheckpoint[]> {
    const read = nothingRead();
    let left = limit;
    let after: CheckpointRow | undefined;
    while (left > 0) {
      const wanted = { ...asked, before, after, limit: matches === null ? Math.min(PAGE, left) : PAGE };
      const { rows, found } = await repeatedly(async (again) => {
        const page = await this.#page(wanted, again ? undefined : read);
        // Damaged rows are not left out: reading them throws.
        const matching = page.rows.filter((row) => row.damage !== null || (matches?.(row.metadata) ?? true));
        return { rows: page.rows, found: await this.#readRows(page, matching.slice(0, left)) };
      });
      yield found;
      left -= found.length;
      after = rows.at(-1);
      if (rows.length < wanted.limit) return;
    }
  }

  async #readRows(page: Reading, rows: readonly CheckpointRow[]): Promise<readonly ReadCheckpoint[]> {
    await this.#load(page, rows, rows);
    const found: ReadCheckpoint[] = [];
    for (const row of rows) {
      const checkpoint = await this.inspect(row, () => page.checkpoint(row));
      found.push(await this.#readRow(row, checkpoint, page));
    }
    return found;
  }

  /** Walks the ancestors once for all channels, many of them in one round trip. */
  deltaHistory(from: Asked, channels: readonly string[]): Promise<Record<string, DeltaChannelHistory>> {
    return repeatedly(() => this.#deltaHistory(from, channels));
  }

  async #deltaHistory(
    { threadId, namespace = "", checkpointId }: Asked,
    names: readonly string[],
  ): Promise<Record<string, DeltaChannelHistory>> {
    const histories = new DeltaHistories(names);
    const read = nothingRead();
    let next = threadId === undefined ? null : (checkpointId ?? null);
    for (let limit = ANCESTORS; next !== null && !histories.isComplete; limit = Math.min(limit * 4, 1_024)) {
      const page = await this.#page({ threadId, namespace, checkpointId: next, ancestors: true, limit }, read);
      // The checkpoint itself is not one of its ancestors.
      const rows = next === checkpointId ? page.rows.slice(1) : page.rows;
      next = page.rows.length < limit ? null : (page.rows.at(-1)?.parent ?? null);
      await this.#load(page, [], rows);
      const [first] = rows;
      if (first === undefined) break;
      const channels = await this.inspect(first, () => page.channels(rows));
      for (const row of rows) {
        if (histories.isComplete) break;
        const missing = histories.addWrites(await this.inspect(row, () => page.writes(row)));
        for (const channel of missing) {
          if (channels.get(row.document)?.has(channel) !== true) continue;
          histories.begin(channel, await this.inspect(row, () => this.#valueOf(page, row, channel)));
        }
      }
    }
    return histories.result();
  }
}

/** Repeats a read whose rows were removed meanwhile. */
async function repeatedly<Result>(read: (again: boolean) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read(attempt > 1);
    } catch (error) {
      if (attempt === READS || !checkpointErrors.corrupt.is(error)) throw error;
    }
  }
}
