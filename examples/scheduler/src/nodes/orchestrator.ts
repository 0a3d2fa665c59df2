import { getAgentData } from "../flow/get-agent-output.ts";
import { END_OF_FLOW, type NextStep, routeNextStep } from "../flow/route-next-step.ts";
import { shouldRetry } from "../flow/should-retry.ts";
import { transitionWorkflowStep } from "../flow/transition-workflow-step.ts";
import { validateStateTransition } from "../flow/validate-state-transition.ts";
import { draftEvent } from "../domain/scheduling/draft.ts";
import { ConflictDetectionData } from "../domain/conflict.ts";
import type { ProposedEvent } from "../domain/proposed-event.ts";
import type { SchedulerServices } from "../services.ts";
import type { SchedulerUpdate, SchedulerValue } from "../state.ts";
import type { SchedulerNode } from "./agent-node.ts";
import { rootNode } from "./root-node.ts";

/** Where the graph can go from here. */
export type Destination = Exclude<NextStep, typeof END_OF_FLOW> | "close_turn";

/** The step that a workflow is at once the node ran; the names are those of the routing table. */
const STEP_OF: Readonly<Record<Destination, string>> = {
  nl_parser: "nl_parsing",
  scheduling: "scheduling",
  resource_manager: "resource_manager",
  conflict_detection: "conflict_detection",
  resolution: "resolution",
  query: "query",
  request_clarification: "request_clarification",
  confirm_event: "confirm_event",
  close_turn: "close_turn",
};

/** The node that a step belongs to, to try it again. */
const NODE_OF = new Map(Object.entries(STEP_OF).map(([node, step]) => [step, node]));

/**
 * The hub: after every agent it decides who is next, drafts the proposal once there is a time, and keeps the audit log.
 *
 * It is the root: the only writer of the proposal and of the workflow's own fields.
 */
export function orchestrator({ calendar, clock, ids }: SchedulerServices): SchedulerNode {
  return rootNode((values: SchedulerValue) => {
    const now = clock.now();
    if (values.control_has_error) return retryOrFail(values, now);
    const atSlot = values.control_current_step === "scheduling";
    const proposed = atSlot ? draft(values, { calendar, now, eventId: ids.next() }) : values.scheduler_proposed_event;
    const next = nextNode({ ...values, scheduler_proposed_event: proposed });
    return {
      ...transitionWorkflowStep(values, { from: values.control_current_step, to: STEP_OF[next], now }),
      ...(proposed !== values.scheduler_proposed_event && { scheduler_proposed_event: proposed }),
      ...validated(values, next),
      control_next_action: next,
      ...(values.control_retry_count > 0 && { control_retry_count: 0 }),
      ...(values.scheduler_pending_request !== null &&
        next !== "request_clarification" &&
        next !== "nl_parser" &&
        closedQuestion),
    };
  });
}

const closedQuestion: SchedulerUpdate = {
  scheduler_pending_request: null,
  control_clarification_needed: false,
  control_clarification_count: 0,
  control_missing_context: [],
};

/** The routing table, with what an application adds to it: questions for what is missing, and the way on to a person. */
export function nextNode(values: SchedulerValue): Destination {
  const routed = routeNextStep(values);
  const step = values.control_current_step;
  // What is taken is a conflict like any other, and for conflicts there are ways out, which help more than a question.
  if (step === "resource_manager" && routed === "request_clarification") return "conflict_detection";
  if (step === "nl_parsing" && (values.scheduler_parsed_event?.missing.length ?? 0) > 0) return "request_clarification";
  if (step === "resolution") return "confirm_event";
  if (routed === "confirm_event" && values.scheduler_proposed_event === null) return "request_clarification";
  if (routed === "resolution" && !blocked(values)) return "confirm_event";
  if (routed === END_OF_FLOW) return "close_turn";
  return validateStateTransition(values, routed).valid ? routed : "request_clarification";
}

const blocked = (values: SchedulerValue): boolean =>
  (getAgentData(values, "conflict_detection", ConflictDetectionData)?.blockingConflicts.length ?? 0) > 0;

function draft(
  values: SchedulerValue,
  context: { readonly calendar: SchedulerServices["calendar"]; readonly now: string; readonly eventId: string },
): ProposedEvent | null {
  const slot = values.scheduler_selected_time_slot;
  if (values.scheduler_parsed_event === null || slot === null) return null;
  return draftEvent(values.scheduler_parsed_event, {
    calendar: context.calendar,
    slot: { start: slot.startTime, end: slot.endTime },
    // Another time for the same proposal keeps its id.
    eventId: values.scheduler_proposed_event?.eventId ?? context.eventId,
    now: context.now,
    createdBy: values.runtime_user_id ?? "household",
  });
}

/** proposed → validated, once nothing speaks against it any more than a person may accept. */
function validated(values: SchedulerValue, next: Destination): SchedulerUpdate {
  const proposed = values.scheduler_proposed_event;
  if (next !== "confirm_event" || proposed === null || proposed.status !== "proposed" || blocked(values)) return {};
  return { scheduler_proposed_event: { ...proposed, status: "validated" } };
}

function retryOrFail(values: SchedulerValue, now: string): SchedulerUpdate {
  const again = NODE_OF.get(values.control_current_step);
  if (again !== undefined && shouldRetry(values, values.control_max_retries)) {
    return {
      control_has_error: false,
      control_retry_count: values.control_retry_count + 1,
      control_next_action: again,
      runtime_updated_at: now,
    };
  }
  const message = values.control_errors.at(-1)?.message ?? "Something went wrong.";
  return { control_workflow_status: "failed", execution_final_answer: message, control_next_action: "close_turn" };
}

/** Reads where the orchestrator decided to go; used as the graph's one conditional edge out of it. */
export const chosenDestination = (values: SchedulerValue): string => values.control_next_action ?? "close_turn";
