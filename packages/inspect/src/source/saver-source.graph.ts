import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { isField, nextNodes } from "./channels.ts";
import { ASKED } from "./channels.ts";
import { estimatedSize } from "./estimated-size.ts";
import { marksIn } from "./step-marks.ts";
import type { HistorySource, StepAddress, StoredRecord, StoredStep, StoredThread } from "./history-source.ts";

const namespaceOf = ({ config }: CheckpointTuple): string => String(config.configurable?.["checkpoint_ns"] ?? "");

/** Reads the threads of any saver, through `list`, which reads every checkpoint as a whole. */
export function saverSource(saver: BaseCheckpointSaver, namespace = ""): HistorySource {
  const configOf = ({ threadId, id }: { readonly threadId: string; readonly id?: string }) => ({
    configurable: { thread_id: threadId, checkpoint_ns: namespace, ...(id !== undefined && { checkpoint_id: id }) },
  });
  const isOwn = (tuple: CheckpointTuple): boolean => namespaceOf(tuple) === namespace;
  const tupleAt = (at: StepAddress): Promise<CheckpointTuple | undefined> => saver.getTuple(configOf(at));
  return {
    kind: "langgraph",
    threads: () => listThreads(saver),
    newest: async (threadId) => (await saver.getTuple(configOf({ threadId })))?.checkpoint.id ?? null,
    steps: async (threadId) => {
      const newestFirst: StoredStep[] = [];
      for await (const tuple of saver.list(configOf({ threadId }))) if (isOwn(tuple)) newestFirst.push(stepOf(tuple));
      return newestFirst.toReversed();
    },
    values: async (at, fields) => {
      const all = (await tupleAt(at))?.checkpoint.channel_values ?? {};
      const names = fields ?? Object.keys(all).filter(isField);
      return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(all, name) ? [[name, all[name]]] : [])));
    },
    next: async (at) => {
      const tuple = await tupleAt(at);
      return tuple === undefined ? [] : stepOf(tuple).next;
    },
    marks: async (at) => marksIn((await tupleAt(at))?.metadata, at.id),
    writes: async (at) => (await tupleAt(at))?.pendingWrites ?? [],
    records: (threadId) => recordsIn(saver, threadId),
    namespaces: async (threadId) => {
      const found = new Set<string>();
      for await (const tuple of saver.list({ configurable: { thread_id: threadId } })) found.add(namespaceOf(tuple));
      return [...found].filter((each) => each !== "").toSorted();
    },
    within: (inner) => saverSource(saver, inner),
    storage: async (threadId) => {
      const tuples: CheckpointTuple[] = [];
      for await (const tuple of saver.list(configOf({ threadId }))) if (isOwn(tuple)) tuples.push(tuple);
      return estimatedSize(tuples.toReversed().map(({ checkpoint }) => checkpoint));
    },
    close: () => Promise.resolve(),
  };
}

/** Reads all checkpoints of a thread of any saver. */
export async function recordsIn(saver: BaseCheckpointSaver, threadId: string): Promise<readonly StoredRecord[]> {
  const found: StoredRecord[] = [];
  for await (const tuple of saver.list({ configurable: { thread_id: threadId } })) {
    const { checkpoint, metadata, parentConfig, pendingWrites: writes = [] } = tuple;
    const parent: unknown = parentConfig?.configurable?.["checkpoint_id"];
    found.push({
      namespace: namespaceOf(tuple),
      parent: typeof parent === "string" ? parent : null,
      checkpoint,
      metadata,
      writes,
    });
  }
  return found;
}

/** A checkpoint as a step. */
export function stepOf({ checkpoint, metadata, parentConfig, pendingWrites = [] }: CheckpointTuple): StoredStep {
  const { id, channel_values: values, channel_versions: versions } = checkpoint;
  const parent: unknown = parentConfig?.configurable?.["checkpoint_id"];
  const fields = Object.keys(values).filter(isField);
  return {
    id,
    parent: typeof parent === "string" ? parent : null,
    source: metadata?.source ?? null,
    step: metadata?.step ?? null,
    next: nextNodes(Object.keys(values), (channel) => values[channel]),
    asked: pendingWrites.some(([, channel]) => channel === ASKED),
    // A field that was never written has no version.
    values: Object.fromEntries(fields.map((name) => [name, versions[name] ?? 0])),
  };
}

async function listThreads(saver: BaseCheckpointSaver): Promise<readonly StoredThread[]> {
  const threads = new Map<string, StoredThread>();
  for await (const tuple of saver.list({ configurable: {} })) {
    const threadId: unknown = tuple.config.configurable?.["thread_id"];
    if (typeof threadId !== "string" || namespaceOf(tuple) !== "") continue;
    const known = threads.get(threadId);
    // Every saver lists the checkpoints of a thread newest first, by its own order.
    const first = { threadId, newest: tuple.checkpoint.id, hasWrites: (tuple.pendingWrites ?? []).length > 0 };
    threads.set(threadId, { ...(known ?? first), checkpoints: (known?.checkpoints ?? 0) + 1 });
  }
  return [...threads.values()].toSorted((one, other) => (one.newest < other.newest ? 1 : -1));
}
