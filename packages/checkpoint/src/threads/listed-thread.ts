import * as library from "@langchain/langgraph-checkpoint";
import type { CheckpointTuple, PendingWrite } from "@langchain/langgraph-checkpoint";
import { compareCodePoints } from "../snapshots/write-order.ts";
import { namespaceOf } from "./tuple-facts.ts";

type Listed = Pick<CheckpointTuple, "checkpoint" | "config">;

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

/** True if a list goes through one namespace after the other, that of the graph itself first, and each by id. */
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

/** Path of a task that is only known by its place among others. Paths are compared as text; those of LangGraph begin with "~". */
export const pathOfPlace = (place: number): string => String(place).padStart(10, "0");

/**
 * Groups the pending writes of a checkpoint by task. A tuple does not contain the paths of its tasks, so each task is given one that
 * sorts in the order of first appearance; none where the task ids sort that way already.
 */
export function taskWrites({ pendingWrites = [] }: Pick<CheckpointTuple, "pendingWrites">): readonly TaskWrites[] {
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
    taskPath: isSorted ? "" : pathOfPlace(index),
    writes,
  }));
}

/**
 * True if savers of the installed LangGraph list pending writes in the order in which they are applied. Before LangGraph 1.5, a saver
 * lists them as they arrived and applies them by task id.
 */
const LISTS_IN_ORDER = "compareWritesSortKeys" in library;

/** A tuple whose pending writes are in the order in which its saver applies them. */
export function inWriteOrder(tuple: CheckpointTuple, isOwnSaver: boolean): CheckpointTuple {
  if (LISTS_IN_ORDER || isOwnSaver || tuple.pendingWrites === undefined) return tuple;
  const pendingWrites = tuple.pendingWrites.toSorted(([one], [other]) => compareCodePoints(one, other));
  return { ...tuple, pendingWrites };
}
