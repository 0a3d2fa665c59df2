import { clipValue, type ClipLimits } from "./clipped-value.ts";
import type { Plain } from "./plain-value.ts";
import type { ValueChange } from "./value-diff.ts";

/** Limits of the values of a change that is shown by itself. */
const LARGE: ClipLimits = { text: 5_000, items: 100, parts: 500 };

/** Limits of the values of a change that is shown in one line. */
const BRIEF: ClipLimits = { text: 300, items: 10, parts: 40 };

/** A change with parts that fit on a page. */
export const clipChange = (change: ValueChange): ValueChange => clipped(change, LARGE);

/** A change with parts that fit in a line. */
export const briefChange = (change: ValueChange): ValueChange => clipped(change, BRIEF);

function clipped(change: ValueChange, limits: ClipLimits): ValueChange {
  const clip = (value: Plain): Plain => clipValue(value, limits).value;
  if (change.op === "add") return { ...change, after: clip(change.after) };
  if (change.op === "remove") return { ...change, before: clip(change.before) };
  if (change.op === "move") return { ...change, value: clip(change.value) };
  return { ...change, before: clip(change.before), after: clip(change.after) };
}
