import { frozenCopy, type FrozenCopyOptions } from "./frozen-copy.ts";
import { isPlainRecord, nameOf, ownValue, type PlainRecord } from "./plain-record.ts";
import { putAll } from "./record.ts";
import { reducerErrors } from "../errors/reducer-errors.ts";
import { sameJson } from "./same-json.ts";

/** Default of every record. */
const NO_MEMBERS: PlainRecord = Object.freeze({});

/** Returns the record, or the empty record if it is missing. Any other value throws `reducers/wrongShape`. */
export function recordAt(value: unknown, path: string): PlainRecord {
  if (value === undefined || value === null) return NO_MEMBERS;
  if (!isPlainRecord(value)) throw reducerErrors.wrongShape({ path, expected: "a record", found: nameOf(value) });
  return value;
}

/** Frozen copy of an update, which must be a record. */
export function incomingRecord(update: unknown, options: FrozenCopyOptions): PlainRecord {
  return update === undefined ? NO_MEMBERS : recordAt(frozenCopy(update, options), "");
}

/**
 * Merges a frozen record into another one. Nested records are merged down to `levels`; everything else is replaced.
 * Returns `current` itself if nothing changes.
 */
export function mergeMembers(current: PlainRecord, update: PlainRecord, levels: number): PlainRecord {
  const puts = new Map<string, unknown>();
  for (const key of Object.keys(update)) {
    const before = ownValue(current, key);
    const next = update[key];
    const both = levels > 0 && isPlainRecord(before) && isPlainRecord(next);
    const merged = both ? mergeMembers(before, next, levels - 1) : next;
    if (!sameJson(before, merged)) puts.set(key, merged);
  }
  return puts.size === 0 ? current : putAll(current, puts);
}
