import { isPlainList, isPlainRecord, type Plain } from "../../src/values/plain-value.ts";
import { diffValues, type ValueChange } from "../../src/values/value-diff.ts";
import { messageText, messageType } from "../../src/history/messages.ts";
import { previewText } from "./text.ts";

/** Maximum number of changes in one line. */
const MAX_CHANGES = 3;

const isBranch = (value: Plain | undefined): boolean => isPlainRecord(value) || isPlainList(value);

/** What changed inside a list or a record, in one line. Null for other values, which are shown before and after. */
export function changeText(before: Plain | undefined, after: Plain | undefined): string | null {
  return isBranch(before) && isBranch(after) ? changesText(diffValues(before, after)) : null;
}

/** Changes in one line, with the number of further ones. Null for none, and for one that is not inside of the value. */
export function changesText(changes: readonly ValueChange[], further = 0): string | null {
  if (!changes.some(({ path }) => path.length > 0)) return null;
  const shown = changes.slice(0, MAX_CHANGES).map(oneChange);
  const more = changes.length - shown.length + further;
  return `${shown.join(" · ")}${more > 0 ? ` · ${more} more` : ""}`;
}

function oneChange(change: ValueChange): string {
  const place = change.path.join(".");
  if (change.op === "add") return `+ ${named(place, change.after)}`;
  if (change.op === "remove") return `− ${named(place, change.before)}`;
  if (change.op === "move") return `${named(place, change.value)} moved from ${change.from} to ${change.path.at(-1)}`;
  return `${place} ${previewText(change.before, 40)} → ${previewText(change.after, 40)}`;
}

/** A value with its name, or with its position in a list left out. */
function named(place: string, value: Plain): string {
  const text = messageType(value) === null ? previewText(value, 80) : messageText(value).slice(0, 80);
  return /(?:^|[.])\d+$/.test(place) ? text : `${place} ${text}`;
}
