import { formatPath, isPlainRecord, isUnsafeKey, type PlainRecord } from "@tidemark/reducers/internal";

/** A value that a checkpoint would change. */
export interface NonJson {
  /** Path of the value, as keys and indexes from the root. */
  readonly path: readonly (string | number)[];
  /** The path as text, such as `steps[0].startedAt`; empty for the root. */
  readonly at: string;
  /** Kind of the value: `Date`, `NaN`, `function`, `Map`, `circular reference`. */
  readonly found: string;
}

/**
 * Searches a value, in document order, for a part that is not plain JSON, which a checkpoint would change. Returns the first one, or `null`.
 *
 * These are not JSON: `undefined`, `NaN`, the infinities, `-0`, BigInt, symbols, functions, class instances (Date, Map, Error,
 * …), circular references, getters, holes in arrays, symbol keys, hidden properties, values that cannot be read, and values
 * deeper than 200 levels, which some stores do not support.
 *
 * @example
 * ```ts
 * import { findNonJson } from "tidemark/checkpoint";
 *
 * console.log(findNonJson({ steps: [{ startedAt: new Date(0) }] })?.at); // steps[0].startedAt
 * console.log(findNonJson({ steps: [{ startedAt: "1970-01-01T00:00:00Z" }] })); // null
 * ```
 */
export function findNonJson(value: unknown): NonJson | null {
  return safely(value, { ancestors: new Set(), entering: false });
}

/**
 * Searches a value like `findNonJson`, but not inside the objects that are known to be JSON.
 *
 * @internal
 */
export function findNewNonJson(value: unknown, isKnown: (part: object) => boolean): NonJson | null {
  return safely(value, { ancestors: new Set(), entering: false, isKnown });
}

/**
 * Searches a value for a part that cannot be stored in a state: one that `findNonJson` finds, a key that can change a prototype or has a
 * meaning in LangGraph, or an object that LangChain's loader would turn into a class instance. Returns the first one, or `null`.
 *
 * A `-0` is allowed: arithmetic creates it by accident, and reading it back as `0` is harmless.
 *
 * @internal
 */
export function findInadmissible(value: unknown): NonJson | null {
  return safely(value, { ancestors: new Set(), entering: true });
}

/** Value of `found` for a key that can change a prototype or has a meaning in LangGraph. */
export const UNSAFE_KEY = "unsafe key";

/** Value of `found` for a record that LangChain's loader would turn into a class instance. */
export const REVIVABLE = "serialized LangChain object";

/** Maximum depth of a value, the same as in the copies of `@tidemark/reducers`. Far below the limit of the call stack. */
export const MAX_DEPTH = 200;

/** Value of `found` for an object that contains itself. */
export const CIRCLE = "circular reference";

/** Value of `found` for a proxy or a getter that throws. */
export const UNREADABLE = "a value that cannot be read";

/** Value of `found` for a value below the maximum depth. */
export const TOO_DEEP = `more than ${MAX_DEPTH} levels`;

/** Searches a value. A proxy that throws is reported at the path that the search had reached. */
function safely(value: unknown, state: Search): NonJson | null {
  const path: (string | number)[] = [];
  try {
    return search(value, path, state);
  } catch {
    return report(path, UNREADABLE);
  }
}

interface Search {
  readonly ancestors: Set<object>;
  readonly entering: boolean;
  /** True for an object that need not be searched. */
  readonly isKnown?: (part: object) => boolean;
}

function search(value: unknown, path: (string | number)[], state: Search): NonJson | null {
  if (value === null || typeof value === "string" || typeof value === "boolean") return null;
  if (typeof value === "number") {
    if (Object.is(value, -0)) return state.entering ? null : report(path, "-0");
    return Number.isFinite(value) ? null : report(path, String(value));
  }
  if (typeof value !== "object") return report(path, kindOf(value));
  const { ancestors, isKnown } = state;
  if (isKnown?.(value) === true) return null;
  if (ancestors.has(value)) return report(path, CIRCLE);
  if (ancestors.size === MAX_DEPTH) return report(path, TOO_DEEP);
  ancestors.add(value);
  const found = Array.isArray(value) ? searchArray(value, path, state) : searchObject(value, path, state);
  ancestors.delete(value);
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
  // Extra properties of an array are dropped by JSON; its own keys begin with its indexes, and `length` is one of them.
  const extra = Reflect.ownKeys(list)
    .slice(list.length)
    .find((key) => key !== "length");
  return extra === undefined ? null : report([...path, String(extra)], "property of an array");
}

function searchObject(value: object, path: (string | number)[], state: Search): NonJson | null {
  if (!isPlainRecord(value)) return report(path, kindOf(value));
  if (state.entering && isRevivable(value)) return report(path, REVIVABLE);
  for (const key of Reflect.ownKeys(value)) {
    const property = Object.getOwnPropertyDescriptor(value, key);
    path.push(String(key));
    const problem = propertyProblem(key, property, state.entering);
    const found = problem === null ? search(property?.value, path, state) : report(path, problem);
    path.pop();
    if (found !== null) return found;
  }
  return null;
}

function propertyProblem(key: PropertyKey, property: PropertyDescriptor | undefined, entering: boolean): string | null {
  if (typeof key === "symbol") return "symbol key";
  if (property?.enumerable !== true) return "hidden property";
  if (property.get !== undefined) return "getter";
  return entering && isUnsafeKey(String(key)) ? UNSAFE_KEY : null;
}

/** True for a record that LangChain's loader would turn into a class instance. */
export const isRevivable = (record: PlainRecord): boolean =>
  typeof record["lc"] === "number" && typeof record["type"] === "string";

/** Deletes the properties that are `undefined`, which JSON cannot represent, and returns the same object. */
export function withoutUndefined<Value extends object>(value: Value): Value {
  for (const [key, each] of Object.entries(value)) if (each === undefined) Reflect.deleteProperty(value, key);
  return value;
}

/** Returns the kind of a value for error messages: `Date`, `a list`, `string`. */
export function kindOf(value: unknown): string {
  if (typeof value !== "object") return typeof value;
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  const constructor: unknown = Reflect.get(value, "constructor");
  return typeof constructor === "function" && constructor.name !== "" ? constructor.name : "class instance";
}

export const report = (path: readonly (string | number)[], found: string): NonJson => ({
  path: [...path],
  at: formatPath(path),
  found,
});
