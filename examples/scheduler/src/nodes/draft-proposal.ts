import type { CalendarView } from "../domain/calendar.ts";
import { changesTime, draft } from "../domain/planning/draft.ts";
import type { ProposedEvent } from "../domain/outputs.ts";
import type { SchedulerValue } from "../state.ts";

/** Drafts a proposal from the parsed request and the selected time, on the current calendar; null when it is impossible. */
export function draftProposal(
  values: SchedulerValue,
  context: { readonly calendar: CalendarView; readonly now: string; readonly eventId: string },
): ProposedEvent | null {
  const { scheduler_parsed_event: request, scheduler_selected_time_slot: selected } = values;
  if (request === null || selected === null) return null;
  const isSingle =
    request.repeat === null &&
    !request.allDay &&
    (request.target === null || request.target.starts === null || request.target.starts.length === 1);
  const isChosen = request.eventType === "create" || (isSingle && changesTime(request));
  const slot = isChosen && isSingle ? { start: selected.startTime, end: selected.endTime } : null;
  const withSlot = draft(request, { ...context, slot, createdBy: values.runtime_user_id ?? "household" });
  // A series keeps its rule; only a time of a single event can be chosen.
  return withSlot?.action === "modify" && withSlot.event.recurrenceRule !== null && slot !== null
    ? draft(request, { ...context, slot: null, createdBy: values.runtime_user_id ?? "household" })
    : withSlot;
}
