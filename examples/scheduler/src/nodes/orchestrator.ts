import { answerSucceeded } from "tidemark/conversation";
import { transitionUpdate } from "tidemark/rules";
import {
  hasBlockingConflicts,
  nextStep,
  nodeOf,
  schedulerFlow,
  shouldRetry,
  type Step,
} from "../flow/scheduler-flow.ts";
import type { SchedulerServices } from "../services.ts";
import type { SchedulerValue } from "../state.ts";
import { draftProposal } from "./draft-proposal.ts";
import { rootNode, type RootUpdate } from "./root-node.ts";

/**
 * Hub of the graph: chooses the next node after every agent, drafts the proposal once there is a time, and writes the audit log.
 *
 * It acts as the root, which alone writes the proposal and the workflow fields.
 */
export const orchestrator = ({ calendar, clock, ids }: SchedulerServices) =>
  rootNode((values) => {
    const now = clock.now();
    if (values.control_has_error) return retryOrFail(values);
    const from = values.control_current_step;
    // After the question, another time or a changed calendar continues where a time has just been found.
    const step = from === "confirm_event" ? "scheduling" : from;
    const isCorrected = from === "confirm_event" && values.scheduler_correction !== null;
    const proposed =
      step === "scheduling" && !isCorrected
        ? draftProposal(values, {
            calendar,
            now,
            // Another time for the same proposal keeps its id.
            eventId: values.scheduler_proposed_event?.eventId ?? ids.next(),
          })
        : values.scheduler_proposed_event;
    const next = isCorrected
      ? "nl_parsing"
      : choose({ ...values, control_current_step: step, scheduler_proposed_event: proposed });
    const isRead = step === "nl_parsing";
    const dropped = isRead && values.scheduler_reading?.kind === "dropped";
    return {
      ...transitionUpdate(values, { from, to: next, now }),
      ...(proposed !== values.scheduler_proposed_event && { scheduler_proposed_event: proposed }),
      ...validated(values, next),
      control_next_action: nodeOf(next),
      ...(dropped && {
        execution_final_answer: "OK, the request was dropped. The calendar was not changed.",
        scheduler_proposed_event: null,
      }),
      ...(isRead && {
        scheduler_correction: null,
        // What a correction did not change is asked again, with the words that were not understood.
        scheduler_asked_again: noteOn(values),
        ...(values.scheduler_reading?.kind === "new" && { scheduler_proposed_event: null }),
      }),
      ...(isRead &&
        values.scheduler_pending_request !== null &&
        next !== "request_clarification" && { scheduler_pending_request: null, ...answerSucceeded() }),
    };
  });

/** What the reading of a message means for the question that waited. */
function noteOn({ scheduler_reading: reading, scheduler_pending_request: pending }: SchedulerValue): string | null {
  const dropped =
    reading?.kind === "new" && pending !== null
      ? [`I dropped the question about ${pending.parsed.title ?? "the last request"}; nothing was written for it.`]
      : [];
  const notes = [...dropped, ...((reading?.problem ?? null) === null ? [] : [reading?.problem ?? ""])];
  return notes.length === 0 ? null : notes.join(" ");
}

/** Extends the flow of the application: asks for missing details, and always asks a person before a write. */
function choose(values: SchedulerValue): Step {
  const to = nextStep(values);
  const step = values.control_current_step;
  if (step === "nl_parsing" && values.scheduler_reading?.kind === "dropped") return "close_turn";
  // An occupied resource is a conflict like any other, and resolutions help more than a question.
  if (step === "resource_manager" && to === "request_clarification") return "conflict_detection";
  if (step === "scheduling" && values.scheduler_proposed_event === null) return "request_clarification";
  if (step === "resolution") return "confirm_event";
  if (to === "confirm_event" && values.scheduler_proposed_event === null) return "request_clarification";
  if (to === "resolution" && !hasBlockingConflicts(values)) return "confirm_event";
  return schedulerFlow.check(values, to).allowed ? to : "request_clarification";
}

/** Marks the proposal as validated once no blocking conflict is left. */
function validated(values: SchedulerValue, next: Step): RootUpdate {
  const proposed = values.scheduler_proposed_event;
  const isOpen = next === "confirm_event" && proposed?.status === "proposed" && !hasBlockingConflicts(values);
  return isOpen ? { scheduler_proposed_event: { ...proposed, status: "validated" } } : {};
}

/** Runs a failed agent again, or ends the turn with an error message. */
function retryOrFail(values: SchedulerValue): RootUpdate {
  // The retry count already includes this failure.
  const retries = { ...values, control_retry_count: values.control_retry_count - 1 };
  if (values.control_last_agent !== null && shouldRetry(retries, values.control_max_retries))
    return { control_next_action: values.control_last_agent };
  return {
    control_workflow_status: "failed",
    execution_final_answer: failureText(values),
    control_next_action: "close_turn",
  };
}

/** Text of a typed error; for other errors, also the node in which it happened. */
function failureText({ control_error_info: failure }: SchedulerValue): string {
  if (failure === null) return "Something went wrong. The calendar was not changed.";
  const [line = ""] = failure.originalError.split("\n");
  return (
    failure.classification.userMessage ??
    `Something went wrong in ${failure.node}: ${line.replace(/[.\s]+$/u, "")}. The calendar was not changed.`
  );
}

/** Destination chosen by a node, for the conditional edges of the graph. */
export const chosenDestination = (values: SchedulerValue): string => values.control_next_action ?? "close_turn";
