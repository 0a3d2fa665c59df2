import { TidemarkError } from "../errors/errors.ts";
import { formatPath } from "./path.ts";
import { isPlainRecord, nameOf, type PlainRecord } from "./plain-record.ts";
import { reducerErrors } from "../errors/reducer-errors.ts";
import { assertSafeKey } from "./safe-keys.ts";

/** What was frozen to the bottom by this package, and so need not be looked at again. */
const known = new WeakSet<object>();

/** Deeper than any document that people or models write, and far from the end of the stack. */
const MAX_DEPTH = 200;

/** Says whether the value is one of this package's copies: frozen to the bottom, whoever holds it. */
export const isFrozenCopy = (value: object): boolean => known.has(value);

/** Freezes a list or record; `whole` says that all its members are frozen copies, so that it is one, too. */
export function seal<Value extends object>(value: Value, whole: boolean): Value {
  if (whole) known.add(value);
  return Object.freeze(value);
}

/** Options of {@link frozenCopy}. */
export interface FrozenCopyOptions {
  /** Where the value stands in its update; the paths of errors begin with it. */
  readonly at?: readonly (string | number)[];
  /** Down to how many levels a property of `undefined` counts as absent; below, it is refused. Default 0. */
  readonly optionalLevels?: number;
}

/**
 * Copies a plain JSON value once and freezes the copy to the bottom; what is such a copy already is returned as it is.
 *
 * Refused with the path of the first fault: keys that reach a prototype (`reducers/unsafeKey`), everything that a
 * checkpoint would change (`reducers/notJson`: Date, NaN, BigInt, functions, class instances, cycles, holes,
 * `undefined`, values that cannot be read) or bring to life (`reducers/revivableObject`). A `-0` becomes `0`, as it would in JSON.
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- equal to the value, member by member
  return copy as Value;
}

/** Reads what somebody else made; a getter or a proxy that throws is a value that no checkpoint could keep. */
export function reading<Value>(path: readonly (string | number)[], read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof TidemarkError) throw error;
    throw reducerErrors.notJson({ path: formatPath(path), found: "a value that cannot be read" }, { cause: error });
  }
}

interface Walk {
  /** Keys from the root of the update to the value at hand. */
  readonly path: (string | number)[];
  /** The objects that are being copied, outermost first. */
  readonly trail: object[];
  readonly optionalLevels: number;
}

function copyOf(value: unknown, walk: Walk): unknown {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  // Adding 0 turns -0 into 0 and leaves every other number alone.
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

/** Looks for the cycle only now: a walk that ends well need not pay for the search. */
function tooDeep(value: object, walk: Walk) {
  const trail = [...walk.trail, value];
  const repeated = trail.findIndex((each, index) => trail.indexOf(each) < index);
  if (repeated === -1) {
    return reducerErrors.notJson({ path: formatPath(walk.path), found: `more than ${MAX_DEPTH} levels` });
  }
  const outside = walk.path.length - walk.trail.length;
  const path = formatPath(walk.path.slice(0, outside + repeated));
  return reducerErrors.notJson({ path, found: "circular reference" });
}
