import { type ContextData, mergeCapabilityContextData } from "@tidemark/reducers";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { contextMeta, type ContextSource, type WithTurnAndStep } from "./meta.ts";

/** A context without a declared type, with its origin. */
export interface NewContext extends ContextSource {
  readonly contextType: string;
  readonly contextKey: string;
  /** Plain JSON. */
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * Returns the update that stores one context. The state is not changed.
 *
 * `_meta` contains its origin: the properties passed here, and the turn and current step of the state for missing ones. Reserved
 * or unsafe names, and values that are not plain JSON, throw the errors of `mergeCapabilityContextData` with the path. For declared
 * context types, use `contextManager`, which also validates them.
 *
 * @example
 * ```ts
 * import { storeContext } from "@tidemark/state-manager/internal";
 *
 * const values = { runtime_turn_id: "turn_1" };
 * const update = storeContext(values, { contextType: "WEATHER", contextKey: "oslo", value: { celsius: 4 }, producedBy: "weather" });
 * console.log(update.capability_context_data["WEATHER"]?.["oslo"]?.["celsius"]); // 4
 * ```
 */
export function storeContext(
  values: WithTurnAndStep,
  { contextType, contextKey, value, ...source }: NewContext,
): { readonly capability_context_data: ContextData } {
  // The merge refuses a value that is not an object. Spreading a string would turn it into an object of its letters.
  const entry = isPlainRecord(value) ? { ...value, _meta: contextMeta(values, source) } : value;
  return { capability_context_data: mergeCapabilityContextData(null, { [contextType]: { [contextKey]: entry } }) };
}
