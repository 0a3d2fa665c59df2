import { type Touchable, transitionUpdate, type TransitionUpdate } from "@tidemark/state-manager";
import { flowErrors } from "./errors.ts";

/** The part of a state that says where its workflow is. */
export interface WithCurrentStep extends Touchable {
  readonly control_current_step: string;
}

/**
 * Gives the update that moves the workflow to another step and notes it in the audit log.
 *
 * `from` has to be the step at which the workflow is, otherwise `flow/wrongStep`. Whether the workflow is ready for
 * `to` is another question, which `validateStateTransition` answers.
 */
export function transitionWorkflowStep(
  state: WithCurrentStep,
  { from, to, now }: { readonly from: string; readonly to: string; readonly now: string },
): TransitionUpdate {
  const current = state.control_current_step;
  if (current !== from) throw flowErrors.wrongStep({ from, to, current });
  return transitionUpdate(state, { from, to, now });
}
