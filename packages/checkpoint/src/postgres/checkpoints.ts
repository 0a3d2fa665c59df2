import type { RunnableConfig } from "@langchain/core/runnables";
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointPendingWrite,
  type CheckpointTuple,
  copyCheckpoint,
  type DeltaChannelHistory,
  maxChannelVersion,
  type PendingWrite,
  TASKS,
} from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "../errors.ts";
import { encodeValue, type StoredClasses } from "../serializer/encode-value.ts";
import { type StrictSerializer, strictSerializer } from "../serializer/strict-serializer.ts";
import { nextVersion } from "../storage/channel-version.ts";
import { checkpointOf, partOf } from "../storage/checkpoint-tree.ts";
import { isIntact } from "../storage/identity-trace.ts";
import { asked, configOf, requireThread } from "../storage/saver-config.ts";
import type { DocumentBodies, StoredTree } from "../storage/stored-tree.ts";
import type { RowNode, ValueNode } from "../storage/value-tree.ts";
import { Connection, type PostgresPool, type Query } from "./connection.ts";
import { type CheckpointRow, type DamagedRow, isDamage, type Page, PostgresStore, type Wanted } from "./store.ts";
import { storedId } from "./stored-id.ts";
import { ThreadWriter } from "./thread-writer.ts";

/** How a saver was set up. */
export interface PostgresSaverSettings {
  readonly classes: StoredClasses;
  /** So many threads are kept in memory, those that were used last. */
  readonly cachedThreads: number;
  readonly schema: string;
}

/** Values that were read already, by their ids. */
type Known = Map<number, RowNode | DamagedRow>;

/** So many checkpoints of a list are read at once. */
const PAGE = 50;

/** A read that meets a removal is repeated so often before it is called damage. */
const READS = 3;

/**
 * What the host asks of a saver, on Postgres.
 *
 * @internal
 */
export class PostgresCheckpoints extends BaseCheckpointSaver {
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

