import { assertCap } from "../values/list.ts";
import type { ContextData, ContextDataUpdate, ContextEntry } from "./context-data-update.ts";
import { foldContextData, type ContextType } from "./merge-capability-context-data.ts";
import { keysOf, pick } from "../values/record.ts";
import type { Reducer } from "../reducers/reducer.ts";

/** Bounds of {@link contextDataReducer}; a bound that is left out does not hold. */
export interface ContextDataCaps {
  /** How many entries a context type keeps. */
  readonly maxEntriesPerType?: number;
  /** How many bytes a context type keeps, as JSON in UTF-8, keys included. */
  readonly maxBytesPerType?: number;
}

/** Names one entry of the context data. */
export interface ContextRef {
  readonly type: string;
  readonly key: string;
}

/** A merge of context data with caps, which also says what an update would cost. */
export interface CappedContextDataReducer extends Reducer<ContextData, ContextDataUpdate> {
  /** The entries that this update would push out, in the order in which they leave: for an event. */
  evictedBy(
    current: ContextData | null | undefined,
    update: ContextDataUpdate | null | undefined,
  ): readonly ContextRef[];
}

/**
 * Makes a `mergeCapabilityContextData` that bounds each context type.
 *
 * With a cap, writing a key makes it the newest, so it moves to the end, and the least recently written entries leave
 * first. Deletion comes before eviction. Only types that the update writes to are looked at, and the entry that was
 * written last always stays, also when it alone is over `maxBytesPerType`. JavaScript lists keys that are whole numbers
 * ahead of all others, in their own order; among those "oldest" means "lowest".
 *
 * A reducer sends no events: ask `evictedBy` with the same arguments before the update goes out.
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
    foldContextData(current, update, (_, entries, written) => keepNewest(entries, byAge(entries, written), limits));

  const evictedBy: CappedContextDataReducer["evictedBy"] = (current, update) => {
    const evicted: ContextRef[] = [];
    foldContextData(current, update, (type, entries, written) => {
      const keys = byAge(entries, written);
      for (const key of keys.slice(0, firstKept(entries, keys, limits))) evicted.push({ type, key });
      return entries;
    });
    return evicted;
  };
  return Object.assign(reduce, { evictedBy });
}

interface Limits {
  readonly entries: number;
  readonly bytes: number;
}

/** The keys of a type, least recently written first. */
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

/** Index of the oldest key that stays. */
function firstKept(entries: ContextType, keys: readonly string[], limits: Limits): number {
  let first = Math.max(0, keys.length - limits.entries);
  if (limits.bytes === Infinity) return first;
  // Two braces, and a comma fewer than there are entries.
  let bytes = 1;
  for (let index = keys.length - 1; index >= first; index -= 1) {
    bytes += bytesOf(entries, keys[index] ?? "");
    if (bytes > limits.bytes && index < keys.length - 1) first = index + 1;
  }
  return first;
}

/** Entries are never changed in place, so each is measured once. */
const measured = new WeakMap<ContextEntry, number>();

/** Bytes that an entry adds to the JSON of its type: key, colon, value, comma. */
function bytesOf(entries: ContextType, key: string): number {
  const entry = entries[key];
  if (entry === undefined) return 0;
  const known = measured.get(entry) ?? utf8Length(JSON.stringify(entry));
  measured.set(entry, known);
  return utf8Length(JSON.stringify(key)) + 1 + known + 1;
}

const utf8Length = (text: string): number => new TextEncoder().encode(text).length;
