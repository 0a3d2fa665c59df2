import { requestApprovals } from "tidemark";
import { getAgentData } from "tidemark/conversation";
import { CALENDAR } from "../approval/answers.ts";
import { offerOf } from "../approval/offer.ts";
import { ResolutionData } from "../domain/resolution.ts";
import { versionBefore } from "../domain/scheduling/draft.ts";
import { SchedulingData } from "../domain/scheduling-data.ts";
import type { SchedulerServices } from "../services.ts";
import { rootNode } from "./root-node.ts";

/** Asks a person to approve the offer: the proposed change, its conflicts, and the choices. */
export const confirmEvent = ({ calendar, clock, timeZone }: SchedulerServices) =>
  rootNode((values, config) => {
    const proposed = values.scheduler_proposed_event;
    if (proposed === null) return { control_next_action: "close_turn" };
    const offer = offerOf(
      {
        proposed,
        before: proposed.action === "modify" ? versionBefore(proposed, calendar) : null,
        conflicts: values.scheduler_detected_conflicts,
        resolutions: getAgentData(values, "resolution", ResolutionData),
        otherSlots: getAgentData(values, "scheduling", SchedulingData)?.candidateTimes ?? [],
        problem: values.scheduler_asked_again,
      },
      { timeZone, now: clock.now(), household: calendar.household },
    );
    return {
      ...requestApprovals(config, [{ capability: CALENDAR, stepObjective: offer.question, payload: offer }], clock),
      control_next_action: "approval",
    };
  });

/** Handles a rejection. */
export const leaveCalendar = () =>
  rootNode(({ scheduler_proposed_event: proposed }) => ({
    ...(proposed !== null && { scheduler_proposed_event: { ...proposed, status: "rejected" } }),
    approval_approved: null,
    execution_final_answer: "OK. The calendar was not changed.",
    control_next_action: "close_turn",
  }));
