import { mergeCapabilityContextData } from "./merge-capability-context-data.ts";
import type { ContextDataUpdate } from "./context-data-update.ts";
import { frozenCopy } from "../values/frozen-copy.ts";

/** Validates the names as the merge does, so that an invalid name throws where the update is created. */
function withValidNames(update: ContextDataUpdate): ContextDataUpdate {
  mergeCapabilityContextData(undefined, update);
  return frozenCopy(update);
}

/**
 * Creates the update that deletes one entry of the context data. Deleting a missing entry is allowed.
 *
 * @example
 * ```ts
 * import { deleteContext } from "tidemark/seeds";
 *
 * console.log(deleteContext("WEATHER", "oslo")); // { WEATHER: { oslo: { _delete: true } } }
 * ```
 */
export const deleteContext = (type: string, key: string): ContextDataUpdate =>
  withValidNames({ [type]: { [key]: { _delete: true } } });

/**
 * Creates the update that deletes one context type with all its entries.
 *
 * @example
 * ```ts
 * import { clearContextType } from "@tidemark/reducers/internal";
 *
 * console.log(clearContextType("WEATHER")); // { WEATHER: { _clear: true } }
 * ```
 */
export const clearContextType = (type: string): ContextDataUpdate => withValidNames({ [type]: { _clear: true } });

/**
 * Creates the update that deletes all context data.
 *
 * @example
 * ```ts
 * import { clearAllContexts } from "@tidemark/reducers/internal";
 *
 * console.log(clearAllContexts()); // { _clear: true }
 * ```
 */
export const clearAllContexts = (): ContextDataUpdate => withValidNames({ _clear: true });
