import { isPlainList, isPlainRecord, type Plain } from "./plain-value.ts";

/** Limits of a value that is shown. */
export interface ClipLimits {
  /** Maximum number of characters of a text. */
  readonly text: number;
  /** Maximum number of items of a list, and of names of a record. The newest items of a list are kept. */
  readonly items: number;
  /** Maximum number of texts, numbers and names in all. */
  readonly parts: number;
}

/** Limits of values for people. */
export const LIMITS: ClipLimits = { text: 20_000, items: 1_000, parts: 20_000 };

/** A value that fits on a page, and whether it is the whole one. */
export interface ClippedValue {
  readonly value: Plain;
  readonly isWhole: boolean;
}

/** Cuts a value so that it fits into the limits, however large it is. What was left out is counted where it was. */
export function clipValue(value: Plain, limits: ClipLimits): ClippedValue {
  let parts = limits.parts;
  let isWhole = true;
  const clip = (each: Plain): Plain => {
    parts -= 1;
    if (typeof each === "string" && each.length > limits.text) {
      isWhole = false;
      return `${each.slice(0, limits.text)}… (${each.length - limits.text} more characters)`;
    }
    if (isPlainList(each)) {
      const most = Math.min(limits.items, Math.max(1, parts));
      if (each.length <= most) return each.map(clip);
      isWhole = false;
      return [`… (${each.length - most} earlier items)`, ...each.slice(-most).map(clip)];
    }
    if (!isPlainRecord(each)) return each;
    const entries = Object.entries(each);
    const most = Math.min(limits.items, Math.max(1, parts));
    const shown = entries.slice(0, most).map(([name, part]): [string, Plain] => [name, clip(part)]);
    if (entries.length <= most) return Object.fromEntries(shown);
    isWhole = false;
    return Object.fromEntries([...shown, ["…", `${entries.length - most} more names`]]);
  };
  return { value: clip(value), isWhole };
}
