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
import { farness, timeChange } from "./farness.ts";
import { allowedDays, startsOn } from "./free-time.ts";
import { alternativesOf, nameWithTime, type Other, othersThatMayYield, rankOf } from "./others.ts";
import { type Idea, mayStay, type Situation } from "./situation.ts";

const DAY = 86_400_000;

/** On so many dates something else may still be in the way; the series is then left out there, or it is said. */
const MOST_REMAINING = 2;

/**
 * The whole series at another time of day, or for a weekly one on another weekday, free on its dates.
 *
 * Where only a few dates are taken by what was in the way before, as by a trip, there are two ideas: to leave the
 * series out on those dates, and to keep them nevertheless.
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
    description: `Move every ${event.title} to another time, first ${formatSpan(intervalOf(span), wording)}.`,
    worth: 0.8 - farness(first, span) - 0.1 * (priorityRank(event.priority) - 1),
    changes: [timeChange(null, first, span)],
    calendarChanges: [put(moved)],
    losses: [],
  };
  if (taken.length === 0) return [idea];
  const dates = listNames(taken.map((own) => formatDay(formatInstant(own.start), wording)));
  const left = taken.map((own) => own.occurrence.originalStart);
  const excludedStarts = [...new Set([...moved.excludedStarts, ...left])].toSorted();
  return [
    {
      ...idea,
      variant: `${idea.variant}:without:${taken.length}`,
      description: idea.description.replace(/\.$/, `, and leave it out on ${dates}.`),
      worth: idea.worth - 0.02 * taken.length,
      calendarChanges: [put({ ...moved, excludedStarts })],
      losses: [`${event.title} does not take place on ${dates}.`],
    },
    idea,
  ];
}

/** What clashes with a series time and again is itself a series: all of it goes to another time. */
export function movedOtherSeries(situation: Situation): readonly Idea[] {
  const regular = othersThatMayYield(situation).filter(({ met }) => met.length > MOST_REMAINING);
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
    mayRemain: metAlready(series, situation),
  });
  if (place === null) return [];
  const { moved, span } = place;
  const changed = planned.family(series.id).length - 1;
  return [
    {
      strategy: "move_event",
      variant: `other-series:${series.id}`,
      description: `Move every ${series.title} to another time, first ${formatSpan(intervalOf(span), wording)}, and keep ${event.title} as proposed.`,
      worth: 0.65 - farness(first.busy, span) - 0.1 * (rankOf(other) - 1),
      changes: [timeChange(seriesOf(series), first.busy, span)],
      calendarChanges: [put(proposed.event), put({ ...moved, updatedAt: now, sequence: series.sequence + 1 })],
      losses: [
        `${nameWithTime(other, situation)} ${other.met.length > 1 ? "take" : "takes"} place at another time.`,
        ...(changed > 0 ? [`${countOf(changed, "single change")} of ${series.title} may be lost.`] : []),
      ],
    },
  ];
}

/** What is in the way of a series already, without the proposal. */
function metAlready(series: CalendarEvent, situation: Situation): ReadonlySet<string> {
  const { household, wording, without } = situation;
  const against = { event: series, household, wording, timetable: without };
  const clashes = proposedOccurrences(without, series, reachOf(situation)).flatMap((own) => clashesAt(own, against));
  return new Set(clashes.map(({ other }) => other.occurrence.seriesId));
}

interface Place {
  readonly moved: CalendarEvent;
  /** Where the occurrence that was `first` is then. */
  readonly span: Span;
  /** The dates on which something that may remain is still in the way. */
  readonly taken: readonly Busy[];
}

interface Search {
  readonly timetable: Timetable;
  readonly situation: Situation;
  /** The series whose clashes may remain on a few dates. */
  readonly mayRemain: ReadonlySet<string>;
}

/** The nearest time at which the whole series fits, with the fewest dates taken. */
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
      const taken = takenDates(moved, search, Math.min(MOST_REMAINING, (best?.taken.length ?? Infinity) - 1));
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

/** The stretch in which the proposal takes place, and a week around it. */
function reachOf({ occurrences, now }: Situation): Span {
  const [first, last] = [occurrences[0], occurrences.at(-1)];
  if (first === undefined || last === undefined) return { start: 0, end: 0 };
  return { start: Math.max(first.start - 7 * DAY, Date.parse(now)), end: last.end + 7 * DAY };
}

/** The dates on which something is in the way; null when they are too many, or taken by what was not there before. */
function takenDates(moved: CalendarEvent, { timetable, situation, mayRemain }: Search, most: number): Busy[] | null {
  const { household, clock, wording } = situation;
  if (most < 0) return null;
  const taken: Busy[] = [];
  for (const own of proposedOccurrences(timetable, moved, reachOf(situation))) {
    if (!insideWakingHours(own, household, clock)) return null;
    const clashes = clashesAt(own, { event: moved, household, wording, timetable }).filter(
      (clash) => !mayStay(moved, clash),
    );
    if (clashes.length === 0) continue;
    if (!clashes.every(({ other }) => mayRemain.has(other.occurrence.seriesId))) return null;
    taken.push(own);
    if (taken.length > most) return null;
  }
  return taken;
}
