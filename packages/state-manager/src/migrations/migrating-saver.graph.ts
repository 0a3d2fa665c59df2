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
import { type LiftedTuple, liftTuple, VERSION_KEY, WRITTEN_BY } from "./migrate-tuple.graph.ts";
import { WrappedSaver } from "../savers/wrapped-saver.graph.ts";

/** Where the states of subgraphs come from, when they are other states. */
export interface MigratingOptions {
  /** Migrations by the path of nodes that lead to a subgraph: `research`, `research/web`. States of others are left alone. */
  readonly subgraphs?: Readonly<Record<string, Migrations>>;
}

/** How many lifted checkpoints are remembered; one that was forgotten is read again. */
const REMEMBERED = 256;

/**
 * Lets a graph read what older versions of its state wrote, lifted to the present one; nothing is written by reading.
 *
 * New turns, resumed interrupts, runs that go on after a crash, forks and histories all see values of the present version, and so
 * does what finished nodes of a broken step wrote. The next checkpoint stores what was lifted, and every checkpoint notes
 * the version that wrote it as `tidemark_schema_version` in its metadata. The old checkpoints stay as they are.
 *
 * Compile the graph with it. A checkpoint of a newer version throws `state-manager/newerVersion`, one that is too old
 * `state-manager/olderVersion`, one that a step cannot lift `state-manager/migrationFailed`; `migrationReport` finds them beforehand.
 *
 * @example
 * ```ts
 * import { type BaseCheckpointSaver, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
 * import { defineState, field, fields, type StateDeclaration } from "@tidemark/core-state";
 * import { toStateSchema } from "@tidemark/core-state/langgraph";
 * import { defineMigrations } from "@tidemark/state-manager";
 * import { migratingSaver } from "@tidemark/state-manager/langgraph";
 * import { z } from "zod";
 *
 * const place = field({ description: "Where to.", schema: z.string(), default: () => "", lifetime: "thread" });
 * const places = field({ description: "Where to.", schema: z.array(z.string()), default: () => [], lifetime: "thread" });
 * const One = defineState({ version: 1, fields: fields("trip", { place }) });
 * const Two = defineState({ version: 2, fields: fields("trip", { places }) });
 * const migrations = defineMigrations(Two, [
 *   { to: 2, doc: "Many places.", rename: { trip_place: "trip_places" }, change: { trip_places: (name) => [name] } },
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

class MigratingSaver extends WrappedSaver {
  readonly #migrations: Migrations;
  readonly #subgraphs: Readonly<Record<string, Migrations>>;
  /** What was lifted, by place. The host writes under a checkpoint only after it has read it here. */
  readonly #lifted = new Map<string, Pick<LiftedTuple, "from" | "unstored">>();
  #forgot = false;

  constructor(saver: BaseCheckpointSaver, migrations: Migrations, { subgraphs = {} }: MigratingOptions) {
    super(saver);
    this.#migrations = migrations;
    this.#subgraphs = subgraphs;
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const tuple = await super.getTuple(config);
    return tuple === undefined ? undefined : this.#read(tuple);
  }

  override async *list(config: RunnableConfig, options?: CheckpointListOptions): AsyncGenerator<CheckpointTuple> {
    for await (const tuple of super.list(config, options)) {
      const migrations = this.#migrationsOf(tuple.config);
      yield migrations === null ? tuple : liftTuple(this.saver, migrations, tuple).tuple;
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
    for (const [channel, version] of Object.entries((await this.#liftedAt(config))?.unstored ?? {})) {
      if (checkpoint.channel_versions[channel] === version) versions[channel] = version;
    }
    const noted: CheckpointMetadata = Object.assign({}, metadata, { [VERSION_KEY]: migrations.state.version });
    return super.put(config, checkpoint, noted, versions);
  }

  override async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    taskPath?: string,
  ): Promise<void> {
    const migrations = this.#migrationsOf(config);
    // Under a checkpoint of an older version stand writes of that version and of this one.
    const mixed = migrations !== null && (await this.#liftedAt(config)) !== undefined;
    const marked: PendingWrite[] = mixed ? [...writes, [WRITTEN_BY, migrations.state.version]] : writes;
    await super.putWrites(config, marked, taskId, taskPath);
  }

  /** The migrations of the state that lives in a namespace; null for a subgraph that nobody declared. */
  #migrationsOf(config: RunnableConfig): Migrations | null {
    const namespace = String(config.configurable?.["checkpoint_ns"] ?? "");
    if (namespace === "") return this.#migrations;
    const path = namespace.split("|").map((part) => part.split(":")[0]);
    const name = path.join("/");
    return Object.hasOwn(this.#subgraphs, name) ? (this.#subgraphs[name] ?? null) : null;
  }

  #read(stored: CheckpointTuple): CheckpointTuple {
    const migrations = this.#migrationsOf(stored.config);
    if (migrations === null) return stored;
    const { tuple, from, unstored } = liftTuple(this.saver, migrations, stored);
    if (from !== migrations.state.version) this.#remember(placeOf(stored.config), { from, unstored });
    return tuple;
  }

  #remember(place: string, lifted: Pick<LiftedTuple, "from" | "unstored">): void {
    this.#lifted.delete(place);
    this.#lifted.set(place, lifted);
    if (this.#lifted.size <= REMEMBERED) return;
    const [oldest] = this.#lifted.keys();
    if (oldest !== undefined) this.#lifted.delete(oldest);
    this.#forgot = true;
  }

  async #liftedAt(config: RunnableConfig): Promise<Pick<LiftedTuple, "from" | "unstored"> | undefined> {
    const known = this.#lifted.get(placeOf(config));
    if (known !== undefined || !this.#forgot || config.configurable?.["checkpoint_id"] === undefined) return known;
    await this.getTuple(config);
    return this.#lifted.get(placeOf(config));
  }
}

const placeOf = ({ configurable = {} }: RunnableConfig): string =>
  JSON.stringify([
    configurable["thread_id"] ?? "",
    configurable["checkpoint_ns"] ?? "",
    configurable["checkpoint_id"] ?? "",
  ]);
