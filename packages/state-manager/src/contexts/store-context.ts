import { type ContextData, mergeCapabilityContextData } from "@tidemark/reducers";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { contextMeta, type ContextSource, type WithTurnAndStep } from "./meta.ts";

/** A context without a declared type: where it goes, what it holds, and where it comes from. */
export interface NewContext extends ContextSource {
  readonly contextType: string;
  readonly contextKey: string;
  /** Plain JSON. */
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * The update that stores one context, and nothing but that one; the state is not changed.
 *
 * In `_meta` stands where it comes from: what is said here, else the turn and the current step of the state. Names that are
 * reserved or unsafe and values that are no plain JSON throw the errors of `mergeCapabilityContextData`, with the path.
 * Where contexts have declared types, `contextManager` checks them too.
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
  // What is no record stays as it is, for the merge to refuse: spread out, a text would become a record of its letters.
  const entry = isPlainRecord(value) ? { ...value, _meta: contextMeta(values, source) } : value;
  return { capability_context_data: mergeCapabilityContextData(null, { [contextType]: { [contextKey]: entry } }) };
}
