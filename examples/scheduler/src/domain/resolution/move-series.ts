import type { CalendarEvent } from "../calendar-event.ts";
import { insideWakingHours } from "../conflicts/constraints.ts";
import { clashesAt } from "../conflicts/detect.ts";
import { isSeries } from "../conflicts/horizon.ts";
import { priorityRank } from "../conflicts/severity.ts";
import { countOf, formatDay, formatSpan, listNames } from "../format.ts";
import { type Busy, intervalOf, proposedOccurrences, seriesOf, type Span, type Timetable } from "../free-busy.ts";
import { shiftSeries } from "../scheduling/shift-series.ts";
import { formatInstant, instantToWall, readWallTime } from "../wall-clock.ts";
import { put } from "./edit-occurrence.ts";
import { distancePenalty, timeChange } from "./distance-penalty.ts";
import { allowedDays, startsOn } from "./free-time.ts";
import { alternativesOf, nameWithTime, type Other, movableOthers, rankOf } from "./others.ts";
import { type Idea, mayStay, type Situation } from "./situation.ts";

const DAY = 86_400_000;

/** Maximum number of dates with remaining conflicts; the series skips them or accepts them. */
const MAX_REMAINING = 2;

/**
 * Moves a whole series to another time of day, or a weekly series to another weekday, where its dates are free.
 *
 * If only a few dates conflict with the same events as before, such as a trip, there are two ideas: skip those dates, or keep them
 * despite the conflicts.
 */
export function movedSeries(situation: Situation): readonly Idea[] {
  const { event, occurrences, without, wording } = situation;
  const [first] = occurrences;
  if (first === undefined || event.allDay) return [];
  const blocked = new Set(situation.clashes.map(({ other }) => other.occurrence.seriesId));
  const place = nearestPlace(event, first, { timetable: without, situation, mayRemain: blocked });
  if (place === null) return [];
  const { moved, span, taken } = place;
  const idea: Idea = {
    strategy: "move_event",
    variant: `series:${formatInstant(span.start)}`,
    description: `Move every ${event.title} to another time, starting ${formatSpan(intervalOf(span), wording)}.`,
    worth: 0.8 - distancePenalty(first, span) - 0.1 * (priorityRank(event.priority) - 1),
    changes: [timeChange(null, first, span)],
    calendarChanges: [put(moved)],
    losses: [],
  };
  if (taken.length === 0) return [idea];
  const dates = listNames(taken.map(({ start }) => formatDay(formatInstant(start), wording)));
  const skipped = taken.map(({ occurrence }) => occurrence.originalStart);
  const excludedStarts = [...new Set([...moved.excludedStarts, ...skipped])].toSorted();
  return [
    {
      ...idea,
      variant: `${idea.variant}:without:${taken.length}`,
      description: idea.description.replace(/\.$/, `, and skip ${dates}.`),
      worth: idea.worth - 0.02 * taken.length,
      calendarChanges: [put({ ...moved, excludedStarts })],
      losses: [`${event.title} does not take place on ${dates}.`],
    },
    idea,
  ];
}

/** Moves a whole series that conflicts with the proposed series on many dates. */
export function movedOtherSeries(situation: Situation): readonly Idea[] {
  const regular = movableOthers(situation).filter(({ met }) => met.length > MAX_REMAINING);
  return alternativesOf(regular).flatMap((others) =>
    others.length === 1 ? others.flatMap((other) => movedOther(other, situation)) : [],
  );
}

function movedOther(other: Other, situation: Situation): readonly Idea[] {
  const { proposed, event, planned, wording, now } = situation;
  const series = planned.calendar.event(other.seriesId);
  const [first] = other.met;
  if (series === null || first === undefined || !isSeries(series) || series.allDay) return [];
  if (first.busy.start < Date.parse(now)) return [];
  const place = nearestPlace(series, first.busy, {
    timetable: planned,
    situation,
    mayRemain: existingConflicts(series, situation),
  });
  if (place === null) return [];
  const { moved, span } = place;
  const changed = planned.family(series.id).length - 1;
  return [
    {
      strategy: "move_event",
      variant: `other-series:${series.id}`,
      description: `Move every ${series.title} to another time, starting ${formatSpan(intervalOf(span), wording)}, and keep ${event.title} as proposed.`,
      worth: 0.65 - distancePenalty(first.busy, span) - 0.1 * (rankOf(other) - 1),
      changes: [timeChange(seriesOf(series), first.busy, span)],
      calendarChanges: [put(proposed.event), put({ ...moved, updatedAt: now, sequence: series.sequence + 1 })],
      losses: [
        `${nameWithTime(other, situation)} ${other.met.length > 1 ? "take" : "takes"} place at another time.`,
        ...(changed > 0 ? [`${countOf(changed, "single change")} of ${series.title} may be lost.`] : []),
      ],
    },
  ];
}

