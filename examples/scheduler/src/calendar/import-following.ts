import { isDeepStrictEqual } from "node:util";
import type { CalendarEvent } from "../domain/calendar-event.ts";
import { shiftSeries, splitSeries } from "../domain/planning/series.ts";
import { basicWallTime, mapUntil, readUntil } from "../domain/recurrence-rule.ts";
import { occurrencesOf, startsAt } from "../domain/recurrence.ts";
import { dayMilliseconds, formatInstant, formatWallTime, readWallTime } from "../domain/wall-clock.ts";

/** The occurrences before a change, or null; those from it on as a new series; and the milliseconds by which these moved. */
export type ChangedFollowing = { ends: CalendarEvent | null; follows: CalendarEvent; shift: number };

const compared = 2 * 366 * dayMilliseconds;

/** Wall-clock starts of the first two years from a start. */
const startsFrom = (series: CalendarEvent, start: number): readonly number[] => {
  const range = { start: formatInstant(start - 2 * dayMilliseconds), end: formatInstant(start + compared) };
  const found = occurrencesOf(series, { range, household: series }).map(
    (each) => readWallTime(each.originalStart) - start,
  );
  return found.filter((wall) => wall < compared - 2 * dayMilliseconds);
};

/**
 * Applies a change of an occurrence and all that follow it (RANGE=THISANDFUTURE), as ical.js does: they move by the same time, and
 * take over everything else. Returns the problem as half a sentence if no rule expresses the result.
 */
export function changeFollowing(
  series: CalendarEvent,
  originalStart: string,
  change: CalendarEvent,
): ChangedFollowing | string {
  if (!startsAt(series, originalStart)) return "it changes occurrences from one on that its series does not have";
  if (change.allDay !== series.allDay || change.timeZone !== series.timeZone)
    return "it moves all later occurrences to another time zone or kind of day, which is not supported";
  const [from, to] = [readWallTime(originalStart), readWallTime(change.start)];
  const { ends, follows } = splitSeries(series, originalStart, `${series.id}/${originalStart}`);
  const shifted = (starts: readonly string[]): string[] =>
    starts.map((start) => formatWallTime(readWallTime(start) + to - from, series.allDay));
  const wanted = startsFrom(follows, from);
  for (const { recurrenceRule } of [follows, shiftSeries(follows, to, readWallTime(change.end) - to)]) {
    const moved = {
      ...change,
      id: follows.id,
      recurrenceRule:
        recurrenceRule &&
        mapUntil(recurrenceRule, (until) =>
          basicWallTime(readUntil(until, series.timeZone) + to - from, series.allDay),
        ),
      excludedStarts: shifted(follows.excludedStarts),
      extraStarts: shifted(follows.extraStarts),
    };
    if (isDeepStrictEqual(startsFrom(moved, to), wanted)) return { ends, follows: moved, shift: to - from };
  }
  return "it moves all later occurrences to times that its rule does not have";
}
