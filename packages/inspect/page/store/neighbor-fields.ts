import type { ThreadStep } from "../../src/history/thread-steps.ts";
import type { FieldAtStep } from "../../src/reader/answers.ts";

/** Fields that differ between two neighbors. Null if they are not neighbors. */
export function differing(one: ThreadStep, other: ThreadStep): readonly string[] | null {
  if (one.parent !== other.id && other.parent !== one.id) return null;
  return [...new Set([...one.changed, ...other.changed])];
}

/** A field as it is at a neighbor that did not change it. */
export function withoutChange({
  before: _before,
  changes: _changes,
  moreChanges: _more,
  ...each
}: FieldAtStep): FieldAtStep {
  return { ...each, changed: false };
}

/** Changed fields first, those of the application before those of Tidemark. */
export const rankOf = ({ changed, isInfrastructure }: FieldAtStep): number =>
  (changed ? 0 : 2) + (isInfrastructure ? 1 : 0);
