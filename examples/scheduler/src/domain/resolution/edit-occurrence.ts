import type { CalendarChange } from "../calendar.ts";
import type { CalendarEvent } from "../calendar-event.ts";
import { isSeries } from "../conflicts/horizon.ts";
import type { Busy, Span } from "../free-busy.ts";
import { occurrenceAsEvent } from "../scheduling/target.ts";
import { formatWallTime, instantToWall } from "../wall-clock.ts";
import type { Situation } from "./situation.ts";

/** Moves an event to another time, on the wall clock of its zone; all-day events use the zone of the household. */
export function eventAt(event: CalendarEvent, span: Span, { household }: Situation): CalendarEvent {
  const zone = event.allDay ? household.timeZone : event.timeZone;
  const wall = (instant: number): string => formatWallTime(instantToWall(instant, zone), event.allDay);
  return { ...event, start: wall(span.start), end: wall(span.end) };
}

/** Converts an occurrence to an entry that can change without affecting the rest of its series. */
export const entryOf = ({ occurrence: { event, originalStart } }: Busy): CalendarEvent =>
  isSeries(event) ? occurrenceAsEvent(event, originalStart) : event;

/** Moves one occurrence: a single event, or only this occurrence of a series. */
export function occurrenceAt(busy: Busy, span: Span, situation: Situation): CalendarEvent {
  const entry = entryOf(busy);
  return { ...eventAt(entry, span, situation), updatedAt: situation.now, sequence: entry.sequence + 1 };
}

/** Removes one occurrence: a single event, or only this occurrence of a series. */
export function withoutOccurrence({ occurrence: { event, originalStart, seriesId } }: Busy): CalendarChange {
  if (isSeries(event) || event.replaces !== null)
    return { kind: "exclude_occurrence", eventId: seriesId, originalStart };
  return { kind: "remove_event", eventId: event.id };
}

/** Creates a change that stores the event. */
export const put = (event: CalendarEvent): CalendarChange => ({ kind: "put_event", event });
