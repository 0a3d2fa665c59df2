import { listOf } from "../values/list.ts";
import type { Reducer } from "./reducer.ts";

/**
 * Creates a reducer for a list of updates, which LangGraph's `DeltaValue` requires. Each update is applied in order.
 *
 * For every reducer, the result does not depend on how the updates are split into batches.
 *
 * Laws: identity, batching, purity.
 *
 * @example
 * ```ts
 * import { append } from "@tidemark/reducers";
 * import { batch } from "@tidemark/reducers/internal";
 *
 * const reduce = batch(append<string>());
 * console.log(reduce(["a"], [["b"], ["c", "d"]])); // [ 'a', 'b', 'c', 'd' ]
 * ```
 */
export function batch<Value, Update>(
  reduce: Reducer<Value, Update>,
): Reducer<Value, readonly (Update | null | undefined)[]> {
  return (current, updates) => {
    let value = current;
    for (const update of listOf(updates, "")) value = reduce(value, update);
    return reduce(value, undefined);
  };
}
