import { isPlainList, isPlainRecord, type Plain } from "../../src/values/plain-value.ts";
import { changesPhrase } from "../../src/values/change-phrase.ts";
import { diffValues, type ValueChange } from "../../src/values/value-diff.ts";
import { messageText, messageType } from "../../src/history/messages.ts";
import { listParts, previewText } from "./text.ts";

const isBranch = (value: Plain | undefined): boolean => isPlainRecord(value) || isPlainList(value);

/** What changed inside a list or a record, in one line. Null for other values, which are shown before and after. */
export function changeText(before: Plain | undefined, after: Plain | undefined): string | null {
  if (!isBranch(before) || !isBranch(after)) return null;
  return changesText(
    isPlainList(before) && isPlainList(after) ? listChanges(before, after) : diffValues(before, after),
  );
}

/** Differences of two lists whose earlier items may be left out. Items that only one of them shows are not compared. */
function listChanges(before: readonly Plain[], after: readonly Plain[]): readonly ValueChange[] {
  const [old, current] = [listParts(before), listParts(after)];
  const earlier = Math.max(old.earlier, current.earlier);
  const changes = diffValues(old.items.slice(earlier - old.earlier), current.items.slice(earlier - current.earlier));
  if (earlier === 0) return changes;
  return changes.map((change) => {
    const [first = 0, ...inside] = change.path;
    const path = [typeof first === "number" ? first + earlier : first, ...inside];
    return change.op === "move" && inside.length === 0
      ? { ...change, path, from: change.from + earlier }
      : { ...change, path };
  });
}

/** Changes in one line, with the number of further ones. Null for none, and for one that is not inside of the value. */
export const changesText = (changes: readonly ValueChange[], further = 0): string | null =>
  changesPhrase(changes, further, partText);

/** A part of a value. Of a message, its text. */
function partText(value: Plain, of: "pair" | "single"): string {
  if (of === "pair") return previewText(value, 40);
  if (messageType(value) === null) return previewText(value, 80);
  const text = messageText(value).slice(0, 80);
  return text === "" ? callsText(value) : text;
}

/** What a message without a text asks for. */
function callsText(message: Plain): string {
  const calls = isPlainRecord(message) ? message["tool_calls"] : null;
  const names = isPlainList(calls)
    ? calls.flatMap((call) => (isPlainRecord(call) && typeof call["name"] === "string" ? [call["name"]] : []))
    : [];
  return names.length === 0 ? "no text" : `calls ${names.join(", ")}`;
}
