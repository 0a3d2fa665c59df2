import type { Plain } from "./plain-value.ts";
import type { ValueChange, ValuePath } from "./value-diff.ts";

/** Place of a part inside a value, in words. The first item of a list is item 1. */
export const placeText = (path: ValuePath): string =>
  path.reduce<string>((before, key, index) => {
    const isItem = typeof key === "number" || typeof path[index - 1] === "number";
    const part = typeof key === "number" ? `item ${key + 1}` : key;
    return before === "" ? part : `${before}${isItem ? ", " : "."}${part}`;
  }, "");

/** True for a change of an item of a list, or inside one. */
export const isInList = ({ path }: ValueChange): boolean => path.some((key) => typeof key === "number");

/** Maximum number of changes in one line. */
const MAX_CHANGES = 3;

/** Differences inside a value in one line, with the number of further ones. Null for none, and for one that is not inside of the value. */
export function changesPhrase(
  changes: readonly ValueChange[],
  further: number,
  write: (value: Plain, of: "pair" | "single") => string,
): string | null {
  if (!changes.some(({ path }) => path.length > 0)) return null;
  const shown = changes.slice(0, MAX_CHANGES).map((change) => changePhrase(change, write));
  const more = changes.length - shown.length + further;
  return `${shown.join(" · ")}${more > 0 ? ` · ${more} more` : ""}`;
}

/** One difference inside a value as a phrase, such as `item 3 removed: 90`. Values are written by a function. */
export function changePhrase(change: ValueChange, write: (value: Plain, of: "pair" | "single") => string): string {
  const place = placeText(change.path);
  if (change.op === "add") return `${place} added: ${write(change.after, "single")}`;
  if (change.op === "remove") return `${place} removed: ${write(change.before, "single")}`;
  if (change.op === "change") return `${place}: ${write(change.before, "pair")} → ${write(change.after, "pair")}`;
  const before = placeText([...change.path.slice(0, -1), change.from]);
  return `${before} is now item ${Number(change.path.at(-1)) + 1}: ${write(change.value, "single")}`;
}
