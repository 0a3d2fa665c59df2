import { frozenCopy } from "../values/frozen-copy.ts";
import { sameJson } from "../values/same-json.ts";

/**
 * Replaces the value. `undefined` keeps the current value; `null` is an ordinary value.
 *
 * An equal update keeps the current object. If a step writes several times, the last write wins. Omit the reducer if a
 * second write in one step should be an error.
 *
 * Laws: identity, batching, idempotence, purity.
 *
 * @example
 * ```ts
 * import { lastWrite } from "tidemark";
 *
 * console.log(lastWrite("billing", undefined), lastWrite("billing", "travel")); // billing travel
 * ```
 */
export function lastWrite<Value>(current: Value | null | undefined, update: Value | null | undefined): Value {
  const next = update === undefined ? (current ?? null) : sameJson(current, update) ? current : frozenCopy(update);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- null only where the field's own values include it
  return next as Value;
}
