import type { RunnableConfig } from "@langchain/core/runnables";
import {
  BaseCheckpointSaver,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  type DeltaChannelHistory,
  maxChannelVersion,
  TASKS,
} from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "../errors.ts";
import { encodeValue, type StoredClasses } from "../serializer/encode-value.ts";
import { type StrictSerializer, strictSerializer } from "../serializer/strict-serializer.ts";
import { nextVersion } from "../storage/channel-version.ts";
import { checkpointOf, copyCheckpoint, isUnchanged, partOf } from "../storage/checkpoint-tree.ts";
import { isDamage } from "../storage/damage.ts";
import { asked, configOf } from "../storage/saver-config.ts";
import type { StoredTree } from "../storage/stored-tree.ts";
import { Connection, type PostgresPool } from "./connection.ts";
import { PageReading, type ReadBefore } from "./page-reading.ts";
import type { CheckpointRow, Wanted } from "./pages.ts";
import { PostgresStore } from "./store.ts";
import { ThreadWriter } from "./thread-writer.ts";

/** How a saver was set up. */
export interface PostgresSaverSettings {
  readonly classes: StoredClasses;
  /** So many threads are kept in memory, those that were used last. */
  readonly cachedThreads: number;
  readonly schema: string;
}

/** Which checkpoint is meant. */
type Place = Pick<CheckpointRow, "threadId" | "namespace" | "id" | "sequence">;

/** So many checkpoints of a list are read at once, */
const PAGE = 50;

/** and so many ancestors, at first. */
const ANCESTORS = 16;

/** A read that meets a removal is repeated so often before it is called damage. */
const READS = 3;

/**
 * What the host reads of a saver, on Postgres.
 *
 * @internal
 */
export abstract class PostgresReader extends BaseCheckpointSaver {
  protected readonly connection: Connection;
  protected readonly store: PostgresStore;
  protected readonly serializer: StrictSerializer;
  readonly #settings: PostgresSaverSettings;
  readonly #threads = new Map<string, ThreadWriter>();

  constructor(pool: PostgresPool, settings: PostgresSaverSettings) {
    const serializer = strictSerializer({ classes: settings.classes });
    super(serializer);
    this.#settings = settings;
    this.serializer = serializer;
    this.connection = new Connection(pool);
    this.store = new PostgresStore(this.connection, settings.schema, serializer);
  }

  override getNextVersion(current: number | undefined): number {
    return nextVersion(current);
  }

  protected thread(threadId: string): ThreadWriter {
    const { classes, cachedThreads } = this.#settings;
    const known = this.#threads.get(threadId);
    const thread =
      known ??
      new ThreadWriter(threadId, this.store, (value, path) => JSON.stringify(encodeValue(value, classes, path)));
    // A map is in the order of insertion: the first of it is what was used longest ago.
    this.#threads.delete(threadId);
    this.#threads.set(threadId, thread);
    for (const oldest of this.#threads.keys()) {
      if (this.#threads.size <= Math.max(1, cachedThreads)) break;
      this.#threads.delete(oldest);
    }
    return thread;
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const { threadId, namespace = "", checkpointId } = asked(config);
    if (threadId === undefined) return undefined;
    const wanted = { threadId, namespace, checkpointId, limit: 1 };
    const skip = this.thread(threadId).heads.get(threadId, namespace)?.stored.document.id;
    return attentively(async () => {
      const page = await this.#read({ ...wanted, skip });
      const [row] = page.rows;
      if (row === undefined) return undefined;
      const head = this.#untouchedHead(row);
      if (head !== null) {
        await page.load([], [row]);
        return this.#tuple(row, head, page);
      }
      const whole = row.document === skip ? await this.#read(wanted) : page;
      const [newest] = whole.rows;
      if (newest === undefined) return undefined;
      await whole.load([newest], [newest]);
      const { checkpoint, stored } = await this.inspect(newest, () => {
        if (newest.damage !== null) throw newest.damage;
        const tree = whole.storedTree(newest.document);
        return { checkpoint: checkpointOf(tree.tree, newest.id), stored: tree };
      });
      this.#becomeHead(newest, checkpoint, stored);
      return this.#tuple(newest, checkpoint, whole);
    });
  }

  #read(wanted: Wanted, read: ReadBefore = { bodies: new Map(), known: new Map() }): Promise<PageReading> {
    return PageReading.of(this.store, wanted, read);
  }

