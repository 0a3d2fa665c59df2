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

/** Where the newest state of a thread is. */
const threadConfig = (threadId: string) => ({ configurable: { thread_id: threadId, checkpoint_ns: "" } });

/** Reads the newest checkpoint of a thread as it is stored, without what is only pending. */
export async function newestTuple(saver: BaseCheckpointSaver, threadId: string): Promise<CheckpointTuple | undefined> {
  const tuple = await saver.getTuple(threadConfig(threadId));
  return tuple === undefined || isUnfinished(tuple) ? undefined : tuple;
}

/** Whether a checkpoint belongs to a copy that was never written to its end, as `@tidemark/checkpoint` marks it. */
const isUnfinished = ({ checkpoint, metadata }: CheckpointTuple): boolean =>
  metadata !== undefined && Reflect.get(metadata, "tidemark_unfinished") === checkpoint.id;

/** Removes what is left of a copy that was never written to its end. */
export async function removeUnfinished(saver: BaseCheckpointSaver, threadId: string): Promise<void> {
  const tuple = await saver.getTuple(threadConfig(threadId));
  if (tuple !== undefined && isUnfinished(tuple)) await saver.deleteThread(threadId);
}

/** The channels of the host's own that a pending write may go to; all others are fields and edges. */
const isHostChannel = (channel: string): boolean => channel.startsWith("__");

/** The nodes' writes that no checkpoint holds yet: the host shows them as stored, and drops them at the next input. */
export const pendingWrites = (
  tuple: CheckpointTuple,
): readonly (readonly [taskId: string, channel: string, value: unknown])[] =>
  (tuple.pendingWrites ?? []).filter(([, channel]) => !isHostChannel(channel));

/** The ids of interrupts that a checkpoint was left with. */
export function interruptIds(tuple: CheckpointTuple): readonly string[] {
  return (tuple.pendingWrites ?? [])
    .filter(([, channel]) => channel === "__interrupt__")
    .flatMap(([, , value]) => [value].flat())
    .map((each: unknown): unknown => (typeof each === "object" && each !== null ? Reflect.get(each, "id") : null))
    .filter((id): id is string => typeof id === "string");
}

/** True when an interrupt of a checkpoint was answered: its task was resumed, or has ended. */
export function isAnswered(tuple: CheckpointTuple, interruptId: string): boolean {
  const writes = tuple.pendingWrites ?? [];
  const asking = new Set(
    writes
      .filter(([, channel, value]) => channel === "__interrupt__" && asks(value, interruptId))
      .map(([taskId]) => taskId),
  );
  // The host notes an answer under the id of the interrupt, and again under the task.
  return writes.some(([taskId, channel]) =>
    channel === "__resume__"
      ? taskId === interruptId || asking.has(taskId)
      : asking.has(taskId) && (channel === "__no_writes__" || !isHostChannel(channel)),
  );
}

const asks = (value: unknown, interruptId: string): boolean =>
  [value].flat().some((each: unknown) => isPlainRecord(each) && each["id"] === interruptId);

/** The id of the checkpoint that a snapshot shows; null before the first one. */
export function idOf({ config }: Pick<StateSnapshot, "config">): string | null {
  const id: unknown = config.configurable?.["checkpoint_id"];
  return typeof id === "string" ? id : null;
}

/** What an edit writes into a thread, past every node. */
export interface ThreadEdit {
  /** New values by channel. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly clock: Pick<Clock, "now">;
}

/**
 * Writes values into a thread as a checkpoint of its own, without a node and without setting one off.
 *
 * What waits to run still waits. Must not be called while an interrupt is pending: the host ties it to the checkpoint.
 */
export async function writeEdit(
  saver: BaseCheckpointSaver,
  threadId: string,
  { values, clock }: ThreadEdit,
): Promise<void> {
  const tuple = await newestTuple(saver, threadId);
  const before = tuple?.checkpoint ?? emptyCheckpoint();
  const step = (tuple?.metadata?.step ?? -2) + 1;
  // Numbers, or the text that savers count with; the host's own comparison knows both.
  const versions: Record<string, number> = {};
  const highest = Object.values(before.channel_versions).reduce<number | string | undefined>(
    (most, each) => (most === undefined || each > most ? each : most),
    undefined,
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the saver made the versions that it is given
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
  const metadata = { source: "update", step, parents: tuple?.metadata?.parents ?? {} } as const;
  await saver.put({ configurable: { checkpoint_ns: "", ...parent } }, checkpoint, metadata, versions);
}
