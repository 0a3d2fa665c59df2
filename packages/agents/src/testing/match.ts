import { formatPath } from "@tidemark/core-state/internal";

/**
 * Expected value: the value itself, a predicate, a regular expression for a text, or an object with some of its keys.
 * Lists are compared element by element.
 */
export type Expected<Value> = ExpectedPart<Value> | ((value: Value) => boolean);

type ExpectedPart<Value> = Value extends string
  ? Value | RegExp
  : Value extends boolean | number | null | undefined
    ? Value
    : Value extends readonly (infer Item)[]
      ? readonly Expected<Item>[]
      : Value extends object
        ? { readonly [Key in keyof Value]?: Expected<Value[Key]> }
        : Value;

/** An expectation that does not hold. Values are shown as text. */
export interface CaseFailure {
  /** Place of the expectation, such as `toolCalls[0].args.amount`. */
  readonly path: string;
  readonly expected: string;
  readonly found: string;
}

/** Compares a value with what is expected of it. Returns each difference with its path. */
export function match(expected: unknown, found: unknown, path: readonly (string | number)[]): readonly CaseFailure[] {
  if (typeof expected === "function") return matchPredicate(expected, found, path);
  const holds = (): boolean =>
    expected instanceof RegExp ? typeof found === "string" && found.search(expected) >= 0 : Object.is(expected, found);
  if (typeof expected !== "object" || expected === null || expected instanceof RegExp) {
    return holds() ? [] : [failure(path, expected, found)];
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(found)) return [failure(path, expected, found)];
    if (found.length !== expected.length) return [failure([...path, "length"], expected.length, found.length)];
    return expected.flatMap((each: unknown, index) => match(each, found[index], [...path, index]));
  }
  if (typeof found !== "object" || found === null || Array.isArray(found)) return [failure(path, expected, found)];
  return Object.entries(expected).flatMap(([key, each]: [string, unknown]) =>
    match(each, Reflect.get(found, key), [...path, key]),
  );
}

function matchPredicate(predicate: unknown, found: unknown, path: readonly (string | number)[]) {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller has checked that it is a function
    const result: unknown = (predicate as (value: unknown) => unknown)(found);
    if (result === true) return [];
    if (result === false) return [failure(path, predicate, found)];
    return [
      { ...failure(path, predicate, found), found: `the predicate returned ${shown(result)}, not true or false` },
    ];
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [{ ...failure(path, predicate, found), found: `${shown(found)}; the predicate threw: ${message}` }];
  }
}

/** A failure with its values as text. */
export const failure = (path: readonly (string | number)[], expected: unknown, found: unknown): CaseFailure => ({
  path: formatPath(path),
  expected: shown(expected),
  found: shown(found),
});

/** Maximum number of characters of a shown value. */
const LONGEST = 500;

/** A value as short text: JSON, with functions and regular expressions as their sources. */
function shown(value: unknown): string {
  const text = typeof value === "function" ? sourceOf(value) : jsonOf(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

const sourceOf = (value: unknown): string => String(value).replaceAll(/\s+/g, " ");

function jsonOf(value: unknown): string {
  if (value instanceof RegExp) return String(value);
  try {
    const replace = (_: string, each: unknown): unknown => {
      if (typeof each === "function") return sourceOf(each);
      if (typeof each === "bigint" || each instanceof RegExp) return String(each);
      return each;
    };
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- undefined and functions have no JSON
    return JSON.stringify(value, replace) ?? String(value);
  } catch {
    return String(value);
  }
}
