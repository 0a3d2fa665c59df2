import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { TidemarkSaver } from "@tidemark/checkpoint/internal";
import { isField, nextNodes, SENDS } from "./channels.ts";
import type { HistorySource, StepAddress, StoredStep } from "./history-source.ts";

/** True for a saver of `@tidemark/checkpoint`, which lists changes and reads single values. */
export const isTidemarkSaver = (saver: BaseCheckpointSaver): saver is TidemarkSaver =>
  "threadList" in saver && "changes" in saver && "value" in saver;

const configOf = ({ threadId, id }: { readonly threadId: string; readonly id?: string }) => ({
  configurable: { thread_id: threadId, checkpoint_ns: "", ...(id !== undefined && { checkpoint_id: id }) },
});

/** Reads the threads of a saver of `@tidemark/checkpoint`. Steps are read without a value, but for small ones of LangGraph itself. */
export function tidemarkSource(saver: TidemarkSaver, close: () => Promise<void>): HistorySource {
  const values = async (at: StepAddress, fields?: readonly string[]): Promise<Readonly<Record<string, unknown>>> => {
    if (fields === undefined) {
      const tuple = await saver.getTuple(configOf(at));
      const all = Object.entries(tuple?.checkpoint.channel_values ?? {});
      return Object.fromEntries(all.filter(([name]) => isField(name)));
    }
    const read: Record<string, unknown> = {};
    for (const channel of fields) {
      const value = await saver.value(at.threadId, { channel, checkpointId: at.id });
      if (value !== undefined) read[channel] = value;
    }
    return read;
  };
  return {
    kind: "tidemark",
    threads: () => saver.threadList(),
    newest: async (threadId) => (await saver.getTuple(configOf({ threadId })))?.checkpoint.id ?? null,
    steps: (threadId) => readSteps(saver, threadId),
    values,
    writes: async (at) => (await saver.getTuple(configOf(at)))?.pendingWrites ?? [],
    close,
  };
}

async function readSteps(saver: TidemarkSaver, threadId: string): Promise<readonly StoredStep[]> {
  const newest = await saver.getTuple(configOf({ threadId }));
  if (newest === undefined) return [];
  const { channel_values: now, channel_versions: versions, versions_seen: seen } = newest.checkpoint;
  // Every node that ran is named there, so the channels that start nodes are known also for older checkpoints.
  const starts = [...Object.keys(seen), ...Object.values(seen).flatMap((each) => Object.keys(each))];
  const own = [...Object.keys(now), ...Object.keys(versions), ...starts, ...starts.map((node) => `branch:to:${node}`)];
  const all: StoredStep[] = [];
  const memory = new Map<string, readonly string[]>();
  const fields = new Set<string>();
  for await (const { values } of saver.changes(threadId)) for (const name of Object.keys(values)) fields.add(name);
  const channels = [...new Set([...fields, ...own, "__start__", SENDS])];
  for await (const { id, parent, source, step, values } of saver.changes(threadId, { channels })) {
    const small = Object.keys(values).filter((name) => name === SENDS || name.startsWith("join:"));
    const key = JSON.stringify(Object.entries(values).filter(([name]) => !isField(name)));
    let next = memory.get(key);
    if (next === undefined) {
      const read = new Map<string, unknown>();
      for (const channel of small) read.set(channel, await saver.value(threadId, { channel, checkpointId: id }));
      next = nextNodes(Object.keys(values), (channel) => read.get(channel));
      memory.set(key, next);
    }
    all.push({
      id,
      parent,
      source,
      step,
      next,
      values: Object.fromEntries(Object.entries(values).filter(([name]) => isField(name))),
    });
  }
  return all;
}
