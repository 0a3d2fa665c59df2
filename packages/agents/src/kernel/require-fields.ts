import { fieldGroups, type StateDeclaration } from "@tidemark/core-state";
import { agentErrors } from "./errors.ts";

/**
 * Throws `agents/missingFields` if a state lacks one of these fields. The error names the field groups that contain
 * them.
 */
export function requireFields(by: string, state: StateDeclaration, names: readonly string[]): void {
  const fields = names.filter((name) => !Object.hasOwn(state.fields, name));
  if (fields.length > 0) throw agentErrors.missingFields({ by, fields, groups: groupsOf(fields) });
}

/** Names of the field groups that declare one of these fields. */
export const groupsOf = (fields: readonly string[]): readonly string[] =>
  Object.entries(fieldGroups).flatMap(([group, members]) =>
    fields.some((name) => Object.hasOwn(members, name)) ? [group] : [],
  );
