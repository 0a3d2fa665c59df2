import { numberOf } from "../values/number-of.ts";

/**
 * Adds a number: a counter, an amount, a score. Parallel nodes can add to one field.
 *
 * A missing value counts as 0. Anything but a finite number throws `reducers/wrongShape`. A retried node adds twice. Sums of
 * fractions depend on the order in their last digits; count money in cents.
 *
 * Laws: identity, batching, commutativity, purity.
 *
 * @example
 * ```ts
 * import { sum } from "tidemark";
 *
 * console.log(sum(40, 2), sum(undefined, 2)); // 42 2
 * ```
 */
export function sum(current: number | null | undefined, update: number | null | undefined): number {
  return numberOf(current, "current") + numberOf(update, "");
}
