import type { Field, StateDeclaration } from "@tidemark/core-state";
import { isFrameworkField } from "@tidemark/core-state/internal";

/** A field and its update. */
export type FieldWrite = readonly [field: string, update: unknown];

/** Turn and field versions that a proposal is based on. */
export interface WithVersions {
  readonly runtime_turn_id?: string | null | undefined;
  readonly runtime_field_versions?: Readonly<Record<string, number>> | undefined;
}

/**
 * Returns the next version of each field that was written without a commit, or null when none of them has versions. A field that was
 * written twice is raised by two.
 *
 * A field with the owner "any" and a reducer has no versions, because a reducer accepts every write and no proposal can be
 * stale. Messages and the fields that the framework itself owns have no versions either.
 *
 * @internal
 */
export function raisedVersions(
  state: StateDeclaration,
  written: readonly string[],
  { runtime_field_versions: versions = {} }: WithVersions,
): Readonly<Record<string, number>> | null {
  const raised: Record<string, number> = {};
  let any = false;
  for (const name of written) {
    const declared = Object.hasOwn(state.fields, name) ? state.fields[name] : undefined;
    if (declared === undefined || !hasVersions(declared)) continue;
    raised[name] = (raised[name] ?? versions[name] ?? 0) + 1;
    any = true;
  }
  return any ? raised : null;
}

/** True for a field whose writes raise its version. */
export const hasVersions = (declared: Field): boolean =>
  declared.holds !== "messages" &&
  !(declared.owner === "runtime" && isFrameworkField(declared)) &&
  !(declared.owner === "any" && declared.reducer !== undefined);
