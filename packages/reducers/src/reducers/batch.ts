import { listOf } from "../values/list.ts";
import type { Reducer } from "./reducer.ts";

/**
 * Folds a list of updates, one after the other, with a reducer that folds one: the shape that LangGraph's `DeltaValue`
 * asks for.
 *
 * Whatever the reducer, ten updates at once give what they give in any smaller batches.
 *
 * Laws: identity, batching, purity.
 *
 * @example
 * ```ts
 * import { append, batch } from "@tidemark/reducers";
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
