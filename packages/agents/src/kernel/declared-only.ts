import type { StateDeclaration } from "@tidemark/core-state";

/**
 * Removes the fields that a state does not declare: built-in nodes write more fields than every state has.
 *
 * @internal
 */
export const declaredOnly = (state: StateDeclaration, update: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(update).filter(([name]) => Object.hasOwn(state.fields, name)));
