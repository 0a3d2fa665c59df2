/** The part of a state that says how its workflow stands. */
export interface WithWorkflowStatus {
  readonly control_workflow_status?: string | null | undefined;
}

const complete: ReadonlySet<unknown> = new Set(["completed", "failed", "awaiting_user"]);

/** True when nothing is left to do in this turn: the workflow is done, has failed, or waits for the user. */
export const isWorkflowComplete = (state: WithWorkflowStatus): boolean => complete.has(state.control_workflow_status);