  /** The checkpoint in memory, unless somebody has changed its values in place. */
  #untouchedHead(row: CheckpointRow): Checkpoint | null {
    const head = this.thread(row.threadId).heads.get(row.threadId, row.namespace);
    if (head?.stored.document.id !== row.document || head.checkpoint.id !== row.id) return null;
    return isUnchanged(head.checkpoint, head.stored.tree) ? copyCheckpoint(head.checkpoint) : null;
  }

  #becomeHead({ threadId, namespace }: CheckpointRow, checkpoint: Checkpoint, stored: StoredTree): void {
    const thread = this.thread(threadId);
    const values = partOf(stored.tree, "channel_values");
    if (values !== undefined) for (const node of values.items.values()) thread.remember(node);
    thread.heads.set(threadId, namespace, { checkpoint: copyCheckpoint(checkpoint), stored });
  }

  /** Reads what belongs to a checkpoint. Throws `checkpoint/corrupt` when its rows are damaged. */
  protected async inspect<Result>(place: Place, read: () => Result | Promise<Result>): Promise<Result> {
    try {
      return await read();
    } catch (error) {
      if (!isDamage(error)) throw error;
      const { threadId, id: checkpointId } = place;
      const newestGood = await this.#newestGood(place);
      throw checkpointErrors.corrupt({ threadId, checkpointId, found: error.message, newestGood }, { cause: error });
    }
  }

  async #newestGood({ threadId, namespace, sequence }: Place): Promise<string | null> {
    const read = { bodies: new Map(), known: new Map() };
    for (let below = sequence; ;) {
      const page = await this.#read({ threadId, namespace, below, limit: PAGE }, read);
      for (const row of page.rows) {
        below = row.sequence;
        try {
          await page.load([row], []);
          page.checkpoint(row);
          return row.id;
        } catch (error) {
          if (!isDamage(error)) throw error;
        }
      }
      if (page.rows.length < PAGE) return null;
    }
  }

  async #tuple(row: CheckpointRow, checkpoint: Checkpoint, page: PageReading): Promise<CheckpointTuple> {
    const { threadId, namespace, id, parent } = row;
    // Before the fourth format, what a step had sent was kept with the checkpoint before.
    if (checkpoint.v < 4 && parent !== null) await this.#liftSends(checkpoint, row, parent);
    return {
      config: configOf(threadId, namespace, id),
      checkpoint,
      metadata: await this.inspect(row, () => this.#metadata(row)),
      pendingWrites: await this.inspect(row, () => page.writes(row)),
      ...(parent !== null && { parentConfig: configOf(threadId, namespace, parent) }),
    };
  }

  #metadata({ metadata, damage }: CheckpointRow): CheckpointMetadata {
    if (damage !== null) throw damage;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was stored as metadata
    return this.serializer.parse(metadata) as CheckpointMetadata;
  }

  async #liftSends(checkpoint: Checkpoint, { threadId, namespace }: CheckpointRow, parent: string): Promise<void> {
    const page = await this.#read({ threadId, namespace, checkpointId: parent, limit: 1 });
    await page.load([], page.rows);
    const [before] = page.rows;
    const all = before === undefined ? [] : await this.inspect(before, () => page.writes(before));
    const versions = Object.values(checkpoint.channel_versions);
    checkpoint.channel_values = {
      ...checkpoint.channel_values,
      [TASKS]: all.filter(([, channel]) => channel === TASKS).map(([, , value]) => value),
    };
    checkpoint.channel_versions = {
      ...checkpoint.channel_versions,
      [TASKS]: versions.length > 0 ? maxChannelVersion(...versions) : this.getNextVersion(undefined),
    };
  }

  override async *list(config: RunnableConfig, options: CheckpointListOptions = {}): AsyncGenerator<CheckpointTuple> {
    const { threadId, namespace, checkpointId } = asked(config);
    // No thread has an empty id; a list of all threads is asked for without one.
    if (config.configurable?.["thread_id"] === "") return;
    const before = options.before === undefined ? undefined : asked(options.before);
    const filter = Object.entries(options.filter ?? {}).filter(([, value]) => value !== undefined);
    const read: ReadBefore = { bodies: new Map(), known: new Map() };
    let left = options.limit ?? Infinity;
    let after: CheckpointRow | undefined;
    while (left > 0) {
      const limit = filter.length > 0 ? PAGE : Math.min(PAGE, left);
      const wanted = { threadId, namespace, checkpointId, before, after, limit };
      const { rows, tuples } = await attentively(async (again) => {
        const page = await this.#read(wanted, again ? undefined : read);
        const fitting = page.rows.filter((row) => this.#fits(row, filter)).slice(0, left);
        return { rows: page.rows, tuples: await this.#tuples(page, fitting) };
      });
      yield* tuples;
      left -= tuples.length;
      after = rows.at(-1);
      if (rows.length < limit) return;
    }
  }

  async #tuples(page: PageReading, rows: readonly CheckpointRow[]): Promise<readonly CheckpointTuple[]> {
    await page.load(rows, rows);
    const tuples: CheckpointTuple[] = [];
    for (const row of rows) {
      const checkpoint = await this.inspect(row, () => page.checkpoint(row));
      tuples.push(await this.#tuple(row, checkpoint, page));
    }
    return tuples;
  }

  #fits({ metadata, damage }: CheckpointRow, filter: readonly [string, unknown][]): boolean {
    // What is damaged is not passed over.
    if (filter.length === 0 || damage !== null) return true;
    const noted: object = Object.assign({}, this.serializer.parse(metadata));
    return filter.every(([key, value]) => Object.hasOwn(noted, key) && this.#equal(Reflect.get(noted, key), value));
  }

  #equal(one: unknown, other: unknown): boolean {
    return Object.is(one, other) || this.serializer.stringify(one) === this.serializer.stringify(other);
  }

  /** Walks the ancestors once for all channels, many in a round trip. */
  override async getDeltaChannelHistory(options: {
    config: RunnableConfig;
    channels: string[];
  }): Promise<Record<string, DeltaChannelHistory>> {
    return attentively(() => this.#deltaHistory(options));
  }

  async #deltaHistory(options: {
    config: RunnableConfig;
    channels: string[];
  }): Promise<Record<string, DeltaChannelHistory>> {
    const { threadId, namespace = "", checkpointId } = asked(options.config);
    const histories = new Map<string, DeltaChannelHistory>(
      options.channels.map((channel) => [channel, { writes: [] }]),
    );
    const missing = new Set(options.channels);
    const read: ReadBefore = { bodies: new Map(), known: new Map() };
    let next = threadId === undefined ? null : (checkpointId ?? null);
    for (let limit = ANCESTORS; next !== null && missing.size > 0; limit = Math.min(limit * 4, 1_024)) {
      const page = await this.#read({ threadId, namespace, checkpointId: next, ancestors: true, limit }, read);
      // The checkpoint itself is none of its ancestors.
      const rows = next === checkpointId ? page.rows.slice(1) : page.rows;
      next = page.rows.length < limit ? null : (page.rows.at(-1)?.parent ?? null);
      await page.load([], rows);
      const [first] = rows;
      if (first === undefined) break;
      const channels = await this.inspect(first, () => page.channels(rows));
      for (const row of rows) {
        if (missing.size === 0) break;
        const writes = await this.inspect(row, () => page.writes(row));
        for (const channel of missing) {
          const history = histories.get(channel);
          history?.writes.unshift(...writes.filter((write) => write[1] === channel));
          if (history === undefined || channels.get(row.document)?.has(channel) !== true) continue;
          const value = await this.inspect(row, () => page.valueOf(row, channel));
          // A key without a value is none.
          if (value === undefined) continue;
          history.seed = value;
          missing.delete(channel);
        }
      }
    }
    return Object.fromEntries(histories);
  }
}

/** Repeats a read that somebody has pulled the rows away from. */
async function attentively<Result>(read: (again: boolean) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read(attempt > 1);
    } catch (error) {
      if (attempt === READS || !checkpointErrors.corrupt.is(error)) throw error;
    }
  }
}
