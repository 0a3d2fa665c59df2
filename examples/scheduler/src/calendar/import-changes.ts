import type { CalendarEvent } from "../domain/calendar-event.ts";
import type { CalendarChange, CalendarView } from "../domain/calendar.ts";
import { portableRule } from "../domain/recurrence-rule.ts";
import { startsAt } from "../domain/recurrence.ts";
import type { ImportedCalendar } from "./import-ics.ts";
import { sameContent } from "../domain/same-content.ts";

/**
 * Computes the changes of an import, for `apply`: an event with a known UID is updated, an unchanged event is left alone, and a
 * canceled event is removed.
 *
 * The file is authoritative for the series in it: changed occurrences that it no longer contains are removed too.
 */
export function importChanges(view: CalendarView, imported: ImportedCalendar): readonly CalendarChange[] {
  const inFile = new Map(imported.events.map((event) => [event.id, event]));
  const seriesOf = (id: string): CalendarEvent | null => inFile.get(id) ?? view.event(id);
  const changes: CalendarChange[] = [];
  for (const event of imported.events) {
    const whole = withoutMissingSeries(event, seriesOf);
    const before = view.event(event.id);
    if (before !== null && sameContent(portable(before), portable(whole))) continue;
    const createdAt = before?.createdAt ?? whole.createdAt;
    changes.push({ kind: "put_event", event: { ...whole, createdAt } });
  }
  return [...removals(view, imported, inFile), ...changes];
}

/** An export rewrites rules for other calendars, which changes nothing. */
const portable = (event: CalendarEvent): CalendarEvent => ({
  ...event,
  recurrenceRule: event.recurrenceRule && portableRule(event.recurrenceRule, event),
});

function removals(
  view: CalendarView,
  { cancelled }: ImportedCalendar,
  inFile: ReadonlyMap<string, CalendarEvent>,
): readonly CalendarChange[] {
  const whole = cancelled.filter(({ id, replaces }) => replaces === null && view.event(id) !== null);
  const gone = new Set(whole.map(({ id }) => id));
  const removed = view.events().filter(({ id, replaces }) => {
    // A changed occurrence goes with its series.
    const isKept = replaces === null || gone.has(replaces.seriesId) || !inFile.has(replaces.seriesId);
    return !isKept && !inFile.has(id);
  });
  const excluded = cancelled.flatMap(({ replaces }) => {
    if (replaces === null || inFile.has(replaces.seriesId) || gone.has(replaces.seriesId)) return [];
    const series = view.event(replaces.seriesId);
    return series !== null && startsAt(series, replaces.originalStart) ? [replaces] : [];
  });
  return [
    ...[...gone, ...removed.map(({ id }) => id)].map((eventId): CalendarChange => ({ kind: "remove_event", eventId })),
    ...excluded.map(({ seriesId, originalStart }): CalendarChange => ({
      kind: "exclude_occurrence",
      eventId: seriesId,
      originalStart,
    })),
  ];
}

/** Turns a changed occurrence of an unknown series, such as an invitation to one meeting, into a separate event. */
function withoutMissingSeries(event: CalendarEvent, seriesOf: (id: string) => CalendarEvent | null): CalendarEvent {
  if (event.replaces === null) return event;
  const series = seriesOf(event.replaces.seriesId);
  return series !== null && startsAt(series, event.replaces.originalStart) ? event : { ...event, replaces: null };
}
