import { isPlainList, isPlainRecord, type Plain } from "./plain-value.ts";

/** Proposed change in one value: the new value, or the edits inside of the old one. */
export function proposedValue(change: Plain | undefined): Plain | undefined {
  if (!isPlainRecord(change)) return change;
  const { value, patches } = change;
  // A merge proposes the whole value of the fork as an edit.
  const [only] = isPlainList(patches) && patches.length === 1 ? patches : [];
  const isWhole = isPlainRecord(only) && only["op"] === "replace" && only["path"] === "";
  return value ?? (isWhole ? only["value"] : patches) ?? change;
}
