import type { RunnableConfig } from "@langchain/core/runnables";
import type {
  BaseCheckpointSaver,
  ChannelVersions,
  Checkpoint,
  CheckpointListOptions,
  CheckpointMetadata,
  CheckpointTuple,
  PendingWrite,
} from "@langchain/langgraph-checkpoint";
import type { Migrations } from "./migrations.ts";
import { type MigratedTuple, migrateTuple, VERSION_KEY, WRITTEN_BY } from "./migrate-tuple.graph.ts";
import { WrappedSaver } from "../savers/wrapped-saver.graph.ts";

/** Migrations of subgraphs that have a separate state. */
export interface MigratingOptions {
  /** Migrations by the node path of a subgraph: `research`, `research/web`. Other subgraphs are not migrated. */
  readonly subgraphs?: Readonly<Record<string, Migrations>>;
}

/** Maximum number of migrated checkpoints to cache. An evicted one is read again. */
const MAX_CACHED = 256;

/**
 * Wraps a saver so that a graph reads checkpoints of older versions migrated to the current one. Reading writes nothing.
 *
 * New turns, resumed interrupts, runs continued after a crash, forks and histories see values of the current version, including
 * the pending writes of an unfinished step. The next checkpoint stores the migrated values. Every checkpoint contains its version
 * as `tidemark_schema_version` in its metadata. Old checkpoints are not changed.
 *
 * Compile the graph with it. A checkpoint of a newer version throws `state-manager/newerVersion`, one that is too old
 * `state-manager/olderVersion`, one whose migration fails `state-manager/migrationFailed`. Find them in advance with
 * `migrationReport`.
 *
 * @example
 * ```ts
 * import { type BaseCheckpointSaver, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
 * import { defineState, field, fields, type StateDeclaration, toStateSchema } from "tidemark";
 * import { defineMigrations, migratingSaver } from "tidemark/checkpoint";
 * import { z } from "zod";
 *
 * const place = field({ description: "Where to.", schema: z.string(), default: () => "", lifetime: "thread" });
 * const places = field({ description: "Where to.", schema: z.array(z.string()), default: () => [], lifetime: "thread" });
 * const One = defineState({ version: 1, fields: fields("trip", { place }) });
 * const Two = defineState({ version: 2, fields: fields("trip", { places }) });
 * const migrations = defineMigrations(Two, [
 *   { to: 2, description: "Many places.", rename: { trip_place: "trip_places" }, change: { trip_places: (name) => [name] } },
 * ]);
 *
 * const graphOf = (state: StateDeclaration, checkpointer: BaseCheckpointSaver) =>
 *   new StateGraph(toStateSchema(state))
 *     .addNode("rest", () => ({}))
 *     .addEdge(START, "rest")
 *     .addEdge("rest", END)
 *     .compile({ checkpointer });
 * const saver = new MemorySaver();
 * const thread = { configurable: { thread_id: "ann" } };
 * await graphOf(One, saver).invoke({ trip_place: "Bergen" }, thread);
 * console.log((await graphOf(Two, migratingSaver(saver, migrations)).getState(thread)).values); // { trip_places: [ 'Bergen' ] }
 * ```
 */
export function migratingSaver(
  saver: BaseCheckpointSaver,
  migrations: Migrations,
  options: MigratingOptions = {},
): BaseCheckpointSaver {
  return new MigratingSaver(saver, migrations, options);
}

/** The saver that `migratingSaver` creates. */
export class MigratingSaver extends WrappedSaver {
  /** Migrations of the state of the graph itself. */
  readonly migrations: Migrations;
  readonly #subgraphs: Readonly<Record<string, Migrations>>;
  /** Migrated checkpoints by thread, namespace and id. LangGraph reads a checkpoint here before it writes to it. */
  readonly #migrated = new Map<string, Pick<MigratedTuple, "from" | "unstored">>();
  #hasEvicted = false;

  constructor(saver: BaseCheckpointSaver, migrations: Migrations, { subgraphs = {} }: MigratingOptions) {
    super(saver);
    this.migrations = migrations;
    this.#subgraphs = subgraphs;
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const tuple = await super.getTuple(config);
    return tuple === undefined ? undefined : this.#read(tuple);
  }

  override async *list(config: RunnableConfig, options?: CheckpointListOptions): AsyncGenerator<CheckpointTuple> {
    for await (const tuple of super.list(config, options)) {
      const migrations = this.#migrationsOf(tuple.config);
      yield migrations === null ? tuple : migrateTuple(this.saver, migrations, tuple).tuple;
    }
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const migrations = this.#migrationsOf(config);
    if (migrations === null) return super.put(config, checkpoint, metadata, newVersions);
    const versions = { ...newVersions };
    for (const [channel, version] of Object.entries((await this.#migratedAt(config))?.unstored ?? {})) {
      if (checkpoint.channel_versions[channel] === version) versions[channel] = version;
    }
    const withVersion: CheckpointMetadata = Object.assign({}, metadata, { [VERSION_KEY]: migrations.state.version });
    return super.put(config, checkpoint, withVersion, versions);
  }

  override async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    taskPath?: string,
  ): Promise<void> {
    const migrations = this.#migrationsOf(config);
    // A checkpoint of an older version can have pending writes of that version and of the current one.
    const mixed = migrations !== null && (await this.#migratedAt(config)) !== undefined;
    const marked: PendingWrite[] = mixed ? [...writes, [WRITTEN_BY, migrations.state.version]] : writes;
    await super.putWrites(config, marked, taskId, taskPath);
  }

  /** Migrations of the state in a namespace; null for a subgraph without migrations. */
  #migrationsOf(config: RunnableConfig): Migrations | null {
    const namespace = String(config.configurable?.["checkpoint_ns"] ?? "");
    if (namespace === "") return this.migrations;
    const path = namespace.split("|").map((part) => part.split(":")[0]);
    const name = path.join("/");
    return Object.hasOwn(this.#subgraphs, name) ? (this.#subgraphs[name] ?? null) : null;
  }

  #read(stored: CheckpointTuple): CheckpointTuple {
    const migrations = this.#migrationsOf(stored.config);
    if (migrations === null) return stored;
    const { tuple, from, unstored } = migrateTuple(this.saver, migrations, stored);
    if (from !== migrations.state.version) this.#remember(placeOf(stored.config), { from, unstored });
    return tuple;
  }

  #remember(place: string, migrated: Pick<MigratedTuple, "from" | "unstored">): void {
    this.#migrated.delete(place);
    this.#migrated.set(place, migrated);
    if (this.#migrated.size <= MAX_CACHED) return;
    const [oldest] = this.#migrated.keys();
    if (oldest !== undefined) this.#migrated.delete(oldest);
    this.#hasEvicted = true;
  }

  async #migratedAt(config: RunnableConfig): Promise<Pick<MigratedTuple, "from" | "unstored"> | undefined> {
    const known = this.#migrated.get(placeOf(config));
    if (known !== undefined || !this.#hasEvicted || config.configurable?.["checkpoint_id"] === undefined) return known;
    await this.getTuple(config);
    return this.#migrated.get(placeOf(config));
  }
}

const placeOf = ({ configurable = {} }: RunnableConfig): string =>
  JSON.stringify([
    configurable["thread_id"] ?? "",
    configurable["checkpoint_ns"] ?? "",
    configurable["checkpoint_id"] ?? "",
  ]);
