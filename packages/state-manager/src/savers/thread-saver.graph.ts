import {
  type BaseCheckpointSaver,
  type CheckpointTuple,
  copyCheckpoint,
  emptyCheckpoint,
  uuid6,
} from "@langchain/langgraph-checkpoint";
import type { StateSnapshot } from "@langchain/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { Clock } from "../kernel/clock.ts";
import { withoutUndefined } from "../kernel/without-undefined.ts";

/** Config of the newest checkpoint of a thread. */
export const threadConfig = (threadId: string) => ({ configurable: { thread_id: threadId, checkpoint_ns: "" } });

/** Reads the newest stored checkpoint of a thread. */
export async function newestTuple(saver: BaseCheckpointSaver, threadId: string): Promise<CheckpointTuple | undefined> {
  const tuple = await saver.getTuple(threadConfig(threadId));
  return tuple === undefined || isUnfinished(tuple) ? undefined : tuple;
}

/** True for a checkpoint of an incomplete copy, which `@tidemark/checkpoint` marks. */
export const isUnfinished = ({ checkpoint, metadata }: CheckpointTuple): boolean =>
  metadata !== undefined && Reflect.get(metadata, "tidemark_unfinished") === checkpoint.id;

/** True for LangGraph's own channels. Other channels are fields and edges. */
const isLangGraphChannel = (channel: string): boolean => channel.startsWith("__");

/** Pending writes of finished nodes. LangGraph shows them as stored but drops them at the next input. */
export const pendingWrites = (
  tuple: CheckpointTuple,
): readonly (readonly [taskId: string, channel: string, value: unknown])[] =>
  (tuple.pendingWrites ?? []).filter(([, channel]) => !isLangGraphChannel(channel));

/** LangGraph's channels for what a finished node writes. */
const OUTPUTS = new Set(["__no_writes__", "__pregel_tasks", "__return__"]);

/** Pending writes that show that their node has finished. */
export const outputWrites = (tuple: CheckpointTuple): ReturnType<typeof pendingWrites> =>
  (tuple.pendingWrites ?? []).filter(([, channel]) => OUTPUTS.has(channel) || !isLangGraphChannel(channel));

/** Ids of the interrupts of a checkpoint. */
export function interruptIds(tuple: CheckpointTuple): readonly string[] {
  return (tuple.pendingWrites ?? [])
    .filter(([, channel]) => channel === "__interrupt__")
    .flatMap(([, , value]) => [value].flat())
    .map((each: unknown): unknown => (typeof each === "object" && each !== null ? Reflect.get(each, "id") : null))
    .filter((id): id is string => typeof id === "string");
}

/** True when an interrupt of a checkpoint was answered: its task was resumed or has finished. */
export function isAnswered(tuple: CheckpointTuple, interruptId: string): boolean {
  const writes = tuple.pendingWrites ?? [];
  const taskIds = new Set(
    writes
      .filter(([, channel, value]) => channel === "__interrupt__" && hasInterrupt(value, interruptId))
      .map(([taskId]) => taskId),
  );
  // LangGraph records an answer under the id of the interrupt and under the task. One that was taken back is an empty list.
  return writes.some(([taskId, channel, value]) =>
    channel === "__resume__"
      ? (taskId === interruptId || taskIds.has(taskId)) && !(Array.isArray(value) && value.length === 0)
      : taskIds.has(taskId) && (channel === "__no_writes__" || !isLangGraphChannel(channel)),
  );
}

/** True if an interrupt is one of those that a task has raised. */
export const hasInterrupt = (value: unknown, interruptId: string): boolean =>
  [value].flat().some((each: unknown) => isPlainRecord(each) && each["id"] === interruptId);

/** Id of the checkpoint of a snapshot; null for an empty thread. */
export function idOf({ config }: Pick<StateSnapshot, "config">): string | null {
  const id: unknown = config.configurable?.["checkpoint_id"];
  return typeof id === "string" ? id : null;
}

/** Values that an edit writes to a thread without running a node. */
export interface ThreadEdit {
  /** New values by channel. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly clock: Pick<Clock, "now">;
  /** Further metadata of the checkpoint with this id. Defaults to none. */
  readonly marks?: ((checkpointId: string) => Readonly<Record<string, unknown>>) | undefined;
}

/**
 * Writes values to a thread as a separate checkpoint without running or scheduling a node.
 *
 * Scheduled nodes stay scheduled. Do not call it while an interrupt is pending, because LangGraph ties it to its checkpoint.
 */
export async function writeEdit(
  saver: BaseCheckpointSaver,
  threadId: string,
  { values, clock, marks }: ThreadEdit,
): Promise<void> {
  const tuple = await newestTuple(saver, threadId);
  const before = tuple?.checkpoint ?? emptyCheckpoint();
  const step = (tuple?.metadata?.step ?? -2) + 1;
  // Versions are numbers or strings, depending on the saver. LangGraph compares both.
  const versions: Record<string, number> = {};
  const highest = Object.values(before.channel_versions).reduce<number | string | undefined>(
    (most, each) => (most === undefined || each > most ? each : most),
    undefined,
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the saver created these versions
  const next = saver.getNextVersion(highest as number | undefined);
  for (const channel of Object.keys(values)) versions[channel] = next;
  const checkpoint = {
    ...copyCheckpoint(before),
    id: uuid6(step),
    ts: clock.now(),
    channel_values: { ...withoutUndefined(before.channel_values), ...values },
    channel_versions: { ...before.channel_versions, ...versions },
  };
  const parent = tuple?.config.configurable ?? threadConfig(threadId).configurable;
  const metadata = {
    source: "update",
    step,
    parents: tuple?.metadata?.parents ?? {},
    ...marks?.(checkpoint.id),
  } as const;
  await saver.put({ configurable: { checkpoint_ns: "", ...parent } }, checkpoint, metadata, versions);
}
