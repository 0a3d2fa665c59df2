import { Overwrite, Send } from "@langchain/langgraph";
import type {
  BaseCheckpointSaver,
  ChannelVersions,
  Checkpoint,
  CheckpointPendingWrite,
  CheckpointTuple,
} from "@langchain/langgraph-checkpoint";
import { isPlainRecord, sameJson } from "@tidemark/reducers/internal";
import { dueSteps, migrate, migrateSent, migrateWrite, versionOfValues } from "./migrate.ts";
import type { Migrations } from "./migrations.ts";
import { withoutUndefined } from "../kernel/without-undefined.ts";

/** Metadata key with the version of the state that wrote a checkpoint. */
export const VERSION_KEY = "tidemark_schema_version";

/** Channel that marks the pending writes of a task with their version, if the checkpoint has another one. */
export const WRITTEN_BY = "__tidemark_written_by__";

/** LangGraph's channel for tasks created with `Send`. */
const SENT = "__pregel_tasks";

/** LangGraph's channel for an input that no step has read. */
const INPUT = "__start__";

/** A checkpoint migrated to the current version, with the changes that are not stored yet. */
export interface MigratedTuple {
  readonly tuple: CheckpointTuple;
  /** Version that wrote the checkpoint. */
  readonly from: number;
  /** New versions of the channels whose migrated values are not stored yet. */
  readonly unstored: ChannelVersions;
}

/** Returns the version of the state that wrote a checkpoint, from its metadata or its values. */
export function versionOfTuple(migrations: Migrations, { checkpoint, metadata }: CheckpointTuple): number {
  const recorded: unknown = metadata === undefined ? undefined : Reflect.get(metadata, VERSION_KEY);
  return typeof recorded === "number" ? recorded : versionOfValues(migrations, checkpoint.channel_values);
}

/** Migrates a checkpoint and its pending writes. Returns a checkpoint of the current version unchanged. */
export function migrateTuple(
  saver: Pick<BaseCheckpointSaver, "getNextVersion">,
  migrations: Migrations,
  tuple: CheckpointTuple,
): MigratedTuple {
  const from = versionOfTuple(migrations, tuple);
  const pendingWrites = migratePendingWrites(migrations, tuple.pendingWrites, from);
  const { state } = migrations;
  if (dueSteps(migrations, from).length === 0) {
    return {
      tuple: pendingWrites === tuple.pendingWrites ? tuple : withWrites(tuple, pendingWrites),
      from,
      unstored: {},
    };
  }
  const { checkpoint, unstored } = migrateCheckpoint(saver, migrations, { checkpoint: tuple.checkpoint, from });
  const metadata = Object.assign({ source: "loop" as const, step: -1, parents: {} }, tuple.metadata, {
    [VERSION_KEY]: state.version,
  });
  return { tuple: withWrites({ ...tuple, checkpoint, metadata }, pendingWrites), from, unstored };
}

const withWrites = (tuple: CheckpointTuple, pendingWrites: CheckpointPendingWrite[] | undefined): CheckpointTuple =>
  pendingWrites === undefined ? tuple : { ...tuple, pendingWrites };

function migrateCheckpoint(
  saver: Pick<BaseCheckpointSaver, "getNextVersion">,
  migrations: Migrations,
  { checkpoint, from }: { readonly checkpoint: Checkpoint; readonly from: number },
): { readonly checkpoint: Checkpoint; readonly unstored: ChannelVersions } {
  const before = withoutUndefined(checkpoint.channel_values);
  const values: Record<string, unknown> = { ...migrate(migrations, before, from) };
  if (isPlainRecord(before[INPUT])) values[INPUT] = migrateInput(migrations, before[INPUT], from);
  if (Array.isArray(before[SENT]))
    values[SENT] = before[SENT].map((task: unknown) => migrateTasks(migrations, task, from));

  const next = versionAfter(saver, checkpoint.channel_versions, migrations.state.version);
  const unstored: Record<string, number | string> = {};
  const versions: Record<string, number | string> = { ...checkpoint.channel_versions };
  for (const name of Object.keys(before)) if (!Object.hasOwn(values, name)) delete versions[name];
  for (const [name, value] of Object.entries(values)) {
    if (Object.hasOwn(before, name) && sameJson(value, before[name])) continue;
    versions[name] = next;
    unstored[name] = next;
  }
  return { checkpoint: { ...checkpoint, channel_values: values, channel_versions: versions }, unstored };
}

