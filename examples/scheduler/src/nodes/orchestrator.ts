import { getAgentData } from "@tidemark/state-manager";
import { END_OF_FLOW, type NextStep, routeNextStep } from "../flow/route-next-step.ts";
import { shouldRetry } from "../flow/should-retry.ts";
import { transitionWorkflowStep } from "../flow/transition-workflow-step.ts";
import { validateStateTransition } from "../flow/validate-state-transition.ts";
import { givesUp } from "../domain/language/complete-pending.ts";
import { ConflictDetectionData } from "../domain/conflict.ts";
import type { SchedulerServices } from "../services.ts";
import type { SchedulerValue } from "../state.ts";
import { type SchedulerNode, UNEXPECTED } from "./agent-node.ts";
import { draftProposal } from "./draft-proposal.ts";
import { rootNode, type RootUpdate } from "./root-node.ts";

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
    const proposed = atSlot
      ? draftProposal(values, {
          calendar,
          now,
          // Another time for the same proposal keeps its id.
          eventId: values.scheduler_proposed_event?.eventId ?? ids.next(),
        })
      : values.scheduler_proposed_event;
    const next = nextNode({ ...values, scheduler_proposed_event: proposed });
    const dropped = next === "close_turn" && values.control_current_step === "nl_parsing";
    return {
      ...transitionWorkflowStep(values, { from: values.control_current_step, to: STEP_OF[next], now }),
      ...(proposed !== values.scheduler_proposed_event && { scheduler_proposed_event: proposed }),
      ...validated(values, next),
      control_next_action: next,
      ...(dropped && { execution_final_answer: "All right, I forget about it. The calendar stays as it is." }),
      ...(values.control_retry_count > 0 && { control_retry_count: 0 }),
      ...(values.scheduler_pending_request !== null &&
        next !== "request_clarification" &&
        next !== "nl_parser" &&
        closedQuestion),
    };
  });
}

const closedQuestion: RootUpdate = {
  scheduler_pending_request: null,
  control_clarification_needed: false,
  control_clarification_count: 0,
  control_missing_context: [],
};

/** The routing table, with what an application adds to it: questions for what is missing, and the way on to a person. */
function nextNode(values: SchedulerValue): Destination {
  const routed = routeNextStep(values);
  const step = values.control_current_step;
  if (step === "nl_parsing" && values.scheduler_pending_request !== null && givesUp(values.task_user_input ?? ""))
    return "close_turn";
  // What is taken is a conflict like any other, and for conflicts there are ways out, which help more than a question.
  if (step === "resource_manager" && routed === "request_clarification") return "conflict_detection";
  if (step === "nl_parsing" && (values.scheduler_parsed_event?.missing.length ?? 0) > 0) return "request_clarification";
  if (step === "scheduling" && values.scheduler_proposed_event === null) return "request_clarification";
  if (step === "resolution") return "confirm_event";
  if (routed === "confirm_event" && values.scheduler_proposed_event === null) return "request_clarification";
  if (routed === "resolution" && !blocked(values)) return "confirm_event";
  if (routed === END_OF_FLOW) return "close_turn";
  return validateStateTransition(values, routed).valid ? routed : "request_clarification";
}

const blocked = (values: SchedulerValue): boolean =>
  (getAgentData(values, "conflict_detection", ConflictDetectionData)?.blockingConflicts.length ?? 0) > 0;

/** proposed → validated, once nothing speaks against it any more than a person may accept. */
function validated(values: SchedulerValue, next: Destination): RootUpdate {
  const proposed = values.scheduler_proposed_event;
  if (next !== "confirm_event" || proposed === null || proposed.status !== "proposed" || blocked(values)) return {};
  return { scheduler_proposed_event: { ...proposed, status: "validated" } };
}

function retryOrFail(values: SchedulerValue, now: string): RootUpdate {
  const again = NODE_OF.get(values.control_current_step);
  if (again !== undefined && shouldRetry(values, values.control_max_retries)) {
    return {
      control_has_error: false,
      control_retry_count: values.control_retry_count + 1,
      control_next_action: again,
      runtime_updated_at: now,
    };
  }
  return {
    control_workflow_status: "failed",
    execution_final_answer: failureText(values),
    control_next_action: "close_turn",
  };
}

/** A typed error says in one sentence what is wrong and what to do; of any other, where it happened has to be told. */
function failureText({ control_errors: errors }: SchedulerValue): string {
  const last = errors.at(-1);
  if (last === undefined) return "Something went wrong. The calendar stays as it is.";
  if (last.errorType !== UNEXPECTED) return last.message;
  const [line = ""] = last.message.split("\n");
  return `Something went wrong in ${last.step}: ${line.replace(/[.\s]+$/, "")}. The calendar stays as it is.`;
}

/** Reads where the orchestrator decided to go; used as the graph's one conditional edge out of it. */
export const chosenDestination = (values: SchedulerValue): string => values.control_next_action ?? "close_turn";
