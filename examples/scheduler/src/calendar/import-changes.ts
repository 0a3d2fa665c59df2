import type { CalendarEvent } from "../domain/calendar-event.ts";
import type { CalendarChange, CalendarView } from "../domain/calendar.ts";
import { portableRule } from "../domain/recurrence-rule.ts";
import { startsAt } from "../domain/recurrence.ts";
import { sameContent } from "./plan-changes.ts";
import type { ImportedCalendar } from "./import-ics.ts";

/** An export rewrites rules for other calendars, which changes nothing. */
const portable = (event: CalendarEvent): CalendarEvent => ({
  ...event,
  recurrenceRule: event.recurrenceRule && portableRule(event.recurrenceRule, event),
});

/**
 * Computes the changes of an import, for `apply`: an event with a known UID is updated, an unchanged event is left alone, and a
 * canceled event is removed.
 *
 * The file is authoritative for the series in it: changed occurrences that it no longer contains are removed too.
 */
export function importChanges(view: CalendarView, { events, cancelled }: ImportedCalendar): readonly CalendarChange[] {
  const inFile = new Map(events.map((event) => [event.id, event]));
  const hasOccurrence = (replaces: NonNullable<CalendarEvent["replaces"]>): boolean => {
    const series = inFile.get(replaces.seriesId) ?? view.event(replaces.seriesId);
    return series !== null && startsAt(series, replaces.originalStart);
  };
  const stored = events.flatMap((event): readonly CalendarChange[] => {
    // A changed occurrence of an unknown series, such as an invitation to one meeting, is a separate event.
    const whole = event.replaces === null || hasOccurrence(event.replaces) ? event : { ...event, replaces: null };
    const before = view.event(event.id);
    if (before !== null && sameContent(portable(before), portable(whole))) return [];
    return [{ kind: "put_event", event: { ...whole, createdAt: before?.createdAt ?? whole.createdAt } }];
  });
  const gone = cancelled.filter(({ id, replaces }) => replaces === null && view.event(id) !== null);
  const removed = view
    .events()
    .filter(({ id, replaces }) => replaces !== null && inFile.has(replaces.seriesId) && !inFile.has(id));
  const ends = new Set([...inFile.keys(), ...gone.map(({ id }) => id)]);
  const excluded = cancelled.flatMap(({ replaces }): readonly CalendarChange[] =>
    replaces === null || ends.has(replaces.seriesId) || !hasOccurrence(replaces)
      ? []
      : [{ kind: "exclude_occurrence", eventId: replaces.seriesId, originalStart: replaces.originalStart }],
  );
  const removals = [...gone, ...removed].map(({ id }): CalendarChange => ({ kind: "remove_event", eventId: id }));
  return [...removals, ...excluded, ...stored];
}