/**
 * Returns a channel version that no other checkpoint of the thread uses.
 *
 * A saver that stores each version of a channel once would otherwise confuse a migrated value with one of another branch.
 */
function versionAfter(
  saver: Pick<BaseCheckpointSaver, "getNextVersion">,
  versions: ChannelVersions,
  schemaVersion: number,
): number | string {
  const highest = Object.values(versions).reduce<number | string | undefined>(
    (most, each) => (most === undefined || each > most ? each : most),
    undefined,
  );
  if (typeof highest !== "number") {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the saver made the versions that it is given
    return saver.getNextVersion(highest as number | undefined);
  }
  return Math.floor(highest) + 1 + (schemaVersion % 1_000) / 1_000;
}

function migrateInput(migrations: Migrations, input: Readonly<Record<string, unknown>>, from: number): unknown {
  const writes = Object.entries(withoutUndefined(input)).map(([name, value]) =>
    migratePendingWrite(migrations, [name, value], from),
  );
  return Object.fromEntries(writes.filter((write) => write !== null));
}

function migratePendingWrites(
  migrations: Migrations,
  writes: CheckpointPendingWrite[] | undefined,
  from: number,
): CheckpointPendingWrite[] | undefined {
  if (writes === undefined) return undefined;
  const marks = writes.filter(([, channel]) => channel === WRITTEN_BY);
  if (marks.length === 0 && from === migrations.state.version) return writes;
  const versionOf = new Map(marks.map(([taskId, , version]) => [taskId, typeof version === "number" ? version : from]));
  const migrated: CheckpointPendingWrite[] = [];
  for (const [taskId, channel, value] of writes) {
    if (channel === WRITTEN_BY) continue;
    const write = migratePendingWrite(migrations, [channel, value], versionOf.get(taskId) ?? from);
    if (write !== null) migrated.push([taskId, ...write]);
  }
  return migrated;
}

function migratePendingWrite(
  migrations: Migrations,
  [channel, value]: readonly [string, unknown],
  from: number,
): [string, unknown] | null {
  if (channel === SENT) return [channel, migrateTask(migrations, value, from)];
  if (channel.startsWith("__") || channel.startsWith("branch:")) return [channel, value];
  const replacing = overwriteOf(value);
  const migrated = migrateWrite(
    migrations,
    replacing === null
      ? { name: channel, value, form: "update" }
      : { name: channel, value: replacing.value, form: "value" },
    from,
  );
  if (migrated === null) return null;
  return [migrated.name, replacing === null ? migrated.value : replacing.wrap(migrated.value)];
}

/** Reads a write that replaces the value instead of being reduced: an `Overwrite`, or its stored form. */
export function overwriteOf(value: unknown): { readonly value: unknown; wrap(migrated: unknown): unknown } | null {
  if (isPlainRecord(value)) {
    const keys = Object.keys(value);
    if (keys.length !== 1 || keys[0] !== "__overwrite__") return null;
    return { value: value["__overwrite__"], wrap: (migrated) => ({ __overwrite__: migrated }) };
  }
  if (!(value instanceof Overwrite)) return null;
  return { value: value.value, wrap: (migrated) => new Overwrite(migrated) };
}

/** Migrates a task created by `Send`, or a list of them: LangGraph 1.4.8 stores the tasks as the second of two lists. */
function migrateTasks(migrations: Migrations, sent: unknown, from: number): unknown {
  return Array.isArray(sent)
    ? sent.map((task: unknown) => migrateTask(migrations, task, from))
    : migrateTask(migrations, sent, from);
}

/** Migrates the arguments of a task created by `Send`, and keeps its other properties. */
function migrateTask(migrations: Migrations, task: unknown, from: number): unknown {
  if (typeof task !== "object" || task === null) return task;
  const node: unknown = Reflect.get(task, "node");
  if (typeof node !== "string") return task;
  const sent: unknown = Reflect.get(task, "args");
  const args = migrateSent(migrations, node, { sent, from });
  return args === sent ? task : task instanceof Send ? new Send(node, args) : { ...task, args };
}
