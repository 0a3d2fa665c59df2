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

/** Where a checkpoint's metadata says which version of the state wrote it. */
export const VERSION_KEY = "tidemark_schema_version";

/** Stands among the pending writes of a task that another version wrote than the checkpoint they belong to. */
export const WRITTEN_BY = "__tidemark_written_by__";

/** Where the host keeps what was sent to nodes one by one. */
const SENT = "__pregel_tasks";

/** Where the host keeps an input that its first step has not taken in. */
const INPUT = "__start__";

/** A checkpoint in the shape of the present version, and what differs from how it is stored. */
export interface LiftedTuple {
  readonly tuple: CheckpointTuple;
  /** The version that wrote it. */
  readonly from: number;
  /** Channels whose values are not stored yet, with the versions they are to be stored under. */
  readonly unstored: ChannelVersions;
}

/** The version of the state that wrote a checkpoint, as its metadata says, or else its values. */
export function versionOfTuple(migrations: Migrations, { checkpoint, metadata }: CheckpointTuple): number {
  const noted: unknown = metadata === undefined ? undefined : Reflect.get(metadata, VERSION_KEY);
  return typeof noted === "number" ? noted : versionOfValues(migrations, checkpoint.channel_values);
}

/** Lifts a checkpoint and what is pending on it; one of the present version comes back as it is. */
export function liftTuple(
  saver: Pick<BaseCheckpointSaver, "getNextVersion">,
  migrations: Migrations,
  tuple: CheckpointTuple,
): LiftedTuple {
  const from = versionOfTuple(migrations, tuple);
  const pendingWrites = liftWrites(migrations, tuple.pendingWrites, from);
  const { state } = migrations;
  if (dueSteps(migrations, from).length === 0) {
    return {
      tuple: pendingWrites === tuple.pendingWrites ? tuple : withWrites(tuple, pendingWrites),
      from,
      unstored: {},
    };
  }
  const { checkpoint, unstored } = liftCheckpoint(saver, migrations, { checkpoint: tuple.checkpoint, from });
  const metadata = Object.assign({ source: "loop" as const, step: -1, parents: {} }, tuple.metadata, {
    [VERSION_KEY]: state.version,
  });
  return { tuple: withWrites({ ...tuple, checkpoint, metadata }, pendingWrites), from, unstored };
}

const withWrites = (tuple: CheckpointTuple, pendingWrites: CheckpointPendingWrite[] | undefined): CheckpointTuple =>
  pendingWrites === undefined ? tuple : { ...tuple, pendingWrites };

function liftCheckpoint(
  saver: Pick<BaseCheckpointSaver, "getNextVersion">,
  migrations: Migrations,
  { checkpoint, from }: { readonly checkpoint: Checkpoint; readonly from: number },
): { readonly checkpoint: Checkpoint; readonly unstored: ChannelVersions } {
  const before = withoutUndefined(checkpoint.channel_values);
  const values: Record<string, unknown> = { ...migrate(migrations, before, from) };
  if (isPlainRecord(before[INPUT])) values[INPUT] = liftInput(migrations, before[INPUT], from);
  if (Array.isArray(before[SENT]))
    values[SENT] = before[SENT].map((task: unknown) => liftTasks(migrations, task, from));

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
 * A version that no other checkpoint of the thread has given a channel.
 *
 * Savers that store each version of a channel once would else take a lifted value for that of another branch.
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

function liftInput(migrations: Migrations, input: Readonly<Record<string, unknown>>, from: number): unknown {
  const writes = Object.entries(withoutUndefined(input)).map(([name, value]) =>
    liftWrite(migrations, [name, value], from),
  );
  return Object.fromEntries(writes.filter((write) => write !== null));
}

function liftWrites(
  migrations: Migrations,
  writes: CheckpointPendingWrite[] | undefined,
  from: number,
): CheckpointPendingWrite[] | undefined {
  if (writes === undefined) return undefined;
  const marks = writes.filter(([, channel]) => channel === WRITTEN_BY);
  if (marks.length === 0 && from === migrations.state.version) return writes;
  const versionOf = new Map(marks.map(([taskId, , version]) => [taskId, typeof version === "number" ? version : from]));
  const lifted: CheckpointPendingWrite[] = [];
  for (const [taskId, channel, value] of writes) {
    if (channel === WRITTEN_BY) continue;
    const write = liftWrite(migrations, [channel, value], versionOf.get(taskId) ?? from);
    if (write !== null) lifted.push([taskId, ...write]);
  }
  return lifted;
}

function liftWrite(
  migrations: Migrations,
  [channel, value]: readonly [string, unknown],
  from: number,
): [string, unknown] | null {
  if (channel === SENT) return [channel, liftTask(migrations, value, from)];
  if (channel.startsWith("__") || channel.startsWith("branch:")) return [channel, value];
  const replacing = overwriteOf(value);
  const lifted = migrateWrite(
    migrations,
    replacing === null
      ? { name: channel, value, form: "update" }
      : { name: channel, value: replacing.value, form: "value" },
    from,
  );
  if (lifted === null) return null;
  return [lifted.name, replacing === null ? lifted.value : replacing.wrap(lifted.value)];
}

/** What takes the place of a value instead of being folded into it, as an object of the host or as it is stored. */
function overwriteOf(value: unknown): { readonly value: unknown; wrap(lifted: unknown): unknown } | null {
  if (isPlainRecord(value)) {
    const keys = Object.keys(value);
    if (keys.length !== 1 || keys[0] !== "__overwrite__") return null;
    return { value: value["__overwrite__"], wrap: (lifted) => ({ __overwrite__: lifted }) };
  }
  if (!(value instanceof Overwrite)) return null;
  return { value: value.value, wrap: (lifted) => new Overwrite(lifted) };
}

/** Migrates a sent task, or a list of them: LangGraph 1.4.8 stores the tasks as the second of two lists. */
function liftTasks(migrations: Migrations, sent: unknown, from: number): unknown {
  return Array.isArray(sent)
    ? sent.map((task: unknown) => liftTask(migrations, task, from))
    : liftTask(migrations, sent, from);
}

/** Keeps the object that the host made, with other arguments. */
function liftTask(migrations: Migrations, task: unknown, from: number): unknown {
  if (typeof task !== "object" || task === null) return task;
  const node: unknown = Reflect.get(task, "node");
  if (typeof node !== "string") return task;
  const sent: unknown = Reflect.get(task, "args");
  const args = migrateSent(migrations, node, { sent, from });
  return args === sent ? task : task instanceof Send ? new Send(node, args) : { ...task, args };
}
