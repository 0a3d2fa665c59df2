import type { CalendarView } from "../domain/calendar.ts";
import { expand } from "../domain/recurrence.ts";
import { changedSource, type EventSource } from "./event-source.ts";
import { planChanges } from "./plan-changes.ts";

/** Creates a read-only view of a calendar: expands occurrences, sorts events newest first, and tries changes without writing. */
export function viewOf(source: EventSource): CalendarView {
  return {
    household: source.household,
    occurrences: (range) =>
      expand(source.candidates(range), { range, household: source.household, replaced: source.replaced() }),
    event: (id) => source.event(id),
    events: () =>
      source
        .all()
        .map((event) => ({ event, created: Date.parse(event.createdAt) }))
        .toSorted((one, other) => other.created - one.created || (one.event.id < other.event.id ? -1 : 1))
        .map(({ event }) => event),
    withChanges: (changes) => viewOf(changedSource(source, planChanges(source, changes))),
  };
}
