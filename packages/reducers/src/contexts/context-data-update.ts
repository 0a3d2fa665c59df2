import { frozenCopy, reading } from "../values/frozen-copy.ts";
import { formatPath, type Path } from "../values/path.ts";
import { isPlainRecord, nameOf, type PlainRecord } from "../values/plain-record.ts";
import { reducerErrors } from "../errors/reducer-errors.ts";
import { assertSafeKey } from "../values/safe-keys.ts";

/** One entry: its fields, and the framework's metadata in `_meta`. */
export type ContextEntry = Readonly<Record<string, unknown>>;

/** Shared memory of the agents: entries by context type and context key. */
export type ContextData = Readonly<Record<string, Readonly<Record<string, ContextEntry>>>>;

/** Deletes one entry: `{ TYPE: { key: { _delete: true } } }`. */
export interface DeleteMarker {
  readonly _delete: true;
}

/** Update of one context type: entries to write and keys to delete. `_clear` empties the type first. */
export interface ContextTypeUpdate {
  readonly _clear?: true;
  readonly [key: string]: object | true | undefined;
}

/** Update of context data by type. `_clear` empties all types first. */
export interface ContextDataUpdate {
  readonly _clear?: true;
  readonly [type: string]: ContextTypeUpdate | true | undefined;
}

/** Validated and copied update of one type. */
export interface TypeChange {
  readonly clear: boolean;
  readonly puts: ReadonlyMap<string, ContextEntry>;
  readonly deletes: ReadonlySet<string>;
}

/** Validated and copied update. Validation is complete before anything is merged. */
export interface Change {
  readonly clear: boolean;
  readonly types: ReadonlyMap<string, TypeChange>;
}

const REMEDY = {
  type: 'Rename the type without "_". To clear everything, write {"_clear": true}.',
  key: 'Rename the key without "_". To clear a type, write {"_clear": true} in it.',
  entry: 'To delete an entry, replace it with {"_delete": true} and nothing else.',
};

/** Validates and copies an update. Throws an error with the path of the first invalid key or value. */
export function readUpdate(update: ContextDataUpdate): Change {
  const types = new Map<string, TypeChange>();
  const clear = reading([], () =>
    readMembers(update, [], (type, value) => void types.set(type, readType(type, value))),
  );
  return { clear, types };
}

function readType(type: string, value: unknown): TypeChange {
  const puts = new Map<string, ContextEntry>();
  const deletes = new Set<string>();
  const clear = readMembers(value, [type], (key, entry) => {
    if (isDeleteMarker(entry)) deletes.add(key);
    else puts.set(key, readEntry(entry, [type, key]));
  });
  return { clear, puts, deletes };
}

/** Passes every named member of a level to `read`. Returns true if the level has the `_clear` marker. */
function readMembers(level: unknown, path: readonly string[], read: (name: string, value: unknown) => void): boolean {
  const record = assertRecord(level, path, path.length === 0 ? "a record of context types" : "a record of entries");
  let clear = false;
  for (const name of Object.keys(record)) {
    assertSafeKey(name, path);
    const value = record[name];
    if (value === undefined) continue;
    if (name === "_clear" && value === true) clear = true;
    else if (name.startsWith("_")) {
      throw reservedKeyError([...path, name], path.length === 0 ? REMEDY.type : REMEDY.key);
    } else read(name, value);
  }
  return clear;
}

const isDeleteMarker = (entry: unknown): entry is DeleteMarker =>
  isPlainRecord(entry) && entry["_delete"] === true && Object.keys(entry).length === 1;

function readEntry(entry: unknown, path: readonly string[]): ContextEntry {
  const record = assertRecord(entry, path, "a record of fields");
  const marker = ["_delete", "_clear"].find((name) => Object.hasOwn(record, name));
  if (marker !== undefined) throw reservedKeyError([...path, marker], REMEDY.entry);
  return frozenCopy(record, { at: path });
}

function assertRecord(value: unknown, path: Path, expected: string): PlainRecord {
  if (isPlainRecord(value)) return value;
  throw reducerErrors.wrongShape({ path: formatPath(path), expected, found: nameOf(value) });
}

const reservedKeyError = (path: Path, remedy: string) => reducerErrors.reservedKey({ path: formatPath(path), remedy });
