import { TidemarkError } from "../errors/errors.ts";
import { formatPath } from "./path.ts";
import { isPlainRecord, nameOf, type PlainRecord } from "./plain-record.ts";
import { reducerErrors } from "../errors/reducer-errors.ts";
import { assertSafeKey } from "./safe-keys.ts";

/** Deeply frozen values created by this package. They need no further check. */
const known = new WeakSet<object>();

/** Maximum depth of a value: deeper than any document in practice, and well within the call stack. */
const MAX_DEPTH = 200;

/** Returns true if the value is a deeply frozen copy created by this package. */
export const isFrozenCopy = (value: object): boolean => known.has(value);

/** Freezes a list or record. Pass `whole` if all members are frozen copies, which makes it a frozen copy too. */
export function seal<Value extends object>(value: Value, whole: boolean): Value {
  if (whole) known.add(value);
  return Object.freeze(value);
}

/** Options of {@link frozenCopy}. */
export interface FrozenCopyOptions {
  /** Path of the value in its update. Paths in errors begin with it. Defaults to the root. */
  readonly at?: readonly (string | number)[];
  /** Number of levels in which `undefined` properties are skipped. Deeper ones throw `reducers/notJson`. Defaults to 0. */
  readonly optionalLevels?: number;
}

/**
 * Copies a plain JSON value and deeply freezes the copy. A value that is already such a copy is returned unchanged.
 *
 * Throws an error with the path of the first invalid key or value: keys that can change a prototype
 * (`reducers/unsafeKey`), values that a checkpoint would change (`reducers/notJson`: Date, NaN, BigInt, functions, class
 * instances, cycles, holes, `undefined`, unreadable values), and serialized LangChain objects
 * (`reducers/revivableObject`). `-0` becomes `0`, as in JSON.
 *
 * @example
 * ```ts
 * import { frozenCopy } from "@tidemark/reducers";
 *
 * const mine = { tags: ["a"] };
 * const copy = frozenCopy(mine);
 * mine.tags.push("b");
 * console.log(copy, Object.isFrozen(copy.tags), frozenCopy(copy) === copy); // { tags: [ 'a' ] } true true
 * ```
 */
export function frozenCopy<Value>(value: Value, options: FrozenCopyOptions = {}): Value {
  const walk: Walk = { path: [...(options.at ?? [])], trail: [], optionalLevels: options.optionalLevels ?? 0 };
  const copy = reading(walk.path, () => copyOf(value, walk));
  if (typeof copy === "object" && copy !== null) known.add(copy);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the copy equals the value
  return copy as Value;
}

/** Runs `read` on a foreign value. An error of a getter or proxy is rethrown as `reducers/notJson`. */
export function reading<Value>(path: readonly (string | number)[], read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof TidemarkError) throw error;
    throw reducerErrors.notJson({ path: formatPath(path), found: "a value that cannot be read" }, { cause: error });
  }
}

interface Walk {
  /** Keys from the root of the update to the value being copied. */
  readonly path: (string | number)[];
  /** Objects being copied, outermost first. */
  readonly trail: object[];
  readonly optionalLevels: number;
}

function copyOf(value: unknown, walk: Walk): unknown {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  // Adding 0 turns -0 into 0 and does not change other numbers.
  if (typeof value === "number" && Number.isFinite(value)) return value + 0;
  if (typeof value !== "object") throw notJson(value, walk);
  if (known.has(value)) return value;
  if (walk.trail.length === MAX_DEPTH) throw tooDeep(value, walk);
  walk.trail.push(value);
  const copy = Array.isArray(value) ? copyList(value, walk) : copyRecord(value, walk);
  walk.trail.pop();
  return Object.freeze(copy);
}

function copyList(list: readonly unknown[], walk: Walk): unknown[] {
  const copy: unknown[] = [];
  for (let index = 0; index < list.length; index += 1) {
    walk.path.push(index);
    copy.push(copyOf(list[index], walk));
    walk.path.pop();
  }
  return copy;
}

function copyRecord(record: object, walk: Walk): PlainRecord {
  if (!isPlainRecord(record) || Object.getOwnPropertySymbols(record).length > 0) throw notJson(record, walk);
  if ((record["lc"] === 1 || record["lc"] === 2) && typeof record["type"] === "string") {
    throw reducerErrors.revivableObject({ path: formatPath(walk.path) });
  }
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(record)) {
    assertSafeKey(key, walk.path);
    const member = record[key];
    if (member === undefined && walk.trail.length <= walk.optionalLevels) continue;
    walk.path.push(key);
    copy[key] = copyOf(member, walk);
    walk.path.pop();
  }
  return copy;
}

const notJson = (value: unknown, walk: Walk) =>
  reducerErrors.notJson({ path: formatPath(walk.path), found: nameOf(value) });

/** Creates the error for a value that is too deep. Searches for a cycle only here, so that valid values do not pay for it. */
function tooDeep(value: object, walk: Walk) {
  const trail = [...walk.trail, value];
  const repeated = trail.findIndex((object, index) => trail.indexOf(object) < index);
  if (repeated === -1) {
    return reducerErrors.notJson({ path: formatPath(walk.path), found: `more than ${MAX_DEPTH} levels` });
  }
  const outside = walk.path.length - walk.trail.length;
  const path = formatPath(walk.path.slice(0, outside + repeated));
  return reducerErrors.notJson({ path, found: "circular reference" });
}
