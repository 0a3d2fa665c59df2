import { formatPath, isPlainRecord, isUnsafeKey } from "@tidemark/reducers";

/** The first value that would not come back from a checkpoint as it went in. */
export interface NonJson {
  /** Where it is, as keys and indexes from the root. */
  readonly path: readonly (string | number)[];
  /** The same path as people write it: `steps[0].startedAt`; empty for the root. */
  readonly at: string;
  /** What was found: `Date`, `NaN`, `function`, `Map`, `circular reference`. */
  readonly found: string;
}

/**
 * Finds the first value, in document order, that is not plain JSON; `null` means that a checkpoint keeps all of it.
 *
 * Not JSON are: `undefined`, `NaN`, the infinities, `-0`, BigInt, symbols, functions, class instances (Date, Map, Error,
 * …), circular references, holes in arrays, symbol keys, and properties that are not enumerable.
 *
 * @example
 * ```ts
 * import { findNonJson } from "@tidemark/core-state";
 *
 * console.log(findNonJson({ steps: [{ startedAt: new Date(0) }] })?.at); // steps[0].startedAt
 * console.log(findNonJson({ steps: [{ startedAt: "1970-01-01T00:00:00Z" }] })); // null
 * ```
 */
export function findNonJson(value: unknown): NonJson | null {
  return search(value, [], { ancestors: new Set(), entering: false });
}

/**
 * Finds the first value that may not enter a state: what `findNonJson` finds, keys that reach for a prototype or that
 * the host takes as an order, and objects that the host's loader would bring to life.
 *
 * A `-0` may enter: that it comes back as `0` harms nobody, and arithmetic makes it by accident.
 *
 * @internal
 */
export function findInadmissible(value: unknown): NonJson | null {
  return search(value, [], { ancestors: new Set(), entering: true });
}

/** What `found` says of a key that may not come from outside. */
export const UNSAFE_KEY = "unsafe key";

interface Search {
  readonly ancestors: Set<object>;
  readonly entering: boolean;
}

function search(value: unknown, path: (string | number)[], state: Search): NonJson | null {
  if (value === null || typeof value === "string" || typeof value === "boolean") return null;
  if (typeof value === "number") {
    if (Object.is(value, -0)) return state.entering ? null : report(path, "-0");
    return Number.isFinite(value) ? null : report(path, String(value));
  }
  if (typeof value !== "object") return report(path, typeof value);
  if (state.ancestors.has(value)) return report(path, "circular reference");
  state.ancestors.add(value);
  const found = Array.isArray(value) ? searchArray(value, path, state) : searchObject(value, path, state);
  state.ancestors.delete(value);
  return found;
}

function searchArray(list: readonly unknown[], path: (string | number)[], state: Search): NonJson | null {
  for (let index = 0; index < list.length; index += 1) {
    if (!Object.hasOwn(list, index)) return report([...path, index], "hole in an array");
    path.push(index);
    const found = search(list[index], path, state);
    path.pop();
    if (found !== null) return found;
  }
  // Extra properties of an array are dropped by JSON.
  const extra = Reflect.ownKeys(list).find((key) => key !== "length" && !/^\d+$/.test(String(key)));
  return extra === undefined ? null : report([...path, String(extra)], "property of an array");
}

function searchObject(value: object, path: (string | number)[], state: Search): NonJson | null {
  if (!isPlainRecord(value)) return report(path, className(value));
  // The host's loader would make a live object of it.
  if (state.entering && typeof value["lc"] === "number" && typeof value["type"] === "string") {
    return report(path, "serialised LangChain object");
  }
  const keys = Object.keys(value);
  const all = Reflect.ownKeys(value);
  if (all.length !== keys.length) {
    const odd = all.find((key) => !Object.prototype.propertyIsEnumerable.call(value, key) || typeof key === "symbol");
    return report([...path, String(odd)], typeof odd === "symbol" ? "symbol key" : "property that is not enumerable");
  }
  for (const key of keys) {
    if (state.entering && isUnsafeKey(key)) return report([...path, key], UNSAFE_KEY);
    path.push(key);
    const found = search(value[key], path, state);
    path.pop();
    if (found !== null) return found;
  }
  return null;
}

function className(value: object): string {
  const constructor: unknown = Reflect.get(value, "constructor");
  return typeof constructor === "function" && constructor.name !== "" ? constructor.name : "class instance";
}

const report = (path: readonly (string | number)[], found: string): NonJson => ({
  path: [...path],
  at: formatPath(path),
  found,
});
