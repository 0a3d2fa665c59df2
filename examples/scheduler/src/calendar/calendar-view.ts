import type { CalendarView } from "../domain/calendar.ts";
import type { Household } from "../domain/household.ts";
import { expand } from "../domain/recurrence.ts";
import { type Events, planChanges } from "./plan-changes.ts";

/** Creates a read-only view of events: expands occurrences, sorts events newest first, and tries changes without writing. */
export function viewOf(household: Household, stored: Events): CalendarView {
  return {
    household,
    occurrences: (range) => expand([...stored.values()], { range, household }),
    event: (id) => stored.get(id) ?? null,
    events: () =>
      [...stored.values()]
        .map((event) => ({ event, created: Date.parse(event.createdAt) }))
        .toSorted((one, other) => other.created - one.created || (one.event.id < other.event.id ? -1 : 1))
        .map(({ event }) => event),
    withChanges: (changes) => viewOf(household, planChanges(stored, changes)),
  };
}
