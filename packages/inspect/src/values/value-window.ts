import { isPlainList, isPlainRecord, type Plain } from "./plain-value.ts";
import type { ValuePath } from "./value-diff.ts";

/** A long list, record or text of which a part is shown. */
export interface ValueWindow {
  readonly path: ValuePath;
  /** Number of items of the list, of names of the record, or of characters of the text. */
  readonly total: number;
  /** Position of the first one that is shown: the last items of a list, the first names of a record, the begin of a text. */
  readonly from: number;
}

/** A value that fits on a page, and what it leaves out. */
export interface WindowedValue {
  readonly value: Plain;
  readonly windows: readonly ValueWindow[];
}

/** Limits of a windowed value. */
interface WindowLimits {
  /** Maximum number of items of a list, and of names of a record, at any depth. */
  readonly size: number;
  /** Windows of a value of which only a part was read. Defaults to a whole value. */
  readonly known?: readonly ValueWindow[];
  /** Path to the value, which the paths of its windows begin with. Defaults to none. */
  readonly path?: ValuePath;
}

/** Maximum number of characters of a text. */
export const WINDOW_TEXT = 4_000;

/** Maximum number of texts, numbers and names in all. */
const MAX_PARTS = 2_000;

/** Shows windows of a value in place of its long parts. */
export function windowValue(value: Plain, { size, known = [], path: begin = [] }: WindowLimits): WindowedValue {
  const windows: ValueWindow[] = [];
  const places = new Map(known.map((each) => [JSON.stringify(each.path), each]));
  const knownAt = (path: ValuePath): ValueWindow | undefined =>
    places.size === 0 ? undefined : places.get(JSON.stringify(path));
  let parts = MAX_PARTS;
  const cut = (each: Plain, path: ValuePath): Plain => {
    parts -= 1;
    if (typeof each === "string") {
      if (each.length <= WINDOW_TEXT) return each;
      windows.push({ path, total: each.length, from: 0 });
      return each.slice(0, WINDOW_TEXT);
    }
    const most = Math.min(size, Math.max(1, parts));
    if (isPlainList(each)) {
      const { from: first, total } = knownAt(path) ?? { from: 0, total: each.length };
      const skipped = Math.max(0, each.length - most);
      const from = first + skipped;
      if (from > 0 || total > each.length) windows.push({ path, total, from });
      return each.slice(skipped).map((item, index) => cut(item, [...path, from + index]));
    }
    if (!isPlainRecord(each)) return each;
    const entries = Object.entries(each);
    const total = knownAt(path)?.total ?? entries.length;
    const shown = entries.slice(0, most);
    if (total > shown.length) windows.push({ path, total, from: 0 });
    return Object.fromEntries(shown.map(([name, part]) => [name, cut(part, [...path, name])]));
  };
  return { value: cut(value, begin), windows };
}
