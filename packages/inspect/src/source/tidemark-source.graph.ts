import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { CheckpointChanges, TidemarkSaver } from "@tidemark/checkpoint/internal";
import { decidesNext, isField, nextNodes, SENDS } from "./channels.ts";
import { marksIn } from "./step-marks.ts";
import { recordsIn } from "./saver-source.graph.ts";
import { storedSize } from "./stored-size.graph.ts";
import type { HistorySource, StepAddress, StoredStep } from "./history-source.ts";

/** True for a saver of `@tidemark/checkpoint`, which lists changes and reads single values. */
export const isTidemarkSaver = (saver: BaseCheckpointSaver): saver is TidemarkSaver =>
  "threadList" in saver && "changes" in saver && "channelWindows" in saver && "changeMark" in saver;

/** Ends of what a source has opened, and the namespace that it reads. */
interface TidemarkSourceOptions {
  /** Ends the connection. Defaults to leaving it open. */
  readonly close?: () => Promise<void>;
  /** Namespace of a subgraph. Defaults to the graph itself. */
  readonly namespace?: string;
  /** Reads who has a thread. Missing where the leases are not in the database. */
  readonly lease?: HistorySource["lease"];
}

/** Reads the threads of a saver of `@tidemark/checkpoint`. Steps are read without a value, but for small ones of LangGraph itself. */
export function tidemarkSource(
  saver: TidemarkSaver,
  { close = () => Promise.resolve(), namespace = "", lease }: TidemarkSourceOptions = {},
): HistorySource {
  const configOf = ({ threadId, id }: { readonly threadId: string; readonly id?: string }) => ({
    configurable: { thread_id: threadId, checkpoint_ns: namespace, ...(id !== undefined && { checkpoint_id: id }) },
  });
  const values = async (at: StepAddress, fields?: readonly string[]): Promise<Readonly<Record<string, unknown>>> => {
    if (fields === undefined) {
      const tuple = await saver.getTuple(configOf(at));
      const all = Object.entries(tuple?.checkpoint.channel_values ?? {});
      return Object.fromEntries(all.filter(([name]) => isField(name)));
    }
    const place = { channels: fields, checkpointId: at.id, namespace };
    return Object.fromEntries(await saver.channelValues(at.threadId, place));
  };
  return {
    kind: "tidemark",
    threads: () => saver.threadList(),
    mark: () => saver.changeMark(),
    newest: (threadId) => saver.newestId(threadId, namespace),
    steps: (threadId, newest) => readSteps(saver, { threadId, namespace, newest }),
    values,
    sharesValues: true,
    windows: ({ threadId, id }, fields, options) =>
      saver.channelWindows(threadId, { channels: fields, checkpointId: id, namespace, ...options }),
    next: async (at) => {
      const place = { channels: decidesNext, checkpointId: at.id, namespace };
      const found = await saver.channelValues(at.threadId, place);
      return nextNodes(found.keys(), (channel) => found.get(channel));
    },
    marks: async (at) => marksIn((await saver.getTuple(configOf(at)))?.metadata, at.id),
    writes: async (at) => (await saver.getTuple(configOf(at)))?.pendingWrites ?? [],
    records: (threadId) => recordsIn(saver, threadId),
    namespaces: async (threadId) => (await saver.namespaces(threadId)).filter((each) => each !== ""),
    within: (inner) => tidemarkSource(saver, { namespace: inner, ...(lease !== undefined && { lease }) }),
    storage: (threadId) => storedSize(saver, threadId),
    ...(lease !== undefined && { lease }),
    close,
  };
}

async function readSteps(
  saver: TidemarkSaver,
  {
    threadId,
    namespace,
    newest,
  }: { readonly threadId: string; readonly namespace: string; readonly newest: number | undefined },
): Promise<readonly StoredStep[]> {
  const options = { channels: "all", namespace, ...(newest !== undefined && { newest }) } as const;
  const changes: CheckpointChanges[] = [];
  for await (const each of saver.changes(threadId, options)) changes.push(each);
  const tasks = await storedTasks(saver, { threadId, namespace, changes });
  return changes.map(({ id, parent, source, step, turn, values }) => {
    const channels = Object.keys(values);
    const fields = Object.fromEntries(channels.filter(isField).map((channel) => [channel, values[channel] ?? 0]));
    const others = channels.filter((channel) => !isField(channel));
    const next = nextNodes(others, (channel) => tasks.get(values[channel] ?? 0));
    return { id, parent, source, step, turn, next, values: fields };
  });
}

/** Values that say which tasks run next, by their numbers: equal numbers mean equal values, so each is read once. */
async function storedTasks(
  saver: TidemarkSaver,
  {
    threadId,
    namespace,
    changes,
  }: { readonly threadId: string; readonly namespace: string; readonly changes: readonly CheckpointChanges[] },
): Promise<ReadonlyMap<number, unknown>> {
  const read = new Map<number, unknown>();
  // The newest checkpoint is the one whose record is needed anyway.
  for (const { id, values } of changes.toReversed()) {
    const channels = Object.keys(values).filter(
      (channel) => (channel === SENDS || channel.startsWith("join:")) && !read.has(values[channel] ?? 0),
    );
    if (channels.length === 0) continue;
    const found = await saver.channelValues(threadId, { channels, checkpointId: id, namespace });
    for (const channel of channels) read.set(values[channel] ?? 0, found.get(channel));
  }
  return read;
}
