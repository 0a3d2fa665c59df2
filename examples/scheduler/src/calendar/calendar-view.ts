import type { CalendarView } from "../domain/calendar.ts";
import { expand } from "../domain/recurrence.ts";
import { changedSource, type EventSource } from "./event-source.ts";
import { planChanges } from "./plan-changes.ts";

/** Gives agents their view of a calendar: occurrences expanded, events newest first, changes tried without writing. */
export function viewOf(source: EventSource): CalendarView {
  return {
    household: source.household,
    occurrences: (range) =>
      expand(source.candidates(range), { range, household: source.household, replaced: source.replaced() }),
    event: (id) => source.event(id),
    events: () =>
      source
        .all()
        .toSorted(
          (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt) || (one.id < other.id ? -1 : 1),
        ),
    withChanges: (changes) => viewOf(changedSource(source, planChanges(source, changes))),
  };
}
