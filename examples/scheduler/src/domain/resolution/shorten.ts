import type { CalendarEvent } from "../calendar-event.ts";
import { insideWakingHours, minutesOfTime } from "../conflicts/constraints.ts";
import { isSeries } from "../conflicts/horizon.ts";
import { countOf, formatSpan, listNames } from "../format.ts";
import { type Busy, eventSpan, intervalOf, seriesOf, type Span } from "../free-busy.ts";
import type { ResolutionChange } from "../resolution.ts";
import { shiftSeries } from "../scheduling/shift-series.ts";
import { formatInstant, instantToWall } from "../wall-clock.ts";
import { eventAt, occurrenceAt, put } from "./edit-occurrence.ts";
import { alternativesOf, nameWithTime, type Other, rankOf, yieldingOthers } from "./others.ts";
import type { Idea, Situation, Strategy } from "./situation.ts";

const MINUTE = 60_000;

/** Minimum remaining length of a shortened event, in minutes; at least half of its length also remains. */
const MIN_MINUTES = 15;

const minLength = ({ start, end }: Span): number => Math.max(MIN_MINUTES * MINUTE, (end - start) / 2);

/** Ideas that shorten the proposal or conflicting events where they overlap. */
export const shortenEvent: Strategy = (situation) => [
  ...shortenedProposal(situation),
  ...alternativesOf(yieldingOthers(situation)).flatMap((others) => shortenedOthers(others, situation)),
];

/** Shortens all occurrences of the proposal to the same part that is free of conflicts. */
function shortenedProposal(situation: Situation): readonly Idea[] {
  const { event, household, wording } = situation;
  const own = eventSpan(event, household);
  if (event.allDay) return [];
  const cut = commonCut(situation);
  const span = { start: own.start + cut.from, end: own.start + cut.to };
  if (span.end - span.start < minLength(own) || span.end - span.start >= own.end - own.start) return [];
  const minutes = Math.round((own.end - own.start - (span.end - span.start)) / MINUTE);
  return [
    {
      strategy: "shorten_event",
      variant: "proposed",
      description: `Shorten ${event.title} to ${formatSpan(intervalOf(span), wording)}${isSeries(event) ? ", every time" : ""}.`,
      worth: 0.65,
      changes: timeChanges(null, own, span),
      calendarChanges: [put(eventWithin(event, span, situation))],
      losses: [`${event.title} is ${countOf(minutes, "minute")} shorter.`],
    },
  ];
}

function eventWithin(event: CalendarEvent, span: Span, situation: Situation): CalendarEvent {
  if (!isSeries(event)) return eventAt(event, span, situation);
  return shiftSeries(event, instantToWall(span.start, event.timeZone), span.end - span.start);
}

/** Part of an occurrence that is free in all occurrences, in milliseconds from its start. */
function commonCut(situation: Situation): { from: number; to: number } {
  const { event, household, occurrences, clashes } = situation;
  const own = eventSpan(event, household);
  let cut = { from: 0, to: own.end - own.start };
  for (const obstacle of [
    ...clashes.map(({ own: at, other }) => ({ from: other.start - at.start, to: other.end - at.start })),
    ...occurrences.flatMap((at, index) => nextOccurrence(at, occurrences[index + 1])),
    ...occurrences.flatMap((at) => nights(at, situation)),
  ]) {
    if (obstacle.to <= cut.from || obstacle.from >= cut.to) continue;
    const [before, after] = [obstacle.from - cut.from, cut.to - obstacle.to];
    cut = before >= after ? { from: cut.from, to: obstacle.from } : { from: obstacle.to, to: cut.to };
  }
  return cut;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

const nextOccurrence = (at: Busy, next: Busy | undefined): readonly Stretch[] =>
  next !== undefined && next.start < at.end ? [{ from: next.start - at.start, to: Infinity }] : [];

/** Parts of an occurrence outside waking hours, unless it is entirely outside. */
function nights(at: Busy, { household, clock }: Situation): readonly Stretch[] {
  if (insideWakingHours(at, household, clock)) return [];
  const day = clock.dayOf(at.start);
  const waking = clock.at(day, minutesOfTime(household.wakingHours.start));
  const until = minutesOfTime(household.wakingHours.end);
  const sleeping = clock.at(day, until > minutesOfTime(household.wakingHours.start) ? until : until + 1440);
  if (at.end <= waking || at.start >= sleeping) return [];
  return [
    ...(at.start < waking ? [{ from: 0, to: waking - at.start }] : []),
    ...(at.end > sleeping ? [{ from: sleeping - at.start, to: Infinity }] : []),
  ];
}

function timeChanges(eventId: string | null, from: Span, to: Span): ResolutionChange[] {
  const fields = [
    { field: "startTime", oldValue: from.start, newValue: to.start },
    { field: "endTime", oldValue: from.end, newValue: to.end },
  ];
  return fields
    .filter(({ oldValue, newValue }) => oldValue !== newValue)
    .map(({ field, oldValue, newValue }) => ({
      eventId,
      field,
      oldValue: formatInstant(oldValue),
      newValue: formatInstant(newValue),
      action: "shorten",
    }));
}

/** Shortens conflicting events to the time before or after the proposal; fixed and all-day events are not shortened. */
function shortenedOthers(others: readonly Other[], situation: Situation): readonly Idea[] {
  const { proposed, event, wording, occurrences } = situation;
  const changed: CalendarEvent[] = [];
  const changes: ResolutionChange[] = [];
  const sentences: string[] = [];
  for (const { busy } of others.flatMap(({ met }) => met)) {
    const { event: other } = busy.occurrence;
    const span = remainder(busy, occurrences);
    if (other.allDay || other.flexibility === "fixed" || span === null) return [];
    changed.push(occurrenceAt(busy, span, situation));
    changes.push(...timeChanges(seriesOf(other), busy, span));
    sentences.push(`${other.title} to ${formatSpan(intervalOf(span), wording)}`);
  }
  if (changed.length === 0) return [];
  const more = sentences.length > 3 ? ` (and ${sentences.length - 3} more)` : "";
  return [
    {
      strategy: "shorten_event",
      variant: `others:${others.map(({ seriesId }) => seriesId).join("+")}`,
      description: `Shorten ${listNames(sentences.slice(0, 3))}${more}, and keep ${event.title} as proposed.`,
      worth: 0.6 - 0.1 * (Math.max(...others.map(rankOf)) - 1) - 0.02 * (changed.length - 1),
      changes,
      calendarChanges: [put(proposed.event), ...changed.map(put)],
      losses: others.map((other) => `${nameWithTime(other, situation)} becomes shorter.`),
    },
  ];
}

/** Longer part of an occurrence that the proposal does not cover; null if it is too short. */
function remainder(busy: Busy, occurrences: readonly Busy[]): Span | null {
  let left: Span = { start: busy.start, end: busy.end };
  for (const own of occurrences) {
    if (own.start >= left.end || own.end <= left.start) continue;
    const [before, after] = [own.start - left.start, left.end - own.end];
    left = before >= after ? { start: left.start, end: own.start } : { start: own.end, end: left.end };
  }
  return left.end - left.start >= minLength(busy) ? left : null;
}
