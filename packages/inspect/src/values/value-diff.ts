import { sameJson } from "@tidemark/reducers/internal";
import { isPlainList, isPlainRecord, type Plain } from "./plain-value.ts";

/** Keys and positions from a value to a part of it. */
export type ValuePath = readonly (string | number)[];

/** One difference between two values. Positions are those of the newer value, but for what was removed. */
export type ValueChange =
  | { readonly op: "add"; readonly path: ValuePath; readonly after: Plain }
  | { readonly op: "remove"; readonly path: ValuePath; readonly before: Plain }
  | { readonly op: "change"; readonly path: ValuePath; readonly before: Plain; readonly after: Plain }
  /** An item of a list that has another position among those that stayed. */
  | { readonly op: "move"; readonly path: ValuePath; readonly from: number; readonly value: Plain };

/** Lists the differences between two values. Items of lists are recognized by their id, or by their content, so moves are not changes. */
export function diffValues(
  before: Plain | undefined,
  after: Plain | undefined,
  path: ValuePath = [],
): readonly ValueChange[] {
  if (before === undefined) return after === undefined ? [] : [{ op: "add", path, after }];
  if (after === undefined) return [{ op: "remove", path, before }];
  if (sameJson(before, after)) return [];
  if (isPlainList(before) && isPlainList(after)) return diffLists(before, after, path);
  if (!isPlainRecord(before) || !isPlainRecord(after)) return [{ op: "change", path, before, after }];
  const names = [...Object.keys(before), ...Object.keys(after).filter((name) => !Object.hasOwn(before, name))];
  return names.flatMap((name) => diffValues(own(before, name), own(after, name), [...path, name]));
}

const own = (record: { readonly [name: string]: Plain }, name: string): Plain | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** Names that identify an item of a list, the best one first. */
const ID_NAMES = ["id", "proposalId", "requestId", "taskId", "task_id", "stepId", "key", "name"];

interface Kept {
  readonly from: number;
  readonly to: number;
}

function diffLists(before: readonly Plain[], after: readonly Plain[], path: ValuePath): readonly ValueChange[] {
  const positions = new Map(keysOf(before).map((key, index) => [key, index]));
  const kept: Kept[] = [];
  const added: number[] = [];
  for (const [to, key] of keysOf(after).entries()) {
    const from = positions.get(key);
    if (from === undefined) added.push(to);
    else kept.push({ from, to });
    positions.delete(key);
  }
  const removed = new Set(positions.values());
  const stable = longestRun(kept);
  const changes: ValueChange[] = [];
  // An item that was replaced at its position is a change inside it.
  const replaced = new Set(added.filter((index) => removed.has(index)));
  for (const index of removed)
    if (!replaced.has(index)) changes.push({ op: "remove", path: [...path, index], before: before[index] ?? null });
  for (const each of kept) {
    const place = [...path, each.to];
    if (!stable.has(each)) changes.push({ op: "move", path: place, from: each.from, value: after[each.to] ?? null });
    changes.push(...diffValues(before[each.from], after[each.to], place));
  }
  for (const index of added) {
    if (replaced.has(index)) changes.push(...diffValues(before[index], after[index], [...path, index]));
    else changes.push({ op: "add", path: [...path, index], after: after[index] ?? null });
  }
  return changes;
}

/** A key for each item. Equal items are counted, so every key is there once. */
function keysOf(list: readonly Plain[]): readonly string[] {
  const seen = new Map<string, number>();
  return list.map((item) => {
    const key = keyOf(item);
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return `${count} ${key}`;
  });
}

function keyOf(item: Plain): string {
  if (isPlainRecord(item)) {
    for (const name of ID_NAMES) {
      const id = own(item, name);
      if (typeof id === "string" || typeof id === "number") return `${name} ${id}`;
    }
  }
  return JSON.stringify(item);
}

/** The most items whose order did not change. */
function longestRun(kept: readonly Kept[]): ReadonlySet<Kept> {
  const ends: { readonly item: Kept; readonly before: number | null; readonly index: number }[] = [];
  const all: (typeof ends)[number][] = [];
  for (const [index, item] of kept.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.item.from ?? 0) < item.from) low = middle + 1;
      else high = middle;
    }
    const end = { item, before: ends[low - 1]?.index ?? null, index };
    ends[low] = end;
    all.push(end);
  }
  const run = new Set<Kept>();
  for (let end = ends.at(-1); end !== undefined; end = end.before === null ? undefined : all[end.before])
    run.add(end.item);
  return run;
}
