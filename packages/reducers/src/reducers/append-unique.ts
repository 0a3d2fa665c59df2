import { frozenCopy, seal } from "../values/frozen-copy.ts";
import { assertCap, isWhole, itemsOf, keyOf, listOf } from "../values/list.ts";
import type { Reducer } from "./reducer.ts";

/** Options of {@link appendUnique}. */
export interface AppendUniqueOptions<Item, Mark = never> {
  /** What makes two items the same; a non-empty string. */
  readonly key: (item: Item | Mark) => string;
  /** How many items stay: the newest. Without it all do. */
  readonly cap?: number;
  /** Tells a mark, which takes the item of its key out, from an item. Without it nothing is ever taken out. */
  readonly removes?: (item: Item | Mark) => item is Mark;
}

/**
 * Adds items whose key is not in the list yet; the first one seen stays.
 *
 * With `cap` the oldest items leave, and an item that left counts as new when it comes again. An item without a key
 * throws `reducers/missingKey`. With `removes`, an update may also hold marks, which take the items of their keys out.
 *
 * Laws: identity, batching, idempotence, purity.
 * With `cap`: identity, batching, purity.
 * With `removes`: identity, batching, purity.
 *
 * @example
 * ```ts
 * import { appendUnique } from "@tidemark/reducers";
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
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is no mark is an item
      kept.set(id, copy as Item);
      changed = true;
      // One by one, so that ten updates of one item leave what one update of ten items leaves.
      for (const oldest of kept.keys()) {
        if (kept.size <= cap) break;
        kept.delete(oldest);
      }
    }
    return changed ? seal([...kept.values()], isWhole(items)) : items;
  };
}
