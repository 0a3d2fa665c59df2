import { hasConflicts, type WithConflicts } from "./detected-conflicts.ts";
import { getAgentConfidence, getAgentOutput, type WithAgentOutputs } from "./get-agent-output.ts";
import { isWorkflowComplete, type WithWorkflowStatus } from "./is-workflow-complete.ts";
import { confidenceThresholds } from "./thresholds.ts";

/** LangGraph's name for the end of a graph, written out so that routing knows no graph. */
export const END_OF_FLOW = "__end__";

/** Where a workflow can go next. */
export type NextStep =
  | "nl_parser"
  | "request_clarification"
  | "query"
  | "scheduling"
  | "resource_manager"
  | "conflict_detection"
  | "resolution"
  | "confirm_event"
  | typeof END_OF_FLOW;

/** The part of a state by which it is routed. */
export interface RoutedState extends WithAgentOutputs, WithConflicts, WithWorkflowStatus {
  readonly control_current_step?: string;
  readonly scheduler_parsed_event?: { readonly eventType?: string } | null | undefined;
  readonly scheduler_selected_time_slot?: object | null | undefined;
}

/**
 * Says where the workflow goes from the step that it has reached.
 *
 * What cannot be understood, timed or equipped goes to `request_clarification`; a workflow that is complete, or at a
 * step that leads nowhere, ends.
 */
export function routeNextStep(state: RoutedState): NextStep {
  if (isWorkflowComplete(state)) return END_OF_FLOW;
  switch (state.control_current_step) {
    case "start":
      return "nl_parser";
    case "nl_parsing":
      return afterParsing(state);
    case "scheduling":
      return hasTime(state) ? "resource_manager" : "request_clarification";
    case "resource_manager":
      return lacksResources(state) ? "request_clarification" : "conflict_detection";
    case "conflict_detection":
      return hasConflicts(state) ? "resolution" : "confirm_event";
    case undefined:
    default:
      return END_OF_FLOW;
  }
}

function afterParsing(state: RoutedState): NextStep {
  // Without an output nothing was understood, which is a confidence of 0.
  const confidence = getAgentConfidence(state, "nl_parser") ?? 0;
  if (confidence < confidenceThresholds.routing) return "request_clarification";
  const intent = state.scheduler_parsed_event?.eventType ?? getAgentOutput(state, "nl_parser")?.data["eventType"];
  return intent === "query" ? "query" : "scheduling";
}

/** True when a time was chosen or can be; pruning empties the candidates once one was chosen. */
function hasTime(state: RoutedState): boolean {
  const candidates = getAgentOutput(state, "scheduling")?.data["candidateTimes"];
  return (state.scheduler_selected_time_slot ?? null) !== null || (Array.isArray(candidates) && candidates.length > 0);
}

/** True when the resource manager said so; a missing answer counts as available. */
const lacksResources = (state: RoutedState): boolean =>
  getAgentOutput(state, "resource_manager")?.data["allResourcesAvailable"] === false;
