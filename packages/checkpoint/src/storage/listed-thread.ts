import type { CheckpointTuple, PendingWrite } from "@langchain/langgraph-checkpoint";
import { compareCodePoints } from "./write-order.ts";

type Listed = Pick<CheckpointTuple, "checkpoint" | "config">;

const namespaceOf = ({ config }: Listed): string => String(config.configurable?.["checkpoint_ns"] ?? "");

const isAfter = (one: Listed, other: Listed): boolean => one.checkpoint.id > other.checkpoint.id;

/**
 * The checkpoints of one thread, as `list` of any saver gives them, oldest first.
 *
 * Every saver lists the checkpoints of a namespace newest first. `MemorySaver` lists one namespace after the other; those are merged by
 * checkpoint id, which is what it orders by.
 */
export function oldestFirst<Tuple extends Listed>(listed: readonly Tuple[]): readonly Tuple[] {
  const reversed = listed.toReversed();
  return isByNamespace(listed) ? reversed.toSorted((one, other) => (isAfter(one, other) ? 1 : -1)) : reversed;
}

/** Whether a list goes through one namespace after the other, that of the graph itself first, and each by id. */
function isByNamespace(listed: readonly Listed[]): boolean {
  const [first] = listed;
  if (first === undefined || namespaceOf(first) !== "") return false;
  const seen = new Set<string>();
  for (const [index, tuple] of listed.entries()) {
    const before = listed[index - 1];
    if (before !== undefined && namespaceOf(before) === namespaceOf(tuple)) {
      if (!isAfter(before, tuple)) return false;
    } else if (seen.has(namespaceOf(tuple))) return false;
    seen.add(namespaceOf(tuple));
  }
  return true;
}

/** The pending writes of one task of a checkpoint, with a path by which another saver keeps their order. */
export interface TaskWrites {
  readonly taskId: string;
  readonly taskPath: string;
  readonly writes: PendingWrite[];
}

/**
 * Groups the pending writes of a checkpoint by task. A tuple does not contain the paths of its tasks, so each task is given one that
 * sorts in the order of first appearance; none where the task ids sort that way already.
 */
export function pendingByTask({ pendingWrites = [] }: Pick<CheckpointTuple, "pendingWrites">): readonly TaskWrites[] {
  const tasks = new Map<string, PendingWrite[]>();
  for (const [taskId, channel, value] of pendingWrites) {
    const own = tasks.get(taskId);
    if (own === undefined) tasks.set(taskId, [[channel, value]]);
    else own.push([channel, value]);
  }
  const ids = [...tasks.keys()];
  const isSorted = ids.every((id, index) => index === 0 || compareCodePoints(ids[index - 1] ?? "", id) < 0);
  return Array.from(tasks, ([taskId, writes], index) => ({
    taskId,
    // Sorts before every path of LangGraph, which begins with "~".
    taskPath: isSorted ? "" : `!${String(index).padStart(10, "0")}`,
    writes,
  }));
}
