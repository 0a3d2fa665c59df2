import { incomingRecord, mergeMembers, recordAt } from "../values/merge-members.ts";

/** Some of a value, at every depth: members may be missing, lists are whole. */
export type DeepPartial<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]?: DeepPartial<Value[Key]> | null | undefined }
    : Value;

/**
 * Merges records into records at every depth; lists, scalars and `null` replace what was there.
 *
 * There is no special name: a list called `tasks` is replaced like any other, use `compose` with `upsertById` where one
 * shall be merged item by item. A member that is `undefined` is skipped.
 *
 * Two updates cannot always be said as one: a list put over a record and a record put over that list forget what the
 * record was, one update cannot. Where a record never takes turns with something else, batching holds.
 *
 * Laws: identity, idempotence, purity.
 * With records that stay records: identity, batching, idempotence, purity.
 *
 * @example
 * ```ts
 * import { mergeDeep } from "@tidemark/reducers";
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
