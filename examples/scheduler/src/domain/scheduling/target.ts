import type { CalendarView } from "../calendar.ts";
import type { CalendarEvent } from "../calendar-event.ts";
import { changedOccurrenceId } from "../event-problem.ts";
import type { NLParserData } from "../nl-parser-data.ts";
import { startsAt } from "../recurrence.ts";
import { formatWallTime, readWallTime } from "../wall-clock.ts";

/** Converts an occurrence of a series to an unchanged separate event with the times of the rule. */
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

/** Stored version of an event: its previous version, or the occurrence that it replaces; null for a new event. */
export function storedVersion({ id, replaces }: CalendarEvent, calendar: CalendarView): CalendarEvent | null {
  const stored = calendar.event(id);
  if (stored !== null || replaces === null) return stored;
  const series = calendar.event(replaces.seriesId);
  return series === null ? null : occurrenceAsEvent(series, replaces.originalStart);
}

/**
 * Finds the target of a request to modify or cancel: an event, a series, or one occurrence of it; null if the request does not
 * identify an existing one.
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
