import { frozenCopy, seal } from "../values/frozen-copy.ts";
import { assertCap, isWhole, itemsOf, keyOf, listOf } from "../values/list.ts";
import type { Reducer } from "./reducer.ts";

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
  return (current, update) => {
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
}
