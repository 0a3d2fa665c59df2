import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { CalendarEvent } from "../domain/calendar-event.ts";
import type { CalendarChange, CalendarView } from "../domain/calendar.ts";
import { changedOccurrenceId, ValidEvent } from "../domain/event-problem.ts";
import type { Household } from "../domain/household.ts";
import { eventsIn, isSeries } from "../domain/planning/series.ts";
import { expand, startsAt } from "../domain/recurrence.ts";
import { schedulerErrors } from "../errors.ts";

/** True when two versions of an event differ only in their sequence and timestamps. */
export function sameContent(one: CalendarEvent, other: CalendarEvent): boolean {
  const { sequence, createdAt, updatedAt } = other;
  return isDeepStrictEqual({ ...one, sequence, createdAt, updatedAt }, other);
}

/** Events by id. */
export type Events = ReadonlyMap<string, CalendarEvent>;

/** Creates a read-only view of events: expands occurrences, sorts events newest first, and tries changes without writing. */
export const viewOf = (household: Household, stored: Events): CalendarView => ({
  household,
  occurrences: (range) => expand([...stored.values()], { range, household }),
  event: (id) => stored.get(id) ?? null,
  events: () =>
    [...stored.values()].toSorted(
      (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt) || (one.id < other.id ? -1 : 1),
    ),
  withChanges: (changes) => viewOf(household, planChanges(stored, changes)),
});

/**
 * Returns the events as they would be after changes; the first invalid change throws.
 *
 * Storing an existing event increments its sequence, unless the event is unchanged. Removing a series also removes its changed
 * occurrences, and changing a series drops changed occurrences whose original start it no longer has.
 *
 * Throws `scheduler/invalidEvent`, `scheduler/unknownEvent` and `scheduler/unknownOccurrence`.
 */
export function planChanges(stored: Events, changes: readonly CalendarChange[]): Events {
  const events = new Map(stored);
  const put = new Set(eventsIn(changes).map(({ id }) => id));
  for (const change of changes)
    if (change.kind === "put_event") putEvent(events, change.event, put);
    else if (change.kind === "exclude_occurrence") excludeOccurrence(events, change.eventId, change.originalStart);
    else
      for (const { id } of [requiredEvent(events, change.eventId), ...changedOccurrences(events, change.eventId)])
        events.delete(id);
  // Checked last, so that a series and its changed occurrences can come in any order.
  for (const { id, replaces } of eventsIn(changes)) {
    const series = events.get(replaces?.seriesId ?? "");
    if (replaces === null || !events.has(id) || (series !== undefined && startsAt(series, replaces.originalStart)))
      continue;
    const problem = `its series "${replaces.seriesId}" is not in the calendar, or has no occurrence that starts at ${replaces.originalStart}`;
    throw schedulerErrors.invalidEvent({ eventId: id, problem });
  }
  return events;
}

function putEvent(events: Map<string, CalendarEvent>, event: CalendarEvent, put: ReadonlySet<string>): void {
  const { data: after, error } = ValidEvent.safeParse(event);
  if (after === undefined) throw schedulerErrors.invalidEvent({ eventId: event.id, problem: firstIssue(error) });
  const before = events.get(event.id);
  if (before === undefined) return void events.set(event.id, after);
  if (sameContent(before, after) && after.sequence <= before.sequence) return;
  events.set(event.id, { ...after, sequence: Math.max(after.sequence, before.sequence + 1) });
  for (const { id, replaces } of changedOccurrences(events, event.id))
    if (replaces !== null && !put.has(id) && !startsAt(after, replaces.originalStart)) events.delete(id);
}

function excludeOccurrence(events: Map<string, CalendarEvent>, id: string, originalStart: string): void {
  const series = requiredEvent(events, id);
  if (series.excludedStarts.includes(originalStart)) return;
  if (!isSeries(series) || !startsAt(series, originalStart))
    throw schedulerErrors.unknownOccurrence({ eventId: id, originalStart });
  events.delete(changedOccurrenceId(id, originalStart));
  const excludedStarts = [...series.excludedStarts, originalStart].toSorted();
  events.set(id, { ...series, excludedStarts, sequence: series.sequence + 1 });
}

function requiredEvent(events: Events, id: string): CalendarEvent {
  const event = events.get(id);
  if (event === undefined) throw schedulerErrors.unknownEvent({ eventId: id });
  return event;
}

const changedOccurrences = (events: Events, seriesId: string): readonly CalendarEvent[] =>
  [...events.values()].filter(({ replaces }) => replaces?.seriesId === seriesId);

/** First issue of a schema error, with its path: `start: expected …`. */
export const firstIssue = ({ issues: [issue] }: z.ZodError): string =>
  [issue?.path.map(String).join(".") ?? "", issue?.message ?? ""].filter((part) => part !== "").join(": ");
