import { incomingRecord, mergeMembers, recordAt } from "../values/merge-members.ts";

/** Partial value at every depth. Lists are not partial. */
export type DeepPartial<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]?: DeepPartial<Value[Key]> | null | undefined }
    : Value;

/**
 * Merges records at every depth. Lists, scalars and `null` replace the current value.
 *
 * A member that is `undefined` is skipped. To merge a list item by item, use `compose` with `upsertById`.
 *
 * Batching requires that a record is never replaced by another kind of value. If one update replaces a record with a
 * list, and a second update replaces the list with a record, the first record is lost; a single update would merge the
 * two records.
 *
 * Laws: identity, idempotence, purity.
 * With records that stay records: identity, batching, idempotence, purity.
 *
 * @example
 * ```ts
 * import { mergeDeep } from "tidemark";
 *
 * const trip = { outbound: { flight: "SK 4", seat: "" }, likes: ["sea", "hills"] };
 * console.log(mergeDeep(trip, { outbound: { seat: "12A" }, likes: ["snow"] }));
 * // { outbound: { flight: 'SK 4', seat: '12A' }, likes: [ 'snow' ] }
 * ```
 */
export function mergeDeep<Value extends object>(
  current: Value | null | undefined,
  update: DeepPartial<Value> | null | undefined,
): Value {
  const incoming = incomingRecord(update, { optionalLevels: Infinity });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every member is one of the current or of the update
  return mergeMembers(recordAt(current, "current"), incoming, Infinity) as Value;
}
