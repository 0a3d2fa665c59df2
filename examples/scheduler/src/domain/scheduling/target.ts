import type { CalendarView } from "../calendar.ts";
import type { CalendarEvent } from "../calendar-event.ts";
import { changedOccurrenceId } from "../event-problem.ts";
import type { NLParserData } from "../nl-parser-data.ts";
import { startsAt } from "../recurrence.ts";
import { formatWallTime, readWallTime } from "../wall-clock.ts";

/** One occurrence of a series as an event of its own, unchanged so far: it has the times the rule gives it. */
export function occurrenceAsEvent(series: CalendarEvent, originalStart: string): CalendarEvent {
  const length = readWallTime(series.end) - readWallTime(series.start);
  return {
    ...series,
    id: changedOccurrenceId(series.id, originalStart),
    start: originalStart,
    end: formatWallTime(readWallTime(originalStart) + length, series.allDay),
    recurrenceRule: null,
    excludedStarts: [],
    extraStarts: [],
    replaces: { seriesId: series.id, originalStart },
  };
}

/** What the calendar has of an event now: its old version, or the occurrence that it stands in for; null if neither. */
export function storedVersion({ id, replaces }: CalendarEvent, calendar: CalendarView): CalendarEvent | null {
  const stored = calendar.event(id);
  if (stored !== null || replaces === null) return stored;
  const series = calendar.event(replaces.seriesId);
  return series === null ? null : occurrenceAsEvent(series, replaces.originalStart);
}

/**
 * What a request to modify or cancel is about, as the calendar holds it now: an event, a whole series, or one
 * occurrence of it; null when the request names none that exists.
 */
export function targetOf(request: NLParserData, calendar: CalendarView): CalendarEvent | null {
  if (request.targetEventId === null || (request.eventType !== "modify" && request.eventType !== "cancel")) return null;
  const event = calendar.event(request.targetEventId);
  const originalStart = request.targetOccurrenceStart;
  if (event === null || originalStart === null || event.replaces !== null) return event;
  if (event.recurrenceRule === null && event.extraStarts.length === 0) return event;
  if (!startsAt(event, originalStart)) return null;
  return calendar.event(changedOccurrenceId(event.id, originalStart)) ?? occurrenceAsEvent(event, originalStart);
}
