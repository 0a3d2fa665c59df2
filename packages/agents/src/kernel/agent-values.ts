import type { StateDeclaration } from "@tidemark/core-state";
import type { NodeFailure, SeedStateUpdate, SeedStateValue } from "@tidemark/core-state/internal";

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

/**
 * Adds the flags that a graph without a plan does not store: they follow from its last result and its failure.
 *
 * A state that declares a flag always has a value for it.
 *
 * @internal
 */
export function withFlags<Values extends AgentValues>(values: Values): Values {
  if (values.control_has_error !== undefined || values.control_error_info === undefined) return values;
  const { control_error_info: failure, execution_last_result: result } = values;
  const reason: unknown = failure?.node === STOPPED ? (failure.classification.userMessage ?? null) : null;
  const isKilled = typeof reason === "string";
  return {
    control_last_agent: result?.capability ?? null,
    ...values,
    control_has_error: failure !== null && !isKilled,
    control_is_killed: isKilled,
    control_kill_reason: reason,
    control_error_info: isKilled ? null : failure,
  };
}

/**
 * Stores a stop as a failure in a state without the flags of a stop.
 *
 * @internal
 */
export function withStoredStop(state: StateDeclaration, update: SeedStateUpdate, now: string): SeedStateUpdate {
  const isStop = update.control_is_killed === true && !Object.hasOwn(state.fields, "control_is_killed");
  if (!isStop) return update;
  const userMessage = update.control_kill_reason ?? "no reason was given";
  const classification = { severity: "fatal" as const, userMessage };
  const failure: NodeFailure = { node: STOPPED, classification, originalError: userMessage, timestamp: now };
  return { ...update, control_error_info: failure };
}

/** Node of a failure that is a stop. No node has this name. */
const STOPPED = "(stopped)";
