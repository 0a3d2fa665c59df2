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
 * …), circular references, getters, holes in arrays, symbol keys, properties that are not enumerable, and what stands
 * deeper than 200 levels, where no store is sure to follow.
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
  return search(value, [], { ancestors: new Set(), rules: "json" });
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
  return search(value, [], { ancestors: new Set(), rules: "state" });
}

/**
 * Finds the first value inside of messages that would wreck the thread when it is stored or loaded: a BigInt, an object
 * that the host's loader would bring to life, endless depth. All else in messages is the host's own affair.
 *
 * @internal
 */
export function findHarmInMessages(value: unknown): NonJson | null {
  const messages: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const [index, message] of messages.entries()) {
    if (typeof message !== "object" || message === null) continue;
    // The message itself may be a class instance, or one that was serialised.
    for (const [key, member] of Object.entries(message)) {
      const path = Array.isArray(value) ? [index, key] : [key];
      const found = search(member, path, { ancestors: new Set(), rules: "message" });
      if (found !== null) return found;
    }
  }
  return null;
}

/** What `found` says of a key that may not come from outside. */
export const UNSAFE_KEY = "unsafe key";

/** The same as in reducers' copies: deeper than people or models write, and far from the end of the stack. */
const MAX_DEPTH = 200;

interface Search {
  readonly ancestors: Set<object>;
  /** `state` refuses more than `json` does, and lets -0 pass; `message` refuses only what does harm. */
  readonly rules: "json" | "state" | "message";
}

function search(value: unknown, path: (string | number)[], state: Search): NonJson | null {
  if (value === null || typeof value === "string" || typeof value === "boolean") return null;
  const { ancestors, rules } = state;
  if (typeof value === "number") {
    if (Object.is(value, -0)) return rules === "json" ? report(path, "-0") : null;
    return Number.isFinite(value) || rules === "message" ? null : report(path, String(value));
  }
  if (typeof value !== "object") {
    return rules === "message" && typeof value !== "bigint" ? null : report(path, typeof value);
  }
  if (ancestors.has(value)) return rules === "message" ? null : report(path, "circular reference");
  if (ancestors.size === MAX_DEPTH) return report(path, `more than ${MAX_DEPTH} levels`);
  ancestors.add(value);
  const found = Array.isArray(value) ? searchArray(value, path, state) : searchObject(value, path, state);
  ancestors.delete(value);
  return found;
}

function searchArray(list: readonly unknown[], path: (string | number)[], state: Search): NonJson | null {
  for (let index = 0; index < list.length; index += 1) {
    if (state.rules !== "message" && !Object.hasOwn(list, index)) return report([...path, index], "hole in an array");
    path.push(index);
    const found = search(list[index], path, state);
    path.pop();
    if (found !== null) return found;
  }
  if (state.rules === "message") return null;
  // Extra properties of an array are dropped by JSON; its own keys begin with its indexes, and `length` is one of them.
  const extra = Reflect.ownKeys(list)
    .slice(list.length)
    .find((key) => key !== "length");
  return extra === undefined ? null : report([...path, String(extra)], "property of an array");
}

function searchObject(value: object, path: (string | number)[], state: Search): NonJson | null {
  const { rules } = state;
  if (!isPlainRecord(value)) return rules === "message" ? null : report(path, className(value));
  // The host's loader would make a live object of it.
  if (rules !== "json" && typeof value["lc"] === "number" && typeof value["type"] === "string") {
    return report(path, "serialised LangChain object");
  }
  const keys = Object.keys(value);
  const odd = rules === "message" ? null : oddProperty(value, keys);
  if (odd !== null) return report([...path, odd.key], odd.found);
  for (const key of keys) {
    if (rules === "state" && isUnsafeKey(key)) return report([...path, key], UNSAFE_KEY);
    path.push(key);
    const found = search(value[key], path, state);
    path.pop();
    if (found !== null) return found;
  }
  return null;
}

/** The first property that JSON would leave out, or would not see as it is. */
function oddProperty(value: object, keys: readonly string[]): { readonly key: string; readonly found: string } | null {
  const getter = keys.find((key) => Object.getOwnPropertyDescriptor(value, key)?.get !== undefined);
  if (getter !== undefined) return { key: getter, found: "getter" };
  const all = Reflect.ownKeys(value);
  if (all.length === keys.length) return null;
  const odd = all.find((key) => !Object.prototype.propertyIsEnumerable.call(value, key) || typeof key === "symbol");
  return { key: String(odd), found: typeof odd === "symbol" ? "symbol key" : "property that is not enumerable" };
}

/** Names the class of an object, as people know it. */
export function className(value: object): string {
  const constructor: unknown = Reflect.get(value, "constructor");
  return typeof constructor === "function" && constructor.name !== "" ? constructor.name : "class instance";
}

const report = (path: readonly (string | number)[], found: string): NonJson => ({
  path: [...path],
  at: formatPath(path),
  found,
});
