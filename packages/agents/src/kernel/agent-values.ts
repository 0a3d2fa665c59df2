import type { AgentStateUpdate, AgentStateValue, StateDeclaration } from "@tidemark/core-state";

/** Values of an agent's state in which every field may be missing. */
export type AgentValues = Partial<AgentStateValue>;

/**
 * Leaves out the fields that a state does not declare: built-in nodes write more fields than every state has.
 *
 * @internal
 */
export const declaredOnly = (state: StateDeclaration, update: AgentStateUpdate): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(update).filter(([name]) => Object.hasOwn(state.fields, name)));
