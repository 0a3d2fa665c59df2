import type { SeedStateValue, StateDeclaration } from "@tidemark/core-state";

/** Values of an agent's state in which every field may be missing. */
export type AgentValues = Partial<SeedStateValue>;

/**
 * Removes fields that a state does not declare. Built-in nodes write more fields than every state has.
 *
 * @internal
 */
export const declaredOnly = (state: StateDeclaration, update: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(update).filter(([name]) => Object.hasOwn(state.fields, name)));

/** True when agents must be selected again. Without the flag, a field of `SeedState`, the stored reason decides. */
export const needsReclassification = (values: AgentValues): boolean =>
  values.control_needs_reclassification ?? (values.control_reclassification_reason ?? null) !== null;
