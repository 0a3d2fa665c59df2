import type { BaseCheckpointSaver, CheckpointMetadata, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { stateManagerErrors } from "../errors.ts";
import { oldestFirst, pendingByTask } from "./listed-thread.ts";

/** Where a fork begins, and under which id it goes on. */
export interface ForkPoint {
  /** The id of the copy; nothing may be stored under it yet. */
  readonly threadId: string;
  /** The checkpoint at which to part; the newest when not said. `history()` names the one that ends each turn. */
  readonly checkpointId?: string;
}

/** Every checkpoint of a thread, oldest first, in all namespaces. */
export async function listThread(saver: BaseCheckpointSaver, threadId: string): Promise<readonly CheckpointTuple[]> {
  const tuples: CheckpointTuple[] = [];
  for await (const tuple of saver.list({ configurable: { thread_id: threadId } })) tuples.push(tuple);
  return oldestFirst(tuples);
}

/**
 * Copies a thread up to a checkpoint under another id: its history, what is pending, and the states of its subgraphs.
 *
 * A thread that is not there throws `state-manager/noSuchCheckpoint`, an id that is taken `state-manager/threadExists`; in
 * both cases nothing is written.
 */
export async function forkThread(saver: BaseCheckpointSaver, from: string, to: ForkPoint): Promise<void> {
  const tuples = await listThread(saver, from);
  const roots = tuples.filter((tuple) => namespaceOf(tuple) === "");
  const last =
    to.checkpointId === undefined ? roots.at(-1) : roots.find(({ checkpoint }) => checkpoint.id === to.checkpointId);
  if (last === undefined) {
    throw stateManagerErrors.noSuchCheckpoint({ threadId: from, checkpointId: to.checkpointId ?? null });
  }
  if ((await saver.getTuple({ configurable: { thread_id: to.threadId } })) !== undefined) {
    throw stateManagerErrors.threadExists({ threadId: to.threadId });
  }
  const line = ancestorsOf(last, roots);
  const before = tuples.indexOf(last);
  const kept = tuples.filter(
    (tuple, index) => line.has(tuple.checkpoint.id) || (namespaceOf(tuple) !== "" && index < before),
  );
  // Subgraphs of the last step are younger than the checkpoint they belong to.
  const inside = tuples.filter(
    (tuple) => namespaceOf(tuple) !== "" && tuple.metadata?.parents?.[""] === last.checkpoint.id,
  );
  const copied = new Set([...kept, ...inside]);
  await writeTuples(
    saver,
    to.threadId,
    tuples.filter((tuple) => copied.has(tuple)),
  );
}

/** Writes checkpoints and what is pending on them under another thread id. */
export async function writeTuples(
  saver: BaseCheckpointSaver,
  threadId: string,
  tuples: readonly Pick<CheckpointTuple, "checkpoint" | "metadata" | "config" | "parentConfig" | "pendingWrites">[],
): Promise<void> {
  for (const tuple of tuples) {
    const place = { thread_id: threadId, checkpoint_ns: namespaceOf(tuple) };
    const parent: unknown = tuple.parentConfig?.configurable?.["checkpoint_id"];
    const config = { configurable: { ...place, ...(typeof parent === "string" && { checkpoint_id: parent }) } };
    await saver.put(config, tuple.checkpoint, metadataOf(tuple), tuple.checkpoint.channel_versions);
    for (const { taskId, taskPath, writes } of pendingByTask(tuple)) {
      await saver.putWrites(
        { configurable: { ...place, checkpoint_id: tuple.checkpoint.id } },
        writes,
        taskId,
        taskPath,
      );
    }
  }
}

/** What is noted on a checkpoint, without the lease that it was written under: a copy is written under none. */
export function metadataOf({ metadata }: Pick<CheckpointTuple, "metadata">): CheckpointMetadata {
  const noted: CheckpointMetadata = { source: "fork", step: -1, parents: {}, ...metadata };
  for (const name of ["tidemark_fence", "tidemark_fence_of"]) Reflect.deleteProperty(noted, name);
  return noted;
}

/** The namespace of a checkpoint: empty for the graph itself, else that of a subgraph. */
export const namespaceOf = ({ config }: Pick<CheckpointTuple, "config">): string =>
  String(config.configurable?.["checkpoint_ns"] ?? "");

function ancestorsOf(last: CheckpointTuple, roots: readonly CheckpointTuple[]): ReadonlySet<string> {
  const byId = new Map(roots.map((tuple) => [tuple.checkpoint.id, tuple]));
  const line = new Set<string>();
  // A thread that was imported may name its checkpoints in a circle.
  for (let tuple: CheckpointTuple | undefined = last; tuple !== undefined && !line.has(tuple.checkpoint.id);) {
    line.add(tuple.checkpoint.id);
    tuple = byId.get(String(tuple.parentConfig?.configurable?.["checkpoint_id"] ?? ""));
  }
  return line;
}
