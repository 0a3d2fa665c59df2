import { isDeepStrictEqual } from "node:util";
import type { CalendarEvent } from "../domain/calendar-event.ts";
import { eventProblem } from "../domain/event-problem.ts";
import { shiftSeries, splitSeries } from "../domain/planning/series.ts";
import { basicWallTime, mapUntil, readUntil } from "../domain/recurrence-rule.ts";
import { startsBetween } from "../domain/recurrence.ts";
import { dayMilliseconds, formatWallTime, readWallTime } from "../domain/wall-clock.ts";

/** The occurrences before a change, if there are any; then those from it on as a new series, moved by `shift` milliseconds. */
export type ChangedFollowing = Readonly<{ events: readonly CalendarEvent[]; shift: number }>;

/** Starts in the first two years, relative to the first. */
const startsFrom = (series: CalendarEvent, first: number): readonly number[] =>
  startsBetween(series, first, first + 2 * 366 * dayMilliseconds).map((wall) => wall - first);

/**
 * Applies a change of an occurrence and all that follow it (RANGE=THISANDFUTURE), as ical.js does: they move by the same time, and
 * take over everything else. Returns the problem as half a sentence if no rule expresses the result.
 */
export function changeFollowing(
  series: CalendarEvent,
  originalStart: string,
  change: CalendarEvent,
): ChangedFollowing | string {
  const { allDay, timeZone } = series;
  if (change.allDay !== allDay || change.timeZone !== timeZone)
    return "it moves all later occurrences to another time zone or kind of day, which is not supported";
  const [from, to] = [readWallTime(originalStart), readWallTime(change.start)];
  const { ends, follows } = splitSeries(series, originalStart, `${series.id}/${originalStart}`);
  const move = (wall: string): string => formatWallTime(readWallTime(wall) + to - from, allDay);
  const { recurrenceRule: rule } = shiftSeries(follows, to, readWallTime(change.end) - to);
  const moved = {
    ...change,
    id: follows.id,
    recurrenceRule: rule && mapUntil(rule, (until) => basicWallTime(readUntil(until, timeZone) + to - from, allDay)),
    excludedStarts: follows.excludedStarts.map(move),
    extraStarts: follows.extraStarts.map(move),
  };
  const problem = eventProblem(moved);
  if (problem !== null) return problem;
  if (!isDeepStrictEqual(startsFrom(moved, to), startsFrom(follows, from)))
    return "it moves all later occurrences to times that its rule does not have";
  return { events: ends === null ? [moved] : [ends, moved], shift: to - from };
}