/** Ids of series that conflict with a series even without the proposal. */
function existingConflicts(series: CalendarEvent, situation: Situation): ReadonlySet<string> {
  const { household, wording, without } = situation;
  const against = { event: series, household, wording, timetable: without };
  const clashes = proposedOccurrences(without, series, reachOf(situation)).flatMap((occurrence) =>
    clashesAt(occurrence, against),
  );
  return new Set(clashes.map(({ other }) => other.occurrence.seriesId));
}

interface Place {
  readonly moved: CalendarEvent;
  /** New span of the occurrence that was `first`. */
  readonly span: Span;
  /** Dates with remaining conflicts. */
  readonly taken: readonly Busy[];
}

interface Search {
  readonly timetable: Timetable;
  readonly situation: Situation;
  /** Series whose conflicts can remain on a few dates. */
  readonly mayRemain: ReadonlySet<string>;
}

/** Finds the nearest time at which the whole series fits, with the fewest conflicting dates. */
function nearestPlace(series: CalendarEvent, first: Span, search: Search): Place | null {
  const { situation } = search;
  const { clock } = situation;
  const length = first.end - first.start;
  let best: Place | null = null;
  for (const day of daysFor(series, first, situation)) {
    const near = clock.at(day, clock.minutesOf(first.start));
    const starts = startsOn(day, { length, allDay: false }, situation).toSorted(
      (one, other) => Math.abs(one - near) - Math.abs(other - near) || one - other,
    );
    for (const start of starts) {
      const moved = seriesAt(series, start);
      const taken = takenDates(moved, search, Math.min(MAX_REMAINING, (best?.taken.length ?? Infinity) - 1));
      if (taken === null) continue;
      best = { moved, span: { start, end: start + length }, taken };
      if (taken.length === 0) return best;
    }
  }
  return best;
}

function daysFor(series: CalendarEvent, first: Span, situation: Situation): readonly string[] {
  const weekly = /FREQ=WEEKLY/i.test(series.recurrenceRule ?? "");
  const flexibility = series.flexibility === "any" ? "same_week" : series.flexibility;
  const ofDay = flexibility === "fixed" ? "fixed" : "same_day";
  return allowedDays(situation.clock.dayOf(first.start), weekly ? flexibility : ofDay, situation);
}

function seriesAt(series: CalendarEvent, start: number): CalendarEvent {
  const length = readWallTime(series.end) - readWallTime(series.start);
  return shiftSeries(series, instantToWall(start, series.timeZone), length);
}

/** Period of the proposal, extended by a week on both sides. */
function reachOf({ occurrences, now }: Situation): Span {
  const [first, last] = [occurrences[0], occurrences.at(-1)];
  if (first === undefined || last === undefined) return { start: 0, end: 0 };
  return { start: Math.max(first.start - 7 * DAY, Date.parse(now)), end: last.end + 7 * DAY };
}

/** Dates with conflicts; null if there are too many, or if a conflict is new. */
function takenDates(moved: CalendarEvent, { timetable, situation, mayRemain }: Search, limit: number): Busy[] | null {
  const { household, clock, wording } = situation;
  if (limit < 0) return null;
  const taken: Busy[] = [];
  for (const occurrence of proposedOccurrences(timetable, moved, reachOf(situation))) {
    if (!insideWakingHours(occurrence, household, clock)) return null;
    const clashes = clashesAt(occurrence, { event: moved, household, wording, timetable }).filter(
      (clash) => !mayStay(moved, clash),
    );
    if (clashes.length === 0) continue;
    if (!clashes.every(({ other }) => mayRemain.has(other.occurrence.seriesId))) return null;
    taken.push(occurrence);
    if (taken.length > limit) return null;
  }
  return taken;
}
