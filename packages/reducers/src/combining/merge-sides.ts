import { mergeCapabilityContextData } from "../contexts/merge-capability-context-data.ts";
import { max } from "../reducers/max.ts";
import { mergeDeep } from "../reducers/merge-deep.ts";
import { sum } from "../reducers/sum.ts";
import { type Combine, combineOf, combineRecords, type Sides } from "../values/combine.ts";
import { sameJson } from "../values/same-json.ts";

/**
 * Result of merging two sides of one field: the value of `ours` is `kept`, that of `theirs` is `taken`, both are `combined` by the reducer, or
 * they are in `conflict`.
 */
export type MergedSides =
  | { readonly how: "kept" | "taken" | "combined"; readonly value: unknown }
  | { readonly how: "conflict" };

/**
 * Merges what two threads did with a field since a step that they share.
 *
 * What only one side changed is taken. If both changed it, reducers of this package add what `theirs` changed to `ours`: `sum` and `max`
 * always, `append` and `appendUnique` if items were only added, and `mergeByKey`, `mergeDeep`, `upsertById` and context data if each side changed
 * other members. `compose` does so for each member. Different values of any other field are in conflict.
 */
export function mergeSides(reduce: unknown, sides: Sides): MergedSides {
  const { base, ours, theirs } = sides;
  if (sameJson(theirs, base)) return { how: "kept", value: ours };
  if (sameJson(ours, base)) return { how: "taken", value: theirs };
  const value = combine(reduce, sides);
  if (value === undefined) return sameJson(ours, theirs) ? { how: "kept", value: ours } : { how: "conflict" };
  return sameJson(value, ours) ? { how: "kept", value: ours } : { how: "combined", value };
}

function combine(reduce: unknown, sides: Sides): unknown {
  const rule = combineOf(reduce) ?? RULES.find(([known]) => known === reduce)?.[1] ?? null;
  return rule?.(sides, (inner, of) => {
    const merged = mergeSides(inner, of);
    return merged.how === "conflict" ? undefined : merged.value;
  });
}

/** Rules of the reducers that are not made by a function. A table, so that the reducers themselves need no side effect. */
const RULES: readonly (readonly [reduce: unknown, combine: Combine])[] = [
  [sum, (sides) => ofNumbers(sides, ({ base, ours, theirs }) => ours + (theirs - base))],
  [max, (sides) => ofNumbers(sides, ({ base, ours, theirs }) => (theirs < base ? undefined : Math.max(ours, theirs)))],
  [mergeDeep, (sides) => combineRecords(sides, Infinity)],
  [mergeCapabilityContextData, (sides) => combineRecords(sides, 1)],
];

function ofNumbers(
  { base, ours, theirs }: Sides,
  combined: (sides: Sides<number>) => number | undefined,
): number | undefined {
  const before = base ?? 0;
  if (typeof before !== "number" || typeof ours !== "number" || typeof theirs !== "number") return undefined;
  const next = combined({ base: before, ours, theirs });
  return Number.isFinite(next) ? next : undefined;
}
