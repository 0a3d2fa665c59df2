import { isDeepStrictEqual } from "node:util";
import type { CalendarEvent } from "../domain/calendar-event.ts";
import { eventProblem } from "../domain/event-problem.ts";
import { asOccurrence, shiftEvent, shiftSeries, splitSeries, withoutDates } from "../domain/planning/series.ts";
import { basicWallTime, mapUntil, readUntil } from "../domain/recurrence-rule.ts";
import { startsAt, startsBetween } from "../domain/recurrence.ts";
import { dayMilliseconds, formatWallTime, readWallTime, wallToInstant } from "../domain/wall-clock.ts";
import { type ReadEvent, startIn } from "./import-event.ts";

/**
 * Brings together what a file has of one UID: an event or series, and changes of single occurrences and of all that follow one. Of several
 * versions, the last with the highest SEQUENCE counts. Changes without their series belong to the `stored` one. Returns all events of the
 * UID by id, none if it is canceled; calls `skip` for each that is not imported.
 */
export function importSeries(
  versions: readonly ReadEvent[],
  stored: readonly CalendarEvent[],
  skip: (version: ReadEvent, reason: string) => void,
): ReadonlyMap<string, CalendarEvent> {
  const newest = new Map<number, ReadEvent>();
  for (const version of versions.toSorted((one, other) => one.event.sequence - other.event.sequence))
    newest.set(changedAt(version), version);
  for (const version of versions)
    if (newest.get(changedAt(version)) !== version) skip(version, "the file has a newer version of it");
  const whole = newest.get(Number.NEGATIVE_INFINITY);
  if (whole?.cancelled === true) {
    for (const each of newest.values()) skip(each, each === whole ? "it is canceled" : "its series is canceled");
    return new Map();
  }
  const known = whole === undefined ? stored : [whole.event];
  const events = new Map(known.map((event) => [event.id, event]));
  const single = known.find(({ replaces }) => replaces === null);
  let [series, shift] = [single, 0];
  for (const version of [...newest.values()].toSorted(byStart)) {
    const { andFollowing, cancelled, event, recurrenceId } = version;
    if (recurrenceId === null) continue;
    const written = startIn(single ?? event, recurrenceId);
    const start = formatWallTime(readWallTime(written) + shift, written.length === 10);
    const occurrence = asOccurrence(event, series?.id ?? event.id, start);
    if (series === undefined || !startsAt(series, start)) {
      // A changed occurrence of an unknown series, such as an invitation to one meeting, is a separate event.
      if (andFollowing) skip(version, "its series does not have the occurrence from which on it changes it");
      else if (cancelled) skip(version, "it is canceled");
      else events.set(occurrence.id, { ...occurrence, replaces: null });
    } else if (andFollowing) {
      const changed = cancelled
        ? "it cancels all later occurrences, which is not supported"
        : changeFollowing(series, start, event);
      if (typeof changed === "string") {
        skip(version, changed);
        continue;
      }
      // Later changes belong to the new series.
      for (const each of changed) events.set(each.id, each);
      series = changed.at(-1) ?? series;
      shift += readWallTime(series.start) - readWallTime(start);
    } else if (cancelled) {
      events.delete(occurrence.id);
      series = withoutDates(series, [start]);
      events.set(series.id, series);
    } else events.set(occurrence.id, occurrence);
  }
  return events;
}

/** Instant of the occurrence that a version changes; of all others it is the first. */
const changedAt = ({ recurrenceId }: ReadEvent): number =>
  recurrenceId === null ? Number.NEGATIVE_INFINITY : wallToInstant(recurrenceId.wall, recurrenceId.timeZone);

const byStart = (one: ReadEvent, other: ReadEvent): number => changedAt(one) - changedAt(other);

/** Starts in the first two years, relative to the first. */
const startsFrom = (series: CalendarEvent, first: number): readonly number[] =>
  startsBetween(series, first, first + 2 * 366 * dayMilliseconds).map((wall) => wall - first);

/**
 * Applies a change of an occurrence and all that follow it (RANGE=THISANDFUTURE), as ical.js does: they move by the same time, and
 * take over everything else. Returns the occurrences before the change, if there are any, and those from it on as a new series; or the
 * problem as half a sentence if no rule expresses the result.
 */
function changeFollowing(series: CalendarEvent, start: string, change: CalendarEvent): CalendarEvent[] | string {
  const { allDay, timeZone } = series;
  if (change.allDay !== allDay || change.timeZone !== timeZone)
    return "it moves all later occurrences to another time zone or kind of day, which is not supported";
  const [from, to] = [readWallTime(start), readWallTime(change.start)];
  const { ends, follows } = splitSeries(series, start, `${series.id}/${start}`);
  const { recurrenceRule: rule } = shiftSeries(follows, to, readWallTime(change.end) - to);
  const { excludedStarts, extraStarts } = shiftEvent(follows, to - from);
  const moved = {
    ...change,
    id: follows.id,
    recurrenceRule: rule && mapUntil(rule, (until) => basicWallTime(readUntil(until, timeZone) + to - from, allDay)),
    excludedStarts,
    extraStarts,
  };
  const problem = eventProblem(moved);
  if (problem !== null) return problem;
  if (!isDeepStrictEqual(startsFrom(moved, to), startsFrom(follows, from)))
    return "it moves all later occurrences to times that its rule does not have";
  return ends === null ? [moved] : [ends, moved];
}
