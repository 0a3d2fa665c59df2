import { combinable, combineRecords, type Sides } from "../values/combine.ts";
import { incomingRecord, mergeMembers, recordAt } from "../values/merge-members.ts";
import { removeAll } from "../values/record.ts";
import type { Reducer } from "./reducer.ts";

type ByKey<Value> = Readonly<Record<string, Value>>;

/** Options of {@link mergeByKey}. */
export interface MergeByKeyOptions {
  /** Makes `null` delete its key. Defaults to false: `null` is an ordinary value. */
  readonly deleteOnNull?: boolean;
}

/**
 * Writes each value under its key. New keys are added at the end; the value of an existing key is replaced as a whole.
 *
 * A key whose value is `undefined` is skipped. Records may have thousands of keys: the cost is the size of the update plus
 * a shallow copy of the keys.
 *
 * Laws: identity, batching, idempotence, purity.
 * With `deleteOnNull`: identity, batching, idempotence, purity.
 *
 * @example
 * ```ts
 * import { mergeByKey } from "tidemark";
 *
 * const pending = mergeByKey<string>({ deleteOnNull: true });
 * console.log(pending({ a1: "send mail" }, { a2: "pay", a1: null })); // { a2: 'pay' }
 * ```
 */
export function mergeByKey<Value>(
  options: MergeByKeyOptions & { readonly deleteOnNull: true },
): Reducer<ByKey<Value>, ByKey<Value | null | undefined>>;
export function mergeByKey<Value>(options?: MergeByKeyOptions): Reducer<ByKey<Value>, ByKey<Value | undefined>>;
export function mergeByKey<Value>(
  options: MergeByKeyOptions = {},
): Reducer<ByKey<Value>, ByKey<Value | null | undefined>> {
  const { deleteOnNull = false } = options;
  const reduce: Reducer<ByKey<Value>, ByKey<Value | null | undefined>> = (current, update) => {
    const record = recordAt(current, "current");
    const incoming = incomingRecord(update, { optionalLevels: 1 });
    const gone = new Set(deleteOnNull ? Object.keys(incoming).filter((key) => incoming[key] === null) : []);
    const stay = gone.size === 0 ? incoming : removeAll(incoming, gone);
    const leaving = new Set([...gone].filter((key) => Object.hasOwn(record, key)));
    const rest = leaving.size === 0 ? record : removeAll(record, leaving);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every member is one of the current or of the update
    return mergeMembers(rest, stay, 0) as ByKey<Value>;
  };
  return combinable(reduce, (sides: Sides) => combineRecords(sides, 0));
}
