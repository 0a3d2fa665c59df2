import { isDeepStrictEqual } from "node:util";
import { interrupt } from "@langchain/langgraph";
import { type ApprovalRequest, approvalRequest } from "../approval/approval-request.ts";
import { answerProblem, Decision, readDecision } from "../approval/decision.ts";
import { ResolutionData } from "../domain/resolution.ts";
import { storedVersion } from "../domain/scheduling/target.ts";
import { SchedulingData, type TimeSlot } from "../domain/scheduling-data.ts";
import { getAgentData } from "@tidemark/state-manager";
import { transitionWorkflowStep } from "../flow/transition-workflow-step.ts";
import type { SchedulerServices } from "../services.ts";
import type { SchedulerValue } from "../state.ts";
import type { SchedulerNode } from "./agent-node.ts";
import { rootNode, type RootUpdate } from "./root-node.ts";

/**
 * Asks a person, by an interrupt, before anything is written, and goes on only with an answer that is one of the choices.
 *
 * An answer may be a decision or the words of a person; one that decides nothing is asked again. The node runs again
 * from its start at each answer, so nothing in it has an effect.
 */
export function confirmEvent({ calendar, clock, timeZone }: SchedulerServices): SchedulerNode {
  return rootNode((values: SchedulerValue) => {
    const proposed = values.scheduler_proposed_event;
    if (proposed === null) return { control_next_action: "close_turn" };
    const slots = getAgentData(values, "scheduling", SchedulingData)?.candidateTimes ?? [];
    const resolutions = getAgentData(values, "resolution", ResolutionData);
    const about = {
      proposed,
      before: proposed.action === "modify" ? storedVersion(proposed.event, calendar) : null,
      conflicts: values.scheduler_detected_conflicts,
      resolutions,
      otherSlots: slots,
      problem: values.scheduler_asked_again,
    };
    const decision = ask(approvalRequest(about, { timeZone, now: clock.now(), household: calendar.household }));
    if (decision.kind === "reject")
      return { scheduler_proposed_event: { ...proposed, status: "rejected" }, control_next_action: "write_calendar" };
    if (decision.kind === "retime") return retimed(values, { decision, slots, now: clock.now() });
    const chosen =
      decision.kind === "resolve"
        ? resolutions?.proposedResolutions.find((each) => each.resolutionId === decision.resolutionId)
        : null;
    return { scheduler_selected_resolution: chosen ?? null, control_next_action: "write_calendar" };
  });
}

/** Interrupts until the answer is one of the choices; only a person's "no" is accepted without being listed. */
function ask(request: ApprovalRequest): Decision {
  let { problem } = request;
  for (;;) {
    const answer: unknown = interrupt({ ...request, problem });
    const decision =
      typeof answer === "string" ? readDecision(answer, request.choices) : Decision.safeParse(answer).data;
    const offered = request.choices.some((choice) => isDeepStrictEqual(choice.decision, decision));
    if (decision && (offered || decision.kind === "reject")) return decision;
    problem = answerProblem(typeof answer === "string" ? answer : "", request.choices);
  }
}

/** Another time was chosen: the workflow goes back to where a time has just been found. */
function retimed(
  values: SchedulerValue,
  {
    decision,
    slots,
    now,
  }: {
    readonly decision: { startTime: string; endTime: string };
    readonly slots: readonly TimeSlot[];
    readonly now: string;
  },
): RootUpdate {
  const slot = slots.find((each) => each.startTime === decision.startTime && each.endTime === decision.endTime) ?? null;
  return {
    ...transitionWorkflowStep(values, { from: values.control_current_step, to: "scheduling", now }),
    scheduler_selected_time_slot: slot,
    scheduler_asked_again: null,
    control_next_action: "orchestrator",
  };
}
