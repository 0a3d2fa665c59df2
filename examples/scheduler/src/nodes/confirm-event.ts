import { requestApprovals } from "tidemark";
import { getAgentData } from "tidemark/conversation";
import { CALENDAR, offerOf } from "../approval/offer.ts";
import { proposedEntries } from "../approval/proposed-entries.ts";
import { ResolutionData, SchedulingData, type TimeSlot } from "../domain/outputs.ts";
import { localClock } from "../domain/free-busy-clock.ts";
import { assumptionsOf } from "../domain/reading/question.ts";
import type { Request } from "../domain/request.ts";
import type { SchedulerServices } from "../services.ts";
import { rootNode } from "./root-node.ts";

/** Asks a person to approve the offer, and keeps its request, so that the answer can correct it. */
export const confirmEvent = ({ calendar, clock }: SchedulerServices) =>
  rootNode((values, config) => {
    const { scheduler_proposed_event: proposed, scheduler_parsed_event: request } = values;
    if (proposed === null || request === null) return { control_next_action: "close_turn" };
    const { household } = calendar;
    const now = clock.now();
    const offer = offerOf(
      {
        proposed,
        assumed: assumptionsOf(request),
        conflicts: values.scheduler_detected_conflicts,
        resolutions: getAgentData(values, "resolution", ResolutionData),
        otherSlots: getAgentData(values, "scheduling", SchedulingData)?.candidateTimes ?? [],
        problem: values.scheduler_asked_again,
        entries: proposedEntries(proposed, { household, now }),
      },
      { timeZone: household.timeZone, now, household },
    );
    return {
      ...requestApprovals(config, [{ capability: CALENDAR, stepObjective: offer.question, payload: offer }], clock),
      control_next_action: "approval",
      scheduler_pending_request: {
        parsed: withTime(request, values.scheduler_selected_time_slot, household.timeZone),
        question: offer.question,
      },
    };
  });

/** The request with the time that was found or chosen for it, to which a correction such as "an hour later" refers. */
function withTime(request: Request, slot: TimeSlot | null, timeZone: string): Request {
  const { eventType, allDay, repeat, open, part, target } = request;
  if (
    slot === null ||
    allDay ||
    repeat !== null ||
    eventType === "cancel" ||
    !(open || part !== null || eventType === "create") ||
    (target?.starts?.length ?? 0) > 1
  )
    return request;
  const clock = localClock(timeZone);
  const [from, to] = [Date.parse(slot.startTime), Date.parse(slot.endTime)];
  const [day, last] = [clock.dayOf(from), clock.dayOf(to)];
  if (day === request.day && clock.minutesOf(from) === request.start && !open) return request;
  return {
    ...request,
    day,
    lastDay: last === day ? null : last,
    start: clock.minutesOf(from),
    end: request.minutes === null ? clock.minutesOf(to) : null,
    open: false,
    part: null,
  };
}

/** Handles a rejection. */
export const leaveCalendar = () =>
  rootNode(({ scheduler_proposed_event: proposed }) => ({
    ...(proposed !== null && { scheduler_proposed_event: { ...proposed, status: "rejected" } }),
    approval_approved: null,
    scheduler_pending_request: null,
    execution_final_answer: "OK. The calendar was not changed.",
    control_next_action: "close_turn",
  }));
