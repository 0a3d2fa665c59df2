import { frozenCopy, seal } from "../values/frozen-copy.ts";
import { assertCap, isWhole, itemsOf, listOf } from "../values/list.ts";
import type { Reducer } from "./reducer.ts";

/** Options of {@link append}. */
export interface AppendOptions {
  /** How many items stay: the newest. Without it all do. */
  readonly cap?: number;
}

/**
 * Adds items at the end, in order; with `cap` the oldest ones leave.
 *
 * A list that is already longer than its cap is cut when something is added to it, not before. An update with holes throws
 * `reducers/notJson`.
 *
 * Laws: identity, batching, purity.
 * With `cap`: identity, batching, purity.
 *
 * @example
 * ```ts
 * import { append } from "@tidemark/reducers";
 *
 * const log = append<string>({ cap: 3 });
 * console.log(log(["a", "b"], ["c", "d"])); // [ 'b', 'c', 'd' ]
 * ```
 */
export function append<Item>(options: AppendOptions = {}): Reducer<readonly Item[], readonly Item[]> {
  const { cap = Infinity } = options;
  assertCap("cap", options.cap);
  return (current, update) => {
    const items = listOf(current, "current");
    const added = itemsOf(update);
    if (added.length === 0) return items;
    const kept = items.slice(Math.max(0, items.length + added.length - cap));
    const skipped = Math.max(0, added.length - cap);
    // Copied before they are cut: an item is refused whether or not it would stay.
    const copies = added.map((item, index) => frozenCopy(item, { at: [index] }));
    return seal([...kept, ...copies.slice(skipped)], isWhole(items));
  };
}
