import { combinable, type Sides } from "../values/combine.ts";
import { frozenCopy, seal } from "../values/frozen-copy.ts";
import { assertCap, isWhole, itemsOf, listOf } from "../values/list.ts";
import type { Reducer } from "./reducer.ts";
import { sameJson } from "../values/same-json.ts";

/** Options of {@link append}. */
export interface AppendOptions {
  /** Maximum number of items; the newest are kept. Defaults to no limit. */
  readonly cap?: number;
}

/**
 * Adds items at the end, in order. With `cap`, the oldest items are removed.
 *
 * A list that is already longer than its cap is cut the next time an item is added. An update with empty slots, such as
 * `new Array(2)` or `["a", , "b"]`, throws `reducers/notJson`.
 *
 * Laws: identity, batching, purity.
 *
 * @example
 * ```ts
 * import { append } from "tidemark";
 *
 * const log = append<string>({ cap: 3 });
 * console.log(log(["a", "b"], ["c", "d"])); // [ 'b', 'c', 'd' ]
 * ```
 */
export function append<Item>(options: AppendOptions = {}): Reducer<readonly Item[], readonly Item[]> {
  const { cap = Infinity } = options;
  assertCap("cap", options.cap);
  const reduce: Reducer<readonly Item[], readonly Item[]> = (current, update) => {
    const items = listOf(current, "current");
    const added = itemsOf(update);
    if (added.length === 0) return items;
    const kept = items.slice(Math.max(0, items.length + added.length - cap));
    const skipped = Math.max(0, added.length - cap);
    // Copied before the list is cut, so that an invalid item throws even if it would be removed.
    const copies = added.map((item, index) => frozenCopy(item, { at: [index] }));
    return seal([...kept, ...copies.slice(skipped)], isWhole(items));
  };
  return combinable(reduce, ({ base, ours, theirs }: Sides<readonly Item[]>) => {
    // Only a full list can have lost its oldest items.
    const most = theirs.length >= cap ? base.length : 0;
    for (let lost = 0; lost <= most; lost += 1) {
      const added = itemsAdded(base.slice(lost), theirs);
      if (added !== null) return reduce(ours, added);
    }
    return undefined;
  });
}

/** Items of a list that another list does not have, in their order. Null if it has not all items of the other list in their order. */
function itemsAdded<Item>(before: readonly Item[], after: readonly Item[]): readonly Item[] | null {
  let known = 0;
  const added = after.filter((item) => {
    if (known === before.length || !sameJson(item, before[known])) return true;
    known += 1;
    return false;
  });
  return known === before.length ? added : null;
}
