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

/** One difference inside a value as a phrase, such as `item 3 removed: 90`. Values are written by a function. */
export function changePhrase(change: ValueChange, write: (value: Plain, of: "pair" | "single") => string): string {
  const place = placeText(change.path);
  if (change.op === "add") return `${place} added: ${write(change.after, "single")}`;
  if (change.op === "remove") return `${place} removed: ${write(change.before, "single")}`;
  if (change.op === "change") return `${place}: ${write(change.before, "pair")} → ${write(change.after, "pair")}`;
  const before = placeText([...change.path.slice(0, -1), change.from]);
  return `${before} is now item ${Number(change.path.at(-1)) + 1}: ${write(change.value, "single")}`;
}
