import { mergeCapabilityContextData } from "./merge-capability-context-data.ts";
import type { ContextDataUpdate } from "./context-data-update.ts";
import { frozenCopy } from "../values/frozen-copy.ts";

/** Checks the names as the merge would, so that a fault shows where the update is made. */
function checked(update: ContextDataUpdate): ContextDataUpdate {
  mergeCapabilityContextData(undefined, update);
  return frozenCopy(update);
}

/**
 * Makes the update that takes one entry out of the context data; a missing entry is no fault.
 *
 * @example
 * ```ts
 * import { deleteContext } from "@tidemark/reducers";
 *
 * console.log(deleteContext("WEATHER", "oslo")); // { WEATHER: { oslo: { _delete: true } } }
 * ```
 */
export const deleteContext = (type: string, key: string): ContextDataUpdate =>
  checked({ [type]: { [key]: { _delete: true } } });

/**
 * Makes the update that takes all entries of one type out of the context data, and the type with them.
 *
 * @example
 * ```ts
 * import { clearContextType } from "@tidemark/reducers";
 *
 * console.log(clearContextType("WEATHER")); // { WEATHER: { _clear: true } }
 * ```
 */
export const clearContextType = (type: string): ContextDataUpdate => checked({ [type]: { _clear: true } });

/**
 * Makes the update that empties the context data.
 *
 * @example
 * ```ts
 * import { clearAllContexts } from "@tidemark/reducers";
 *
 * console.log(clearAllContexts()); // { _clear: true }
 * ```
 */
export const clearAllContexts = (): ContextDataUpdate => checked({ _clear: true });
