import type { CalendarEvent } from "../calendar-event.ts";
import { isSeries } from "../conflicts/horizon.ts";
import { priorityRank } from "../conflicts/severity.ts";
import { formatSpan, formatTime, listNames } from "../format.ts";
import { eventSpan, intervalOf, seriesOf, type Span } from "../free-busy.ts";
import type { ResolutionChange } from "../resolution.ts";
import { formatInstant } from "../wall-clock.ts";
import { entryOf, eventAt, occurrenceAt, put } from "./edit-occurrence.ts";
import { distancePenalty, timeChange } from "./distance-penalty.ts";
import { allowedDays, nearestFree } from "./free-time.ts";
import { movedOtherSeries, movedSeries } from "./move-series.ts";
import { alternativesOf, MAX_OCCURRENCES, nameWithTime, type Other, rankOf, yieldingOthers } from "./others.ts";
import type { Idea, Situation, Strategy } from "./situation.ts";

/** Ideas that move the proposal, its conflicting occurrences, or conflicting events, as far as each is flexible. */
export const moveEvent: Strategy = (situation) => [
  ...(isSeries(situation.event) ? [...movedSeries(situation), ...movedOccurrences(situation)] : movedOnce(situation)),
  ...alternativesOf(yieldingOthers(situation)).flatMap((others) => movedOthers(others, situation)),
  ...movedOtherSeries(situation),
];

/** Nearest free time, and the nearest free time on another day. */
function movedOnce(situation: Situation): readonly Idea[] {
  const { event, without, clock, household } = situation;
  const wanted = eventSpan(event, household);
  const days = allowedDays(clock.dayOf(wanted.start), event.flexibility, situation);
  const context = { timetable: without, situation };
  const first = nearestFree(event, { wanted, days }, context);
  if (first === null) return [];
  const elsewhere = days.filter((day) => day !== clock.dayOf(first.start));
  const second = nearestFree(event, { wanted, days: elsewhere }, context);
  return [first, second].flatMap((span) => (span === null ? [] : [movedTo(span, wanted, situation)]));
}

function movedTo(span: Span, wanted: Span, situation: Situation): Idea {
  const { event, wording } = situation;
  return {
    strategy: "move_event",
    variant: `proposed:${formatInstant(span.start)}`,
    description: `Move ${event.title} to ${formatSpan(intervalOf(span), wording)}.`,
    worth: 0.8 - distancePenalty(wanted, span) - 0.1 * (priorityRank(event.priority) - 1),
    changes: [timeChange(null, wanted, span)],
    calendarChanges: [put(eventAt(event, span, situation))],
    losses: [],
  };
}

/** Moves only the conflicting occurrences of the proposal, each to the nearest free time. */
function movedOccurrences(situation: Situation): readonly Idea[] {
  const { event, occurrences, clashes, planned, clock } = situation;
  const starts = new Set(clashes.map(({ own }) => own.start));
  const clashing = occurrences.filter(({ start }) => starts.has(start));
  if (clashing.length === 0 || clashing.length > MAX_OCCURRENCES || clashing.length === occurrences.length) return [];
  let timetable = planned;
  const moved: CalendarEvent[] = [];
  const changes: ResolutionChange[] = [];
  for (const occurrence of clashing) {
    const days = allowedDays(clock.dayOf(occurrence.start), event.flexibility, situation);
    const span = nearestFree(entryOf(occurrence), { wanted: occurrence, days }, { timetable, situation });
    if (span === null) return [];
    moved.push(occurrenceAt(occurrence, span, situation));
    changes.push(timeChange(null, occurrence, span));
    timetable = timetable.withChanges(moved.slice(-1).map(put));
  }
  const dates = moved.length === 1 ? "one date" : `${moved.length} dates`;
  return [
    {
      strategy: "move_event",
      variant: `occurrences:${formatInstant(clashing[0]?.start ?? 0)}`,
      description: `Move ${event.title} on ${dates} only: ${listTimes(changes, situation)}.`,
      worth: 0.75 - 0.02 * moved.length - 0.1 * (priorityRank(event.priority) - 1),
      changes,
      calendarChanges: [put(event), ...moved.map(put)],
      losses: [],
    },
  ];
}

const listTimes = (changes: readonly ResolutionChange[], { wording }: Situation): string =>
  listNames(changes.flatMap(({ newValue }) => (newValue === null ? [] : [formatMomentOf(newValue, wording)])));

const formatMomentOf = (instant: string, wording: Situation["wording"]): string =>
  formatSpan({ start: instant, end: instant }, wording).split("–")[0] ?? formatTime(instant, wording);

/** Moves all conflicting events to the nearest free times that their flexibility allows; gives up if one cannot move. */
function movedOthers(others: readonly Other[], situation: Situation): readonly Idea[] {
  const { proposed, event, planned, clock, wording } = situation;
  let timetable = planned;
  const moved: CalendarEvent[] = [];
  const changes: ResolutionChange[] = [];
  const sentences: string[] = [];
  let penalty = 0;
  for (const { busy } of others.flatMap(({ met }) => met)) {
    const { event: other } = busy.occurrence;
    const days = other.allDay ? [] : allowedDays(clock.dayOf(busy.start), other.flexibility, situation);
    const span = nearestFree(entryOf(busy), { wanted: busy, days }, { timetable, situation });
    if (span === null || busy.start < Date.parse(situation.now)) return [];
    moved.push(occurrenceAt(busy, span, situation));
    changes.push(timeChange(seriesOf(other), busy, span));
    sentences.push(`${other.title} to ${formatSpan(intervalOf(span), wording)}`);
    penalty = Math.max(penalty, distancePenalty(busy, span));
    timetable = timetable.withChanges(moved.slice(-1).map(put));
  }
  if (moved.length === 0) return [];
  const rank = Math.max(...others.map(rankOf));
  return [
    {
      strategy: "move_event",
      variant: `others:${others.map(({ seriesId }) => seriesId).join("+")}`,
      description: `Move ${listNames(sentences.slice(0, 3))}${sentences.length > 3 ? ` (and ${sentences.length - 3} more)` : ""}, and keep ${event.title} as proposed.`,
      worth: 0.7 - penalty - 0.1 * (rank - 1) - 0.02 * (moved.length - 1),
      changes,
      calendarChanges: [put(proposed.event), ...moved.map(put)],
      losses: others.map((other) => `${nameWithTime(other, situation)} takes place at another time.`),
    },
  ];
}
