import { answerSucceeded } from "tidemark/conversation";
import { transitionUpdate } from "tidemark/rules";
import { givesUp } from "../domain/language/complete-pending.ts";
import { hasBlockingConflicts, nextStep, nodeOf, schedulerFlow, type Step } from "../flow/scheduler-flow.ts";
import { shouldRetry } from "../flow/should-retry.ts";
import type { SchedulerServices } from "../services.ts";
import type { SchedulerValue } from "../state.ts";
import { draftProposal } from "./draft-proposal.ts";
import { rootNode, type RootUpdate } from "./root-node.ts";

/**
 * The hub: after every agent it decides who is next, drafts the proposal once there is a time, and keeps the audit log.
 *
 * It is the root: the only writer of the proposal and of the workflow's own fields.
 */
export const orchestrator = ({ calendar, clock, ids }: SchedulerServices) =>
  rootNode((values) => {
    const now = clock.now();
    if (values.control_has_error) return retryOrFail(values);
    const from = values.control_current_step;
    // What comes back from the question has another time, or another calendar, and is where a time has just been found.
    const step = from === "confirm_event" ? "scheduling" : from;
    const proposed =
      step === "scheduling"
        ? draftProposal(values, {
            calendar,
            now,
            // Another time for the same proposal keeps its id.
            eventId: values.scheduler_proposed_event?.eventId ?? ids.next(),
          })
        : values.scheduler_proposed_event;
    const next = choose({ ...values, control_current_step: step, scheduler_proposed_event: proposed });
    const dropped = next === "close_turn" && step === "nl_parsing";
    return {
      ...transitionUpdate(values, { from, to: next, now }),
      ...(proposed !== values.scheduler_proposed_event && { scheduler_proposed_event: proposed }),
      ...validated(values, next),
      control_next_action: nodeOf(next),
      ...(dropped && { execution_final_answer: "All right, I forget about it. The calendar stays as it is." }),
      ...(values.scheduler_pending_request !== null &&
        next !== "request_clarification" &&
        next !== "nl_parsing" && { scheduler_pending_request: null, ...answerSucceeded() }),
    };
  });

/** The flow, with what an application adds to it: questions for what is missing, and the way on to a person. */
function choose(values: SchedulerValue): Step {
  const to = nextStep(values);
  const step = values.control_current_step;
  if (step === "nl_parsing" && values.scheduler_pending_request !== null && givesUp(values.task_user_input ?? ""))
    return "close_turn";
  // What is taken is a conflict like any other, and for conflicts there are ways out, which help more than a question.
  if (step === "resource_manager" && to === "request_clarification") return "conflict_detection";
  if (step === "nl_parsing" && (values.scheduler_parsed_event?.missing.length ?? 0) > 0) return "request_clarification";
  if (step === "scheduling" && values.scheduler_proposed_event === null) return "request_clarification";
  if (step === "resolution") return "confirm_event";
  if (to === "confirm_event" && values.scheduler_proposed_event === null) return "request_clarification";
  if (to === "resolution" && !hasBlockingConflicts(values)) return "confirm_event";
  return schedulerFlow.check(values, to).allowed ? to : "request_clarification";
}

/** proposed → validated, once nothing speaks against it any more than a person may accept. */
function validated(values: SchedulerValue, next: Step): RootUpdate {
  const proposed = values.scheduler_proposed_event;
  const isOpen = next === "confirm_event" && proposed?.status === "proposed" && !hasBlockingConflicts(values);
  return isOpen ? { scheduler_proposed_event: { ...proposed, status: "validated" } } : {};
}

/** An agent that failed runs again, or the turn ends with what went wrong. */
function retryOrFail(values: SchedulerValue): RootUpdate {
  // The failure itself is counted already.
  const retries = { ...values, control_retry_count: values.control_retry_count - 1 };
  if (values.control_last_agent !== null && shouldRetry(retries, values.control_max_retries))
    return { control_next_action: values.control_last_agent };
  return {
    control_workflow_status: "failed",
    execution_final_answer: failureText(values),
    control_next_action: "close_turn",
  };
}

/** What a typed error says; of any other, where it happened has to be told. */
function failureText({ control_error_info: failure }: SchedulerValue): string {
  if (failure === null) return "Something went wrong. The calendar stays as it is.";
  const [line = ""] = failure.originalError.split("\n");
  return (
    failure.classification.userMessage ??
    `Something went wrong in ${failure.node}: ${line.replace(/[.\s]+$/, "")}. The calendar stays as it is.`
  );
}

/** Reads where a node decided to go on: the graph's one conditional edge. */
export const chosenDestination = (values: SchedulerValue): string => values.control_next_action ?? "close_turn";
