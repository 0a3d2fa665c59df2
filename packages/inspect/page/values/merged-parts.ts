import type { ValuePart } from "../../src/reader/value-parts.ts";
import { isPlainList, isPlainRecord, type Plain } from "../../src/values/plain-value.ts";
import type { ValuePath } from "../../src/values/value-diff.ts";
import type { ValueWindow, WindowedValue } from "../../src/values/value-window.ts";

/** A path as a key. */
const pathKey = (path: ValuePath): string => JSON.stringify(path);

/** The window at a path. Undefined for a part that is shown as a whole. */
export const windowAt = (windows: readonly ValueWindow[], path: ValuePath): ValueWindow | undefined => {
  const key = pathKey(path);
  return windows.find((each) => pathKey(each.path) === key);
};

/** Position of the first item of a list that is shown. */
const firstAt = (windows: readonly ValueWindow[], path: ValuePath): number => windowAt(windows, path)?.from ?? 0;

/** Part to ask for next, of what a window leaves out: what comes before the items of a list, and after anything else. */
export function nextPart(
  shown: WindowedValue,
  { path, from }: ValueWindow,
  count: number,
): { readonly from: number; readonly count: number } {
  const value = valueIn(shown, path);
  if (isPlainList(value)) return { from: Math.max(0, from - count), count: Math.min(count, from) };
  if (typeof value === "string") return { from: value.length, count };
  return { from: Object.keys(isPlainRecord(value) ? value : {}).length, count };
}

function valueIn({ value, windows }: WindowedValue, path: ValuePath): Plain | undefined {
  let at: Plain | undefined = value;
  for (const [depth, key] of path.entries()) {
    if (isPlainList(at)) at = typeof key === "number" ? at[key - firstAt(windows, path.slice(0, depth))] : undefined;
    else at = isPlainRecord(at) ? at[String(key)] : undefined;
  }
  return at;
}

/** A value with a part of what it left out. A part that does not fit, because the value is another one, is dropped. */
export function withPart(shown: WindowedValue, part: ValuePart): WindowedValue {
  const window = windowAt(shown.windows, part.path);
  if (window === undefined || window.total !== part.total) return shown;
  const others = shown.windows.filter((each) => each !== window);
  let left: readonly ValueWindow[] = [];
  const join = (old: Plain): Plain => {
    const next = part.value;
    if (isPlainList(old) && isPlainList(next)) {
      if (part.from + next.length !== window.from) return old;
      left = part.from === 0 ? [] : [{ ...window, from: part.from }];
      return [...next, ...old];
    }
    if (typeof old === "string" && typeof next === "string") {
      const text = old + next;
      left = text.length >= window.total || next === "" ? [] : [window];
      return text;
    }
    if (!isPlainRecord(old) || !isPlainRecord(next)) return old;
    const entries = { ...old, ...next };
    left = Object.keys(entries).length >= window.total || Object.keys(next).length === 0 ? [] : [window];
    return entries;
  };
  const change = (value: Plain, depth: number): Plain => {
    const key = part.path[depth];
    if (key === undefined) return join(value);
    if (isPlainList(value)) {
      const index = Number(key) - firstAt(shown.windows, part.path.slice(0, depth));
      return value.map((each, place) => (place === index ? change(each, depth + 1) : each));
    }
    if (!isPlainRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, name === key ? change(each, depth + 1) : each]),
    );
  };
  const value = change(shown.value, 0);
  return { value, windows: [...others, ...left, ...part.windows] };
}

/** A value for one line: what inner windows leave out is counted in its place. */
export function countedValue({ value, windows }: WindowedValue): Plain {
  const inner = new Map(windows.filter(({ path }) => path.length > 0).map((each) => [pathKey(each.path), each]));
  if (inner.size === 0) return value;
  const count = (each: Plain, path: ValuePath): Plain => {
    const window = path.length === 0 ? undefined : inner.get(pathKey(path));
    if (window !== undefined && isPlainList(each)) return `[${window.total.toLocaleString("en")} items]`;
    if (isPlainList(each)) {
      const first = firstAt(windows, path);
      return each.map((item, index) => count(item, [...path, first + index]));
    }
    if (!isPlainRecord(each)) return each;
    const entries = Object.entries(each).map(([name, part]): [string, Plain] => [name, count(part, [...path, name])]);
    return Object.fromEntries(window === undefined ? entries : [...entries, ["…", window.total - entries.length]]);
  };
  return count(value, []);
}

/** Number of characters or parts that are shown of a part of a message. */
export function sizeAt(message: Plain, [, ...path]: ValuePath): number {
  let at: Plain | undefined = message;
  for (const key of path) at = isPlainList(at) ? at[Number(key)] : isPlainRecord(at) ? at[String(key)] : undefined;
  return typeof at === "string" || isPlainList(at) ? at.length : Object.keys(isPlainRecord(at) ? at : {}).length;
}
