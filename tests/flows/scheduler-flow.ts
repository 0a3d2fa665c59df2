import { defineFlow, getAgentConfidence, getAgentOutput } from "tidemark/agents";

/** Minimum confidence of agents; a confidence equal to the threshold passes. */
const confidenceThresholds = {
  /** Below this, the output is not used at all. */
  validation: 0.5,
  /** Below this, the user is asked first. */
  routing: 0.7,
};

/** State with the conflicts of the proposal. */
interface WithConflicts {
  readonly scheduler_detected_conflicts?:
    | { readonly hasConflicts?: boolean; readonly blockingConflicts?: readonly string[] }
    | null
    | undefined;
}

/** State that the flow reads. */
export interface FlowState extends WithConflicts {
  readonly capability_context_data?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | null | undefined;
  readonly control_current_step?: string;
  readonly control_workflow_status?: string | null | undefined;
  readonly task_user_input?: string | null | undefined;
  readonly scheduler_parsed_event?: { readonly eventType?: string } | null | undefined;
  readonly scheduler_selected_time_slot?: object | null | undefined;
}

/** The flow of a scheduler: the path of a request through its agents, from typed text to the calendar. */
export const schedulerFlow = defineFlow<FlowState>()({
  start: "start",
  steps: {
    start: {
      next: [
        { to: "undo", when: asksToUndo, because: "it undoes the last change" },
        { to: "nl_parsing", because: "a request must be parsed" },
      ],
    },
    undo: {},
    nl_parsing: {
      next: [
        { to: "request_clarification", when: isUnsure, because: "the request is not clear enough" },
        { to: "query", when: asksSomething, because: "it asks about the calendar" },
        { to: "scheduling", because: "it changes the calendar" },
      ],
    },
    query: {},
    request_clarification: {},
    scheduling: {
      needs: lacksParsing,
      next: [
        { to: "resource_manager", when: hasTime, because: "a time was found" },
        { to: "request_clarification", because: "no time fits" },
      ],
    },
    resource_manager: {
      next: [
        { to: "request_clarification", when: lacksResources, because: "a required resource is in use" },
        { to: "conflict_detection", because: "all required resources are free" },
      ],
    },
    conflict_detection: {
      needs: lacksAgents,
      next: [
        { to: "resolution", when: hasConflicts, because: "there are conflicts" },
        { to: "confirm_event", because: "no conflicts were found" },
      ],
    },
    resolution: { needs: lacksConflict },
    confirm_event: {},
  },
});

/** Steps of the flow, and the end of the turn. */
export type Step = (typeof schedulerFlow.steps)[number] | "close_turn";

/** Node of a step; only `nl_parsing` has a different name. */
export const nodeOf = (step: Step): string => (step === "nl_parsing" ? "nl_parser" : step);

/** Next step of the flow; a complete workflow, or a step without a successor, closes the turn. */
export function nextStep(state: FlowState): Step {
  // A state without a step is not at the start.
  if (isWorkflowComplete(state) || state.control_current_step === undefined) return "close_turn";
  const next = schedulerFlow.next(state);
  return next.outcome === "end" ? "close_turn" : next.step;
}

const COMPLETE: ReadonlySet<unknown> = new Set(["completed", "failed", "awaiting_user"]);

/** True when the turn is done: the workflow completed, failed, or waits for the user. */
export const isWorkflowComplete = (state: Pick<FlowState, "control_workflow_status">): boolean =>
  COMPLETE.has(state.control_workflow_status);

/** True for any conflict, blocking or not. */
export function hasConflicts(state: WithConflicts): boolean {
  return state.scheduler_detected_conflicts?.hasConflicts === true;
}

/** True for conflicts that block the confirmation. Only `blockingConflicts` counts, not `hasConflicts`. */
export const hasBlockingConflicts = (state: WithConflicts): boolean =>
  (state.scheduler_detected_conflicts?.blockingConflicts?.length ?? 0) > 0;

function asksToUndo(state: FlowState): boolean {
  return state.task_user_input === "undo";
}

/** Without an output the confidence is 0. */
function isUnsure(state: FlowState): boolean {
  return (getAgentConfidence(state, "nl_parser") ?? 0) < confidenceThresholds.routing;
}

function asksSomething(state: FlowState): boolean {
  const intent = state.scheduler_parsed_event?.eventType ?? getAgentOutput(state, "nl_parser")?.data["eventType"];
  return intent === "query";
}

/** True when a time was chosen or can be chosen; pruning empties the candidates after the choice. */
function hasTime(state: FlowState): boolean {
  const candidates = getAgentOutput(state, "scheduling")?.data["candidateTimes"];
  return (state.scheduler_selected_time_slot ?? null) !== null || (Array.isArray(candidates) && candidates.length > 0);
}

/** True when the resource manager reported it; a missing output counts as available. */
function lacksResources(state: FlowState): boolean {
  return getAgentOutput(state, "resource_manager")?.data["allResourcesAvailable"] === false;
}

function lacksParsing(state: FlowState): string | null {
  const confidence = getAgentOutput(state, "nl_parser")?.confidence;
  if (confidence === undefined) return "NL Parser output required for scheduling";
  return confidence < confidenceThresholds.validation ? `NL Parser confidence too low: ${confidence}` : null;
}

function lacksAgents(state: FlowState): string | null {
  const required = ["nl_parser", "scheduling", "resource_manager"];
  const missing = required.filter((agent) => getAgentOutput(state, agent) === null);
  return missing.length === 0 ? null : `Missing required agents: [${missing.map((agent) => `'${agent}'`).join(", ")}]`;
}

function lacksConflict(state: FlowState): string | null {
  if (getAgentOutput(state, "conflict_detection") === null) return "Conflict Detection output required for resolution";
  return hasConflicts(state) ? null : "No conflicts detected, resolution not needed";
}

/** State with the latest errors and retries. */
export interface WithErrors {
  readonly control_errors?: readonly { readonly retryable?: boolean }[] | null | undefined;
  readonly control_retry_count?: number | undefined;
}

/**
 * True when a retry can help and is still allowed.
 *
 * Only the last error counts, and only if it is marked as retryable. The caller increments `control_retry_count`.
 */
export function shouldRetry(state: WithErrors, maxRetries = 3): boolean {
  const last = state.control_errors?.at(-1);
  return last?.retryable === true && (state.control_retry_count ?? 0) < maxRetries;
}