  /** Makes the tables if there are none; without it the first use does. Locks in the same schema have to come after it. */
  async setup(): Promise<void> {
    await this.store.prepare();
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
    return this.#attentively(async () => {
      const head = this.thread(threadId).heads.get(threadId, namespace);
      const bodies: DocumentBodies = new Map();
      const page = await this.store.readPage({ ...wanted, skip: head?.stored.document.id }, bodies);
      const [row] = page.rows;
      if (row === undefined) return undefined;
      const checkpoint = this.#untouchedHead(row);
      if (checkpoint !== null) return this.#tuple(row, checkpoint, this.#reading(page, bodies));
      const whole = bodies.has(row.document) ? page : await this.store.readPage(wanted, bodies);
      const [tuple] = await this.#tuples(whole, this.#reading(whole, bodies), { becomeHead: true });
      return tuple;
    });
  }

  /** Repeats a read that somebody has pulled the rows away from. */
  async #attentively<Result>(read: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await read();
      } catch (error) {
        if (attempt === READS || !checkpointErrors.corrupt.is(error)) throw error;
      }
    }
  }

  /** The checkpoint in memory, unless somebody has changed its values in place. */
  #untouchedHead(row: CheckpointRow): Checkpoint | null {
    const head = this.thread(row.threadId).heads.get(row.threadId, row.namespace);
    if (head?.stored.document.id !== row.document || head.checkpoint.id !== row.id) return null;
    const nodes = partOf(head.stored.tree, "channel_values")?.items;
    for (const [channel, value] of Object.entries(head.checkpoint.channel_values)) {
      const node = nodes?.get(channel);
      if (node === undefined || !isIntact(value, node)) return null;
    }
    return copyCheckpoint(head.checkpoint);
  }

  #reading(page: Page, bodies: DocumentBodies, known: Known = new Map()): Reading {
    return { page, bodies, known };
  }

  /** Makes the checkpoints of a page; their values come in one round trip. */
  async #tuples(page: Page, reading: Reading, { becomeHead = false } = {}): Promise<CheckpointTuple[]> {
    const trees = new Map<CheckpointRow, StoredTree | DamagedRow>();
    for (const row of page.rows) trees.set(row, this.#treeOrDamage(row.document, reading.bodies));
    const sent = page.writes.map(({ document }) => this.#treeOrDamage(document, reading.bodies));
    const wanted = [...trees.values(), ...sent].filter((tree): tree is StoredTree => !isDamage(tree));
    await this.store.readValues(
      wanted.map(({ tree }) => tree),
      reading.known,
    );
    const tuples: CheckpointTuple[] = [];
    for (const [row, stored] of trees) {
      const checkpoint = await this.#guarded(row, () => {
        if (isDamage(stored)) throw stored;
        this.store.fill(stored.tree, reading.known);
        return checkpointOf(stored.tree, row.id);
      });
      if (becomeHead && !isDamage(stored)) this.#becomeHead(row, checkpoint, stored);
      tuples.push(await this.#tuple(row, checkpoint, reading));
    }
    return tuples;
  }

  #treeOrDamage(document: number, bodies: DocumentBodies): StoredTree | DamagedRow {
    try {
      return this.store.treeOf(document, bodies);
    } catch (error) {
      if (isDamage(error)) return error;
      throw error;
    }
  }

  async #guarded<Result>(row: CheckpointRow, read: () => Result): Promise<Result> {
    try {
      return read();
    } catch (error) {
      if (!(isDamage(error) || checkpointErrors.unreadable.is(error))) throw error;
      const { threadId, id: checkpointId } = row;
      const newestGood = await this.#newestGood(row);
      throw checkpointErrors.corrupt({ threadId, checkpointId, found: error.message, newestGood }, { cause: error });
    }
  }

  async #newestGood({ threadId, namespace, id }: CheckpointRow): Promise<string | null> {
    const known: Known = new Map();
    const bodies: DocumentBodies = new Map();
    for (let before = id; ;) {
      const { rows } = await this.store.readPage({ threadId, namespace, before, limit: PAGE }, bodies);
      for (const row of rows) {
        before = row.id;
        const stored = this.#treeOrDamage(row.document, bodies);
        if (isDamage(stored)) continue;
        try {
          await this.store.readValues([stored.tree], known);
          this.store.fill(stored.tree, known);
          return row.id;
        } catch (error) {
          if (!(isDamage(error) || checkpointErrors.unreadable.is(error))) throw error;
        }
      }
      if (rows.length < PAGE) return null;
    }
  }

  #becomeHead({ threadId, namespace }: CheckpointRow, checkpoint: Checkpoint, stored: StoredTree): void {
    const thread = this.thread(threadId);
    const values = partOf(stored.tree, "channel_values");
    if (values !== undefined) for (const node of values.items.values()) thread.remember(node);
    thread.heads.set(threadId, namespace, { checkpoint: copyCheckpoint(checkpoint), stored });
  }

  async #tuple(row: CheckpointRow, checkpoint: Checkpoint, reading: Reading): Promise<CheckpointTuple> {
    const { threadId, namespace, id, parent } = row;
    // Before the fourth format, what a step had sent was kept with the checkpoint before.
    if (checkpoint.v < 4 && parent !== null) await this.#liftSends(checkpoint, row, parent);
    const metadata: unknown = this.serializer.parse(row.metadata);
    return {
      config: configOf(threadId, namespace, id),
      checkpoint,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was stored as metadata
      metadata: metadata as CheckpointMetadata,
      pendingWrites: await this.#pendingWrites(row, reading),
      ...(parent !== null && { parentConfig: configOf(threadId, namespace, parent) }),
    };
  }

  async #pendingWrites(row: CheckpointRow, { page, bodies, known }: Reading): Promise<CheckpointPendingWrite[]> {
    const tasks = new Map<string, Map<number, readonly [string, unknown]>>();
    const mine = page.writes.filter(
      ({ threadId, namespace, id }) => threadId === row.threadId && namespace === row.namespace && id === row.id,
    );
    const trees = mine.map(({ document }) => this.#treeOrDamage(document, bodies));
    await this.store.readValues(
      trees.flatMap((stored): ValueNode[] => (isDamage(stored) ? [] : [stored.tree])),
      known,
    );
    for (const [index, { taskId }] of mine.entries()) {
      const written = await this.#guarded(row, () => {
        const stored = trees[index];
        if (stored === undefined || isDamage(stored)) throw stored ?? new Error("missing");
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `writesTree` makes such trees, and their sums are checked
        return this.store.fill(stored.tree, known) as Record<string, [string, unknown]>;
      });
      const all = tasks.get(taskId) ?? new Map<number, readonly [string, unknown]>();
      tasks.set(taskId, all);
      for (const [key, write] of Object.entries(written)) {
        const place = Number(key);
        // A task that runs again does not overwrite what it wrote, but may be interrupted or fail anew.
        if (place < 0 || !all.has(place)) all.set(place, write);
      }
    }
    return [...tasks]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([taskId, all]) =>
        [...all]
          .toSorted(([one], [other]) => one - other)
          .map(([, [channel, value]]): CheckpointPendingWrite => [taskId, channel, value]),
      );
  }

  async #liftSends(checkpoint: Checkpoint, { threadId, namespace }: CheckpointRow, parent: string): Promise<void> {
    const bodies: DocumentBodies = new Map();
    const page = await this.store.readPage({ threadId, namespace, checkpointId: parent, limit: 1 }, bodies);
    const [before] = page.rows;
    const all = before === undefined ? [] : await this.#pendingWrites(before, this.#reading(page, bodies));
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
    const before = options.before === undefined ? undefined : asked(options.before).checkpointId;
    const filter = Object.entries(options.filter ?? {}).filter(([, value]) => value !== undefined);
    let left = options.limit ?? Infinity;
    const pages = this.#pages({ threadId, namespace, checkpointId, before }, filter.length > 0 ? PAGE : left);
    for await (const { page, bodies, known } of pages) {
      const rows = page.rows.filter((row) => this.#fits(row, filter)).slice(0, left);
      left -= rows.length;
      yield* await this.#tuples({ ...page, rows }, { page, bodies, known });
      if (left <= 0) return;
    }
  }

  /** Pages of checkpoints, newest first. */
  async *#pages(wanted: Omit<Wanted, "limit">, count: number): AsyncGenerator<Reading> {
    if (count <= 0) return;
    const limit = Math.min(count, PAGE);
    const bodies: DocumentBodies = new Map();
    const known: Known = new Map();
    for (let after: CheckpointRow | undefined; ;) {
      const page = await this.store.readPage({ ...wanted, after, limit }, bodies);
      if (page.rows.length > 0) yield { page, bodies, known };
      if (page.rows.length < limit) return;
      after = page.rows.at(-1);
    }
  }

  #fits(row: CheckpointRow, filter: readonly [string, unknown][]): boolean {
    if (filter.length === 0) return true;
    const metadata: object = Object.assign({}, this.serializer.parse(row.metadata));
    return filter.every(
      ([key, value]) => Object.hasOwn(metadata, key) && this.#equal(Reflect.get(metadata, key), value),
    );
  }

  #equal(one: unknown, other: unknown): boolean {
    return Object.is(one, other) || this.serializer.stringify(one) === this.serializer.stringify(other);
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    _newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const threadId = requireThread(config);
    const { namespace = "", checkpointId: parent } = asked(config);
    const described = this.serializer.stringify(metadata);
    await this.thread(threadId).write({
      ...{ kind: "checkpoint", namespace, parent, described },
      // The host goes on with its own while this one waits.
      checkpoint: copyCheckpoint(checkpoint),
      fence: fenceOf(Reflect.get(metadata, "tidemark_fence_of") === checkpoint.id ? metadata : {}),
    });
    return configOf(threadId, namespace, checkpoint.id);
  }

  override async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    const threadId = requireThread(config);
    const { namespace = "", checkpointId } = asked(config);
    if (checkpointId === undefined) throw checkpointErrors.missingId({ id: "checkpoint_id" });
    const fence = fenceOf(config.configurable ?? {});
    await this.thread(threadId).write({ kind: "writes", namespace, checkpointId, taskId, writes, fence });
  }

  override async deleteThread(threadId: string): Promise<void> {
    await this.maintain(threadId, async (query) => {
      const { schema } = this.store;
      const documents = await query(
        `WITH gone AS (DELETE FROM ${schema}.checkpoints WHERE thread_id = $1 RETURNING document),
           sent AS (DELETE FROM ${schema}.tidemark_writes WHERE thread_id = $1 RETURNING document)
         UPDATE ${schema}.tidemark_documents SET uses = uses - 1
         WHERE id IN (SELECT document FROM gone UNION ALL SELECT document FROM sent) RETURNING id`,
        [storedId(threadId)],
      );
      return documents.map(({ id }) => Number(id));
    });
  }

  /** Runs what removes, one in the database at a time; gives the documents that may have to go. */
  protected async maintain(threadId: string, body: (query: Query) => Promise<readonly number[]>): Promise<void> {
    const { schema } = this.store;
    await this.store.prepare();
    try {
      await this.connection.transaction(async (query) => {
        await query(`SELECT ${schema}.tidemark_lock_maintenance(), ${schema}.tidemark_lock_thread($1)`, [
          storedId(threadId),
        ]);
        const candidates = await body(query);
        if (candidates.length > 0) await query(`SELECT ${schema}.tidemark_collect($1)`, [candidates]);
      });
    } finally {
      this.#threads.get(threadId)?.forget();
    }
  }

  /** What delta channels are put together from, a hundred ancestors at a time. */
  override async getDeltaChannelHistory(options: {
    config: RunnableConfig;
    channels: string[];
  }): Promise<Record<string, DeltaChannelHistory>> {
    return super.getDeltaChannelHistory(options);
  }
}

/** A page and what was read for it and the pages before. */
interface Reading {
  readonly page: Page;
  readonly bodies: DocumentBodies;
  readonly known: Known;
}

function fenceOf(source: object): { readonly token: number } | null {
  const token: unknown = Object.hasOwn(source, "tidemark_fence") ? Reflect.get(source, "tidemark_fence") : null;
  return typeof token === "number" && Number.isSafeInteger(token) ? { token } : null;
}
