import type { ContextData, ContextDataUpdate, ContextEntry, TypeChange } from "./context-data-update.ts";
import { readUpdate } from "./context-data-update.ts";
import { isPlainRecord, ownValue } from "../values/plain-record.ts";
import { keysOf, putAll, removeAll, replaceAll } from "../values/record.ts";
import { sameJson } from "../values/same-json.ts";

/** The entries of one context type. */
export type ContextType = Readonly<Record<string, ContextEntry>>;

/** Looks at a changed type before it becomes part of the result: where caps come in. */
export type AfterType = (type: string, entries: ContextType, written: readonly string[]) => ContextType;

const NO_ENTRIES: ContextType = Object.freeze({});
const NO_TYPES: ContextData = Object.freeze({});

/**
 * Merges what agents found into the shared memory, one entry at a time.
 *
 * The unit of replacement is the entry, (type, key): a written entry replaces the one that is there with all its fields
 * and its `_meta`; fields are never merged. New types and keys go last, overwriting keeps the place, and an entry that
 * says the same as the stored one keeps the stored object.
 *
 * Three marks, plain JSON, take something out: `{ T: { k: { _delete: true } } }` one entry, `{ T: { _clear: true } }` a
 * type and `{ _clear: true }` everything; what stands beside a `_clear` is written after it. The last entry of a type takes
 * the type with it. `deleteContext`, `clearContextType` and `clearAllContexts` write these marks.
 *
 * The result shares every untouched entry with `current`. What comes in is copied once and frozen, so the cost is that of
 * the update and of a shallow copy of the keys of the touched types, whatever the bytes of the state. (An entry that came
 * from a checkpoint is shared as it is; what this reducer wrote is frozen.)
 *
 * Refused with their path, and nothing is merged: keys that reach a prototype (`reducers/unsafeKey`), values that are not
 * plain JSON (`reducers/notJson`), other names with a leading "_" (`reducers/reservedKey`), an entry that is no record
 * (`reducers/wrongShape`).
 *
 * Laws: identity, batching, idempotence, purity.
 *
 * @example
 * ```ts
 * import { deleteContext, mergeCapabilityContextData } from "@tidemark/reducers";
 *
 * const first = mergeCapabilityContextData(null, { WEATHER: { oslo: { celsius: 4 }, rome: { celsius: 19 } } });
 * const second = mergeCapabilityContextData(first, { WEATHER: { oslo: { celsius: 5 } } });
 * console.log(second); // { WEATHER: { oslo: { celsius: 5 }, rome: { celsius: 19 } } }
 * console.log(second["WEATHER"]?.["rome"] === first["WEATHER"]?.["rome"]); // true
 * console.log(mergeCapabilityContextData(second, deleteContext("WEATHER", "oslo"))); // { WEATHER: { rome: { celsius: 19 } } }
 * ```
 */
export function mergeCapabilityContextData(
  current: ContextData | null | undefined,
  update: ContextDataUpdate | null | undefined,
): ContextData {
  return foldContextData(current, update);
}

/** The merge, with a say for the caps. */
export function foldContextData(
  current: ContextData | null | undefined,
  update: ContextDataUpdate | null | undefined,
  afterType: AfterType = (_, entries) => entries,
): ContextData {
  const before = current ?? NO_TYPES;
  if (update === undefined || update === null) return before;
  const change = readUpdate(update);
  const puts = new Map<string, ContextType>();
  const removals = new Set<string>();
  for (const [type, typeChange] of change.types) {
    const stored = storedEntries(before, type);
    const next = changeType(stored, typeChange, change.clear || typeChange.clear);
    const written = [...typeChange.puts.keys()];
    if (next !== undefined) puts.set(type, written.length === 0 ? next : afterType(type, next, written));
    else if (stored !== undefined) removals.add(type);
  }
  if (change.clear) return replaceAll(before, puts);
  const rest = removals.size === 0 ? before : removeAll(before, removals);
  const changed = new Map([...puts].filter(([type, entries]) => entries !== ownValue(before, type)));
  return changed.size === 0 ? rest : putAll(rest, changed);
}

/** What a type becomes; `undefined` when nothing of it is left. */
function changeType(stored: ContextType | undefined, change: TypeChange, afresh: boolean): ContextType | undefined {
  const entries = stored ?? NO_ENTRIES;
  const puts = new Map([...change.puts].map(([key, entry]) => [key, storedOr(entry, entries, key)]));
  if (afresh || stored === undefined) {
    const marked = change.clear || change.deletes.size > 0;
    return puts.size === 0 && marked ? undefined : replaceAll(entries, puts);
  }
  const removals = new Set([...change.deletes].filter((key) => Object.hasOwn(entries, key)));
  const rest = removals.size === 0 ? entries : removeAll(entries, removals);
  const changed = new Map([...puts].filter(([key, entry]) => entry !== ownValue(entries, key)));
  if (changed.size > 0) return putAll(rest, changed);
  return removals.size > 0 && keysOf(rest).length === 0 ? undefined : rest;
}

const storedOr = (entry: ContextEntry, entries: ContextType, key: string): ContextEntry => {
  const stored = ownValue(entries, key);
  return stored !== undefined && sameJson(stored, entry) ? stored : entry;
};

const storedEntries = (data: ContextData, type: string): ContextType | undefined => {
  const entries: unknown = ownValue(data, type);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the state holds context data; a broken type counts as absent
  return isPlainRecord(entries) ? (entries as ContextType) : undefined;
};
