import { combinable, type Sides } from "../values/combine.ts";
import { frozenCopy, seal } from "../values/frozen-copy.ts";
import { assertCap, isWhole, itemsOf, keyOf, listOf } from "../values/list.ts";
import type { Reducer } from "./reducer.ts";
import { sameJson } from "../values/same-json.ts";

/** Options of {@link appendUnique}. */
export interface AppendUniqueOptions<Item, Mark = never> {
  /** Returns the key that identifies an item: a non-empty string. */
  readonly key: (item: Item | Mark) => string;
  /** Maximum number of items; the newest are kept. Defaults to no limit. */
  readonly cap?: number;
  /** Returns true for a marker, which removes the item with the same key. Defaults to no markers. */
  readonly removes?: (item: Item | Mark) => item is Mark;
}

/**
 * Adds items whose key is not in the list yet. The first item with a key is kept.
 *
 * With `cap`, the oldest items are removed, and a removed item counts as new when it is added again. With `removes`, an
 * update may also contain markers, which remove the items with their keys. An item without a key throws
 * `reducers/missingKey`.
 *
 * Laws: identity, batching, idempotence, purity.
 * With `cap`: identity, batching, purity.
 * With `removes`: identity, batching, purity.
 *
 * @example
 * ```ts
 * import { appendUnique } from "tidemark";
 *
 * const calls = appendUnique<{ callId: string; tool: string }>({ key: (call) => call.callId });
 * const once = calls([], [{ callId: "c1", tool: "search" }]);
 * console.log(calls(once, [{ callId: "c1", tool: "search" }]) === once); // true
 * ```
 */
export function appendUnique<Item, Mark = never>(
  options: AppendUniqueOptions<Item, Mark>,
): Reducer<readonly Item[], readonly (Item | Mark)[]> {
  const { key, cap = Infinity, removes } = options;
  assertCap("cap", options.cap);
  const reduce: Reducer<readonly Item[], readonly (Item | Mark)[]> = (current, update) => {
    const items = listOf(current, "current");
    const incoming = itemsOf(update);
    if (incoming.length === 0) return items;
    const kept = new Map(items.map((item, index) => [keyOf(key, item, index), item]));
    let changed = false;
    for (const [index, item] of incoming.entries()) {
      const copy = frozenCopy(item, { at: [index] });
      const id = keyOf(key, copy, index);
      if (removes?.(copy) === true) {
        changed = kept.delete(id) || changed;
        continue;
      }
      if (kept.has(id)) continue;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- everything but a marker is an item
      kept.set(id, copy as Item);
      changed = true;
      // After each item, so that ten updates of one item and one update of ten items give the same list.
      for (const oldest of kept.keys()) {
        if (kept.size <= cap) break;
        kept.delete(oldest);
      }
    }
    return changed ? seal([...kept.values()], isWhole(items)) : items;
  };
  return combinable(reduce, ({ base, ours, theirs }: Sides<readonly Item[]>) => {
    const before = new Map(base.map((item, index) => [keyOf(key, item, index), item]));
    const after = new Map(theirs.map((item, index) => [keyOf(key, item, index), item]));
    // Only an edit from outside changes an item, or removes one without a marker.
    if ([...before].some(([id, item]) => after.has(id) && !sameJson(after.get(id), item))) return undefined;
    const isCut = theirs.length >= cap;
    const gone = new Set(isCut ? [] : [...before.keys()].filter((id) => !after.has(id)));
    if (gone.size > 0 && removes === undefined) return undefined;
    const left = ours.filter((item, index) => !gone.has(keyOf(key, item, index)));
    return reduce(
      left,
      theirs.filter((item, index) => !before.has(keyOf(key, item, index))),
    );
  });
}
