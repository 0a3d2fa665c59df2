import { isWorkflowComplete, type WithWorkflowStatus } from "./is-workflow-complete.ts";
import { type FlowState, schedulerFlow } from "./scheduler-flow.ts";

/** LangGraph's name for the end of a graph, written out so that routing knows no graph. */
export const END_OF_FLOW = "__end__";

/** The nodes that the steps of the flow are carried out by. */
const nodeOf = {
  start: END_OF_FLOW,
  nl_parsing: "nl_parser",
  clarification: "request_clarification",
  query: "query",
  scheduling: "scheduling",
  resource_manager: "resource_manager",
  conflict_detection: "conflict_detection",
  resolution: "resolution",
  confirmation: "confirm_event",
} as const;

/** Where a workflow can go next. */
export type NextStep = (typeof nodeOf)[keyof typeof nodeOf];

/** The part of a state by which it is routed. */
export interface RoutedState extends FlowState, WithWorkflowStatus {}

/**
 * Says which node the workflow goes to from the step that it has reached.
 *
 * What cannot be understood, timed or equipped goes to `request_clarification`; a workflow that is complete, or at a
 * step that leads nowhere, ends.
 */
export function routeNextStep(state: RoutedState): NextStep {
  // A state that says nothing of its step is nowhere, not at the start.
  if (isWorkflowComplete(state) || state.control_current_step === undefined) return END_OF_FLOW;
  const next = schedulerFlow.next(state);
  return next.outcome === "end" ? END_OF_FLOW : nodeOf[next.step];
}
