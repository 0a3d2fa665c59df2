import type { SeedStateValue, StateDeclaration } from "@tidemark/core-state";

/** Values of an agent's state in which every field may be missing. */
export type AgentValues = Partial<SeedStateValue>;

/**
 * Leaves out the fields that a state does not declare: built-in nodes write more fields than every state has.
 *
 * @internal
 */
export const declaredOnly = (state: StateDeclaration, update: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(update).filter(([name]) => Object.hasOwn(state.fields, name)));

/** True when other agents have to be chosen. Without the flag, which is a field of `SeedState`, the reason says so. */
export const needsReclassification = (values: AgentValues): boolean =>
  values.control_needs_reclassification ?? (values.control_reclassification_reason ?? null) !== null;
