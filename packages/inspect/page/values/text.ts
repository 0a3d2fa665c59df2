import { isPlainList, type Plain } from "../../src/values/plain-value.ts";
import { durationText } from "../../src/history/step-text.ts";
import type { WindowedValue } from "../../src/values/value-window.ts";
import { visibleText } from "../../src/values/visible-text.ts";
import { countedValue } from "./merged-parts.ts";

export { countedText, durationText, ranText, timeText } from "../../src/history/step-text.ts";

/** A moment relative to now. */
export function agoText(at: string | null, now: number): string {
  if (at === null) return "";
  const passed = now - Date.parse(at);
  if (passed < 5_000) return "now";
  return passed < 60_000 ? `${Math.floor(passed / 1_000)} s ago` : `${durationText(passed)} ago`;
}

/** The exact moment, in the time zone of the reader. */
export const exactText = (at: string | null): string => (at === null ? "" : new Date(at).toLocaleString());

const EARLIER = /^… \((?<count>\d+) earlier items\)$/;

/** A list without the text that counts the items which were left out. */
export function listParts(list: readonly Plain[]): { readonly items: readonly Plain[]; readonly earlier: number } {
  const [first] = list;
  const count = typeof first === "string" ? EARLIER.exec(first)?.groups?.["count"] : undefined;
  return count === undefined ? { items: list, earlier: 0 } : { items: list.slice(1), earlier: Number(count) };
}

/** Number of items of a list, with those that were left out. */
function sizeText(list: readonly Plain[]): string {
  const { items, earlier } = listParts(list);
  return countText(items.length + earlier, "item");
}

/** A value in one line. */
export const previewText = (value: Plain | undefined, length = 160): string => visibleText(lineText(value, length));

function lineText(value: Plain | undefined, length: number): string {
  if (value === undefined) return "–";
  if (typeof value === "string") return value.length > length ? `${value.slice(0, length)}…` : value || '""';
  if (isPlainList(value) && value.length > 3) return sizeText(value);
  // Names without quotes, as in a program. Quotes inside of a text are escaped, so they do not match.
  const text = JSON.stringify(value).replaceAll(
    /([{,])"([A-Za-z_$][\w$]*)":/g,
    (_, sign: string, name: string) => `${sign}${sign === "," ? " " : ""}${name}: `,
  );
  if (text.length <= length) return text;
  if (isPlainList(value)) return sizeText(value);
  return `${text.slice(0, length)}…`;
}

/** A value of which windows may be shown, in one line, with the number of all items. */
export function windowText(shown: WindowedValue, length = 160): string {
  const root = shown.windows.find(({ path }) => path.length === 0);
  if (root !== undefined && isPlainList(shown.value)) return countText(root.total, "item");
  return previewText(countedValue(shown), length);
}

/** A number with its noun. */
export const countText = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/** A number of bytes in the largest unit that has a meaning. */
export function bytesText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(bytes < 10_000 ? 1 : 0)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A text that begins a line. */
export const upperText = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
