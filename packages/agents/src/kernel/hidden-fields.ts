import type { StateDeclaration } from "@tidemark/core-state";

/**
 * Names of state fields with `ui: false`.
 *
 * @internal
 */
export const hiddenFields = (state: StateDeclaration | undefined): readonly string[] =>
  Object.entries(state?.fields ?? {}).flatMap(([name, { ui }]) => (ui === false ? [name] : []));
