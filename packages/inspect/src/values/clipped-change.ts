import { clipValue } from "./clipped-value.ts";
import type { Plain } from "./plain-value.ts";
import type { ValueChange } from "./value-diff.ts";

const clip = (value: Plain): Plain => clipValue(value, { text: 5_000, items: 100, parts: 500 }).value;

/** A change with parts that fit on a page. */
export function clipChange(change: ValueChange): ValueChange {
  if (change.op === "add") return { ...change, after: clip(change.after) };
  if (change.op === "remove") return { ...change, before: clip(change.before) };
  if (change.op === "move") return { ...change, value: clip(change.value) };
  return { ...change, before: clip(change.before), after: clip(change.after) };
}
