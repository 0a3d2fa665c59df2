import type { CalendarView } from "../domain/calendar.ts";
import type { ProposedEvent } from "../domain/proposed-event.ts";
import { draftEvent } from "../domain/scheduling/draft.ts";
import type { SchedulerValue } from "../state.ts";

/** Drafts a proposal from the parsed request and the selected time, on the current calendar; null when it is impossible. */
export function draftProposal(
  values: SchedulerValue,
  context: { readonly calendar: CalendarView; readonly now: string; readonly eventId: string },
): ProposedEvent | null {
  const { scheduler_parsed_event: request, scheduler_selected_time_slot: slot } = values;
  if (request === null || slot === null) return null;
  return draftEvent(request, {
    calendar: context.calendar,
    slot: { start: slot.startTime, end: slot.endTime },
    eventId: context.eventId,
    now: context.now,
    createdBy: values.runtime_user_id ?? "household",
  });
}
