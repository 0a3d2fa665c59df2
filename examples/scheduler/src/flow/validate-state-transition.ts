import type { WithConflicts } from "./detected-conflicts.ts";
import type { WithAgentOutputs } from "@tidemark/state-manager";
import { schedulerFlow } from "./scheduler-flow.ts";

/** Whether the workflow may go to a step, and if not, why. */
export type TransitionCheck = { readonly valid: true } | { readonly valid: false; readonly reason: string };

/**
 * Says whether the state holds what a step needs; steps that need nothing are always valid.
 *
 * `scheduling` needs a parsed request with a confidence of at least 0.5, `conflict_detection` the outputs of the three
 * agents before it, `resolution` a conflict.
 */
export function validateStateTransition(state: WithAgentOutputs & WithConflicts, nextStep: string): TransitionCheck {
  const check = schedulerFlow.check(state, nextStep);
  return check.allowed ? { valid: true } : { valid: false, reason: check.reason };
}
