import { isPlainList, isPlainRecord, type Plain } from "../values/plain-value.ts";
import type { ValuePath } from "../values/value-diff.ts";
import { type ValueWindow, windowValue, WINDOW_TEXT } from "../values/value-window.ts";

/** A part of a value: some items of a list, entries of a record, or characters of a text. */
export interface ValuePart {
  readonly field: string;
  readonly path: ValuePath;
  /** Number of items, names or characters in all. 0 where there is no value. */
  readonly total: number;
  /** Position of the first one in this part. */
  readonly from: number;
  readonly value: Plain;
  /** Windows of values that the items or entries leave out. */
  readonly windows: readonly ValueWindow[];
}

/** Part of a value to read. */
export interface PartQuery {
  readonly path: ValuePath;
  readonly from: number;
  readonly count: number;
  /** Maximum number of items of a list inside of the part. */
  readonly size: number;
}

/** A text or name inside of the state that contains a searched one. */
export interface FoundPart {
  readonly field: string;
  /** Path to the value. Empty for the value of the field itself. */
  readonly path: ValuePath;
  /** Text around the match; the value of a name that matches. */
  readonly text: string;
}

/** Values of a step that contain a text. */
export interface FoundParts {
  readonly found: readonly FoundPart[];
  /** Number of all of them. */
  readonly total: number;
}

/** Characters of a text that one part contains, per item that is asked for. */
const TEXT_PER_ITEM = WINDOW_TEXT / 10;

/** Reads a part of a value as it is shown. */
export function partOfValue(field: string, shown: Plain, { path, from, count, size }: PartQuery): ValuePart {
  const target = valueAt(shown, path);
  const part = { field, path, from };
  if (typeof target === "string") {
    const value = target.slice(from, from + count * TEXT_PER_ITEM);
    return { ...part, total: target.length, value, windows: [] };
  }
  const windows: ValueWindow[] = [];
  const cut = (value: Plain, key: string | number): Plain => {
    const shownPart = windowValue(value, { size, path: [...path, key] });
    windows.push(...shownPart.windows);
    return shownPart.value;
  };
  if (isPlainList(target)) {
    const value = target.slice(from, from + count).map((each, index) => cut(each, from + index));
    return { ...part, total: target.length, value, windows };
  }
  if (!isPlainRecord(target)) return { ...part, total: 0, value: target ?? null, windows };
  const entries = Object.entries(target);
  const shownEntries = entries
    .slice(from, from + count)
    .map(([name, each]): [string, Plain] => [name, cut(each, name)]);
  return { ...part, total: entries.length, value: Object.fromEntries(shownEntries), windows };
}

/** Value at a path. Undefined for a path that the value does not have. */
function valueAt(value: Plain, path: ValuePath): Plain | undefined {
  let at: Plain | undefined = value;
  for (const key of path) {
    if (isPlainList(at)) at = typeof key === "number" ? at[key] : undefined;
    else at = isPlainRecord(at) && typeof key === "string" && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at;
}

/** Maximum number of characters before and after a match that are shown. */
const AROUND = 60;

/** Maximum depth that is searched, as deep as values are read. */
const MAX_DEPTH = 64;

/** Finds the names, texts and numbers of values that contain a text, in any case, as they are shown. */
export function findInValues(
  values: Readonly<Record<string, Plain>>,
  { text, limit }: { readonly text: string; readonly limit: number },
): FoundParts {
  const wanted = text.toLowerCase();
  const found: FoundPart[] = [];
  let total = 0;
  const note = (field: string, path: ValuePath, around: () => string): void => {
    total += 1;
    if (found.length < limit) found.push({ field, path, text: around() });
  };
  const look = (field: string, value: Plain, path: (string | number)[], isNamed: boolean): void => {
    if (typeof value !== "object" || value === null) {
      const written = String(value);
      const index = written.toLowerCase().indexOf(wanted);
      if (index !== -1 || isNamed) note(field, [...path], () => aroundText(written, index));
      return;
    }
    if (isNamed) note(field, [...path], () => (isPlainList(value) ? `[${value.length}]` : "{…}"));
    if (path.length >= MAX_DEPTH) return;
    const entries = isPlainList(value) ? value.entries() : Object.entries(value);
    for (const [key, each] of entries) {
      path.push(key);
      look(field, each, path, typeof key === "string" && key.toLowerCase().includes(wanted));
      path.pop();
    }
  };
  if (wanted !== "")
    for (const [field, value] of Object.entries(values)) look(field, value, [], field.toLowerCase().includes(wanted));
  return { found, total };
}

function aroundText(text: string, index: number): string {
  const begin = Math.max(0, index - AROUND);
  const end = Math.max(0, index) + 2 * AROUND;
  return `${begin > 0 ? "…" : ""}${text.slice(begin, end)}${end < text.length ? "…" : ""}`;
}
