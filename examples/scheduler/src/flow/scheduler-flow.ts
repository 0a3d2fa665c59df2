import { defineFlow } from "tidemark";
import { getAgentConfidence, getAgentOutput } from "tidemark/conversation";
import { asksUndo } from "../domain/language/undo.ts";

/** How sure an agent has to be; a confidence equal to the threshold passes. */
export const confidenceThresholds = {
  /** Below it, nothing may be built on the output at all. */
  validation: 0.5,
  /** Below it, the user is asked before the workflow goes on. */
  routing: 0.7,
} as const;

/** The part of a state that holds what stands against the proposal. */
interface WithConflicts {
  readonly scheduler_detected_conflicts?:
    | { readonly hasConflicts?: boolean; readonly blockingConflicts?: readonly string[] }
    | null
    | undefined;
}

/** The part of a state by which the scheduler's flow goes on. */
export interface FlowState extends WithConflicts {
  readonly capability_context_data?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | null | undefined;
  readonly control_current_step?: string;
  readonly control_workflow_status?: string | null | undefined;
  readonly task_user_input?: string | null | undefined;
  readonly scheduler_parsed_event?: { readonly eventType?: string } | null | undefined;
  readonly scheduler_selected_time_slot?: object | null | undefined;
}

/** The way of a request, from the words of a person to the calendar. */
export const schedulerFlow = defineFlow<FlowState>()({
  start: "start",
  steps: {
    start: {
      next: [
        { to: "undo", when: asksToUndo, because: "it takes back the last change" },
        { to: "nl_parsing", because: "there is a request to be read" },
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
        { to: "resource_manager", when: hasTime, because: "there is a time for it" },
        { to: "request_clarification", because: "no time fits" },
      ],
    },
    resource_manager: {
      next: [
        { to: "request_clarification", when: lacksResources, because: "something that it needs is taken" },
        { to: "conflict_detection", because: "all that it needs is free" },
      ],
    },
    conflict_detection: {
      needs: lacksAgents,
      next: [
        { to: "resolution", when: hasConflicts, because: "something stands against it" },
        { to: "confirm_event", because: "nothing stands against it" },
      ],
    },
    resolution: { needs: lacksConflict },
    confirm_event: {},
  },
});

/** The steps of the flow, and the end of the turn. */
export type Step = (typeof schedulerFlow.steps)[number] | "close_turn";

/** The node that carries out a step; all but one have the name of their step. */
export const nodeOf = (step: Step): string => (step === "nl_parsing" ? "nl_parser" : step);

/** Says which step comes next; a workflow that is complete, or at a step that leads nowhere, closes the turn. */
export function nextStep(state: FlowState): Step {
  // A state that says nothing of its step is nowhere, not at the start.
  if (isWorkflowComplete(state) || state.control_current_step === undefined) return "close_turn";
  const next = schedulerFlow.next(state);
  return next.outcome === "end" ? "close_turn" : next.step;
}

const COMPLETE: ReadonlySet<unknown> = new Set(["completed", "failed", "awaiting_user"]);

/** True when nothing is left to do in this turn: the workflow is done, has failed, or waits for the user. */
export const isWorkflowComplete = (state: Pick<FlowState, "control_workflow_status">): boolean =>
  COMPLETE.has(state.control_workflow_status);

/** True when anything stands against the proposal, blocking or not. */
export function hasConflicts(state: WithConflicts): boolean {
  return state.scheduler_detected_conflicts?.hasConflicts === true;
}

/** True when a conflict forbids confirmation. Only the list of blocking conflicts counts, not `hasConflicts`. */
export const hasBlockingConflicts = (state: WithConflicts): boolean =>
  (state.scheduler_detected_conflicts?.blockingConflicts?.length ?? 0) > 0;

function asksToUndo(state: FlowState): boolean {
  return asksUndo(state.task_user_input ?? "");
}

/** Without an output nothing was understood, which is a confidence of 0. */
function isUnsure(state: FlowState): boolean {
  return (getAgentConfidence(state, "nl_parser") ?? 0) < confidenceThresholds.routing;
}

function asksSomething(state: FlowState): boolean {
  const intent = state.scheduler_parsed_event?.eventType ?? getAgentOutput(state, "nl_parser")?.data["eventType"];
  return intent === "query";
}

/** True when a time was chosen or can be; pruning empties the candidates once one was chosen. */
function hasTime(state: FlowState): boolean {
  const candidates = getAgentOutput(state, "scheduling")?.data["candidateTimes"];
  return (state.scheduler_selected_time_slot ?? null) !== null || (Array.isArray(candidates) && candidates.length > 0);
}

/** True when the resource manager said so; a missing answer counts as available. */
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
