import type { CalendarChange } from "../calendar.ts";
import type { CalendarEvent } from "../calendar-event.ts";
import { isSeries } from "../conflicts/horizon.ts";
import type { Busy, Span } from "../free-busy.ts";
import { occurrenceAsEvent } from "../scheduling/target.ts";
import { formatWallTime, instantToWall } from "../wall-clock.ts";
import type { Situation } from "./situation.ts";

/** The event at another time, on the wall clock of its own zone; whole days are days of the household. */
export function eventAt(event: CalendarEvent, span: Span, { household }: Situation): CalendarEvent {
  const zone = event.allDay ? household.timeZone : event.timeZone;
  const wall = (instant: number): string => formatWallTime(instantToWall(instant, zone), event.allDay);
  return { ...event, start: wall(span.start), end: wall(span.end) };
}

/** One occurrence as the entry that can be changed without touching others of its series. */
export const entryOf = ({ occurrence: { event, originalStart } }: Busy): CalendarEvent =>
  isSeries(event) ? occurrenceAsEvent(event, originalStart) : event;

/** Gives one occurrence another time: a single event moves, of a series only this occurrence does. */
export function occurrenceAt(busy: Busy, span: Span, situation: Situation): CalendarEvent {
  const entry = entryOf(busy);
  return { ...eventAt(entry, span, situation), updatedAt: situation.now, sequence: entry.sequence + 1 };
}

/** Takes one occurrence out of the calendar: a single event goes, of a series only this occurrence does. */
export function withoutOccurrence({ occurrence: { event, originalStart, seriesId } }: Busy): CalendarChange {
  if (isSeries(event) || event.replaces !== null)
    return { kind: "exclude_occurrence", eventId: seriesId, originalStart };
  return { kind: "remove_event", eventId: event.id };
}

/** A change that puts the event, for short. */
export const put = (event: CalendarEvent): CalendarChange => ({ kind: "put_event", event });
