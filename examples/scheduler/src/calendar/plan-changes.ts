import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { CalendarEvent } from "../domain/calendar-event.ts";
import type { CalendarChange, CalendarView } from "../domain/calendar.ts";
import { ValidEvent } from "../domain/event-problem.ts";
import type { Household } from "../domain/household.ts";
import { eventsIn, put, remove } from "../domain/planning/series.ts";
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
 * Throws `scheduler/invalidEvent` and `scheduler/unknownEvent`.
 */
export function planChanges(stored: Events, changes: readonly CalendarChange[]): Events {
  const events = new Map(stored);
  const putIds = new Set(eventsIn(changes).map(({ id }) => id));
  for (const change of changes)
    if (change.kind === "put_event") putEvent(events, change.event, putIds);
    else {
      const { eventId } = change;
      if (!events.has(eventId)) throw schedulerErrors.unknownEvent({ eventId });
      for (const id of [eventId, ...changedOccurrences(events, eventId).keys()]) events.delete(id);
    }
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

function putEvent(events: Map<string, CalendarEvent>, event: CalendarEvent, kept: ReadonlySet<string>): void {
  const { data: after, error } = ValidEvent.safeParse(event);
  if (after === undefined) throw schedulerErrors.invalidEvent({ eventId: event.id, problem: firstIssue(error) });
  const before = events.get(event.id);
  if (before === undefined) return void events.set(event.id, after);
  if (sameContent(before, after) && after.sequence <= before.sequence) return;
  events.set(event.id, { ...after, sequence: Math.max(after.sequence, before.sequence + 1) });
  for (const [id, originalStart] of changedOccurrences(events, event.id))
    if (!kept.has(id) && !startsAt(after, originalStart)) events.delete(id);
}

/** Original starts of the changed occurrences of a series, by id. */
const changedOccurrences = (events: Events, series: string): ReadonlyMap<string, string> =>
  new Map(
    [...events.values()].flatMap(({ id, replaces }) =>
      replaces?.seriesId === series ? [[id, replaces.originalStart]] : [],
    ),
  );

/** Entries that a change touched, before and after it; null where one did not exist. */
export const Touched = z.array(
  z.strictObject({ id: z.string(), before: CalendarEvent.nullable(), after: CalendarEvent.nullable() }),
);
type Touched = z.infer<typeof Touched>;

/** Entries that differ between two versions of the events. */
export const touchedBetween = (before: Events, after: Events): Touched =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((id) => before.get(id) !== after.get(id))
    .map((id) => ({ id, before: before.get(id) ?? null, after: after.get(id) ?? null }));

/** Changes that restore the touched entries; null when one was changed again since, because that change would be reverted too. */
export function undoOf(events: Events, touched: Touched): readonly CalendarChange[] | null {
  if (touched.some(({ id, after }) => !isDeepStrictEqual(events.get(id) ?? null, after))) return null;
  const restored = touched.flatMap(({ before }) => (before === null ? [] : [put(before)]));
  const added = touched.flatMap(({ before, after }) => (before === null && after !== null ? [after] : []));
  // Removing a series also removes its changed occurrences, so those come first.
  const removed = added.toSorted((one, other) => Number(other.replaces !== null) - Number(one.replaces !== null));
  return [...restored, ...removed.map(remove)];
}

/** First issue of a schema error, with its path: `start: expected …`. */
export const firstIssue = ({ issues: [issue] }: z.ZodError): string =>
  [issue?.path.map(String).join(".") ?? "", issue?.message ?? ""].filter((part) => part !== "").join(": ");
