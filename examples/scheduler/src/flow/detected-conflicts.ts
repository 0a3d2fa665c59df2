/** The part of a state that holds what stands against the proposal. */
export interface WithConflicts {
  readonly scheduler_detected_conflicts?:
    | { readonly hasConflicts?: boolean; readonly blockingConflicts?: readonly string[] }
    | null
    | undefined;
}

/** True when anything stands against the proposal, blocking or not. */
export const hasConflicts = (state: WithConflicts): boolean =>
  state.scheduler_detected_conflicts?.hasConflicts === true;

/** True when a conflict forbids confirmation. Only the list of blocking conflicts counts, not `hasConflicts`. */
export const hasBlockingConflicts = (state: WithConflicts): boolean =>
  (state.scheduler_detected_conflicts?.blockingConflicts?.length ?? 0) > 0;
