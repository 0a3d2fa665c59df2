import type { ContextData, ContextDataUpdate, ContextEntry, TypeChange } from "./context-data-update.ts";
import { readUpdate } from "./context-data-update.ts";
import { isPlainRecord, ownValue } from "../values/plain-record.ts";
import { keysOf, putAll, removeAll, replaceAll } from "../values/record.ts";
import { sameJson } from "../values/same-json.ts";

/** The entries of one context type. */
export type ContextType = Readonly<Record<string, ContextEntry>>;

/** Callback that may limit a changed type before it becomes part of the result. */
export type AfterType = (type: string, entries: ContextType, written: readonly string[]) => ContextType;

const NO_ENTRIES: ContextType = Object.freeze({});
const NO_TYPES: ContextData = Object.freeze({});

/**
 * Merges the agents' context data, one entry at a time.
 *
 * An entry is replaced as a whole, including its `_meta`; its fields are never merged. New types and keys are added at
 * the end, and replaced entries keep their position. An entry equal to the stored one keeps the stored object.
 *
 * Three plain JSON markers delete: `{ T: { k: { _delete: true } } }` one entry, `{ T: { _clear: true } }` one type, and
 * `{ _clear: true }` everything. Members next to a `_clear` are written after clearing. A type is removed with its last
 * entry. `deleteContext`, `clearContextType` and `clearAllContexts` create these markers.
 *
 * The result shares every unchanged entry with `current`. The update is copied once and frozen, so the cost depends on the
 * size of the update and the number of keys in the changed types, not on the size of the state. (Entries loaded from a
 * checkpoint are shared unfrozen.)
 *
 * An invalid update throws an error with the path, and nothing is merged: keys that can change a prototype
 * (`reducers/unsafeKey`), values that are not plain JSON (`reducers/notJson`), other names with a leading "_"
 * (`reducers/reservedKey`), entries that are not records (`reducers/wrongShape`).
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
  return mergeContexts(current, update);
}

/** Merges an update; `afterType` may limit each changed type. */
export function mergeContexts(
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

/** Applies a change to a type. Returns `undefined` if the type is removed. */
function changeType(stored: ContextType | undefined, change: TypeChange, clear: boolean): ContextType | undefined {
  const entries = stored ?? NO_ENTRIES;
  const puts = new Map([...change.puts].map(([key, entry]) => [key, storedOr(entry, entries, key)]));
  if (clear || stored === undefined) {
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the state contains context data; an invalid type counts as absent
  return isPlainRecord(entries) ? (entries as ContextType) : undefined;
};
