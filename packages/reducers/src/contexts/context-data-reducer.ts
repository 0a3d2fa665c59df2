import { combinable, combineRecords, type Sides } from "../values/combine.ts";
import { assertCap } from "../values/list.ts";
import type { ContextData, ContextDataUpdate, ContextEntry } from "./context-data-update.ts";
import { mergeContexts, type ContextType } from "./merge-capability-context-data.ts";
import { keysOf, pick } from "../values/record.ts";
import type { Reducer } from "../reducers/reducer.ts";

/** Options of {@link contextDataReducer}. A limit that is not set does not apply. */
export interface ContextDataCaps {
  /** Maximum number of entries per context type. */
  readonly maxEntriesPerType?: number;
  /** Maximum size of a context type in bytes: its JSON in UTF-8, including keys. */
  readonly maxBytesPerType?: number;
}

/** Address of one entry of the context data. */
export interface ContextRef {
  readonly type: string;
  readonly key: string;
}

/** Reducer for context data with limits. It also reports the entries that an update would evict. */
export interface CappedContextDataReducer extends Reducer<ContextData, ContextDataUpdate> {
  /** Lists the entries that this update would evict, in order of eviction. Use it to emit an event. */
  evictedBy(
    current: ContextData | null | undefined,
    update: ContextDataUpdate | null | undefined,
  ): readonly ContextRef[];
}

/**
 * Creates a `mergeCapabilityContextData` that limits the size of each context type.
 *
 * Writing a key moves it to the end, and the least recently written entries are evicted first. Deletions are applied
 * before evictions. Only types that the update writes to are checked. The entry written last always stays, even if it
 * alone exceeds `maxBytesPerType`. JavaScript lists integer keys before all others, in ascending order; among integer
 * keys, the oldest is therefore the lowest.
 *
 * A reducer cannot emit events: call `evictedBy` with the same arguments before you write the update.
 *
 * Laws: identity, idempotence, purity.
 * With `maxEntriesPerType` only: identity, batching, idempotence, purity.
 *
 * @example
 * ```ts
 * import { contextDataReducer } from "@tidemark/reducers";
 *
 * const reduce = contextDataReducer({ maxEntriesPerType: 2 });
 * const current = { FACT: { a: { n: 1 }, b: { n: 2 } } };
 * console.log(reduce(current, { FACT: { c: { n: 3 } } })); // { FACT: { b: { n: 2 }, c: { n: 3 } } }
 * console.log(reduce.evictedBy(current, { FACT: { c: { n: 3 } } })); // [ { type: 'FACT', key: 'a' } ]
 * ```
 */
export function contextDataReducer(caps: ContextDataCaps): CappedContextDataReducer {
  assertCap("maxEntriesPerType", caps.maxEntriesPerType);
  assertCap("maxBytesPerType", caps.maxBytesPerType);
  const { maxEntriesPerType = Infinity, maxBytesPerType = Infinity } = caps;
  const limits = { entries: maxEntriesPerType, bytes: maxBytesPerType };

  const reduce: Reducer<ContextData, ContextDataUpdate> = (current, update) =>
    mergeContexts(current, update, (_, entries, written) => keepNewest(entries, byAge(entries, written), limits));

  const evictedBy: CappedContextDataReducer["evictedBy"] = (current, update) => {
    const evicted: ContextRef[] = [];
    mergeContexts(current, update, (type, entries, written) => {
      const keys = byAge(entries, written);
      for (const key of keys.slice(0, firstKept(entries, keys, limits))) evicted.push({ type, key });
      return entries;
    });
    return evicted;
  };
  return combinable(Object.assign(reduce, { evictedBy }), (sides: Sides) => combineRecords(sides, 1));
}

interface Limits {
  readonly entries: number;
  readonly bytes: number;
}

/** Keys of a type, least recently written first. */
function byAge(entries: ContextType, written: readonly string[]): readonly string[] {
  const fresh = new Set(written);
  return [...keysOf(entries).filter((key) => !fresh.has(key)), ...written];
}

function keepNewest(entries: ContextType, keys: readonly string[], limits: Limits): ContextType {
  const kept = keys.slice(firstKept(entries, keys, limits));
  const before = keysOf(entries);
  const same = kept.length === before.length && kept.every((key, index) => key === before[index]);
  return same ? entries : pick(entries, kept);
}

/** Index of the oldest key to keep. */
function firstKept(entries: ContextType, keys: readonly string[], limits: Limits): number {
  let first = Math.max(0, keys.length - limits.entries);
  if (limits.bytes === Infinity) return first;
  // Two braces, and one comma fewer than there are entries.
  let bytes = 1;
  for (let index = keys.length - 1; index >= first; index -= 1) {
    bytes += bytesOf(entries, keys[index] ?? "");
    if (bytes > limits.bytes && index < keys.length - 1) first = index + 1;
  }
  return first;
}

/** Sizes of entries. Entries are never changed in place, so each is measured once. */
const measured = new WeakMap<ContextEntry, number>();

/** Number of bytes that an entry adds to the JSON of its type: key, colon, value and comma. */
function bytesOf(entries: ContextType, key: string): number {
  const entry = entries[key];
  if (entry === undefined) return 0;
  const known = measured.get(entry) ?? utf8Length(JSON.stringify(entry));
  measured.set(entry, known);
  return utf8Length(JSON.stringify(key)) + 1 + known + 1;
}

const utf8Length = (text: string): number => new TextEncoder().encode(text).length;
