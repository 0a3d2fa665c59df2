import { numberOf } from "../values/number-of.ts";

/**
 * Keeps the largest number, in whichever order the nodes write.
 *
 * A missing value is smaller than every number. Anything but a finite number throws `reducers/wrongShape`.
 *
 * Laws: identity, batching, idempotence, commutativity, purity.
 *
 * @example
 * ```ts
 * import { max } from "tidemark";
 *
 * console.log(max(0.4, 0.9), max(0.9, 0.4), max(null, 0.4)); // 0.9 0.9 0.4
 * ```
 */
export function max<Value extends number | null>(
  current: Value | null | undefined,
  update: Value | null | undefined,
): Value {
  const next = numberOf(update, "", -Infinity);
  const kept = numberOf(current, "current", -Infinity);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- null only where the field's own values include it
  return (next > kept ? update : (current ?? null)) as Value;
}
