import type { CalendarEvent } from "../calendar-event.ts";
import { insideWakingHours } from "../conflicts/constraints.ts";
import { isSeries } from "../conflicts/horizon.ts";
import { formatHours, formatSpan, listNames } from "../format.ts";
import { type Busy, intervalOf, type Span, type Timetable } from "../free-busy.ts";
import type { ResolutionChange } from "../resolution.ts";
import { formatInstant } from "../wall-clock.ts";
import { entryOf, eventAt, occurrenceAt, put } from "./edit-occurrence.ts";
import { isFreeAt, type Situation, type Strategy } from "./situation.ts";

const STEP = 15 * 60_000;

/** Minimum length of each part. */
const MIN_PART = 15 * 60_000;

/** Maximum number of occurrences to split one by one. */
const MAX_SPLITS = 3;

/**
 * Splits the proposal at a conflict and moves the rest to the next free time of the same day.
 *
 * The first part keeps the identity of the event (or occurrence); the second part is a new event.
 */
export const splitEvent: Strategy = (situation) => {
  const { event, clashes, occurrences, planned, wording } = situation;
  const met = new Set(clashes.map(({ own }) => own.start));
  const clashing = occurrences.filter(({ start }) => met.has(start));
  if (event.allDay || clashing.length === 0 || clashing.length > MAX_SPLITS) return [];
  let timetable = planned;
  const parts: CalendarEvent[] = [];
  const changes: ResolutionChange[] = [];
  const sentences: string[] = [];
  for (const occurrence of clashing) {
    const split = splitOf(occurrence, timetable, situation);
    if (split === null) return [];
    const [first, second] = split;
    const pair = [partOf(occurrence, first, situation), secondPart(occurrence, second, situation)];
    parts.push(...pair);
    timetable = timetable.withChanges(pair.map(put));
    changes.push(
      { ...changeOf(first.end), field: "endTime", oldValue: formatInstant(occurrence.end) },
      { ...changeOf(second.start), field: "secondPart", oldValue: null },
    );
    sentences.push(`${formatSpan(intervalOf(first), wording)} and ${formatHours(intervalOf(second), wording)}`);
  }
  return [
    {
      strategy: "split_event",
      variant: `proposed:${formatInstant(clashing[0]?.start ?? 0)}`,
      description: `Split ${event.title} in two: ${listNames(sentences)}.`,
      worth: 0.5,
      changes,
      calendarChanges: [...(isSeries(event) ? [put(event)] : []), ...parts.map(put)],
      losses: [`${event.title} is interrupted.`],
    },
  ];
};

const changeOf = (instant: number): Pick<ResolutionChange, "eventId" | "newValue" | "action"> => ({
  eventId: null,
  newValue: formatInstant(instant),
  action: "split",
});

/** Time before the first conflict, and the next free time for the rest. */
function splitOf(own: Busy, timetable: Timetable, situation: Situation): readonly [Span, Span] | null {
  const { event, clashes, household, clock } = situation;
  const obstacles = clashes.filter((clash) => clash.own.start === own.start).map(({ other }) => other);
  const first = { start: own.start, end: Math.min(...obstacles.map(({ start }) => start)) };
  const length = own.end - own.start - (first.end - first.start);
  if (first.end - first.start < MIN_PART || length < MIN_PART) return null;
  const from = Math.min(...obstacles.map(({ end }) => end));
  const day = clock.dayOf(own.start);
  for (let start = from; clock.dayOf(start) === day; start = Math.floor(start / STEP) * STEP + STEP) {
    const second = { start, end: start + length };
    if (!insideWakingHours(second, household, clock)) return null;
    if (isFreeAt(event, second, { timetable, situation })) return [first, second];
  }
  return null;
}

/** The first part, which keeps the identity of the event. */
function partOf(own: Busy, span: Span, situation: Situation): CalendarEvent {
  if (isSeries(situation.event)) return occurrenceAt(own, span, situation);
  return eventAt(situation.event, span, situation);
}

function secondPart(own: Busy, span: Span, situation: Situation): CalendarEvent {
  const entry = entryOf(own);
  const id = secondPartId(entry.id, situation.without);
  return eventAt(
    {
      ...entry,
      id,
      title: `${entry.title} (part 2)`,
      replaces: null,
      sequence: 0,
      createdAt: situation.now,
      updatedAt: situation.now,
    },
    span,
    situation,
  );
}

/** Unused id for the second part: "soccer-part-2", or a higher number. */
function secondPartId(id: string, { calendar }: Timetable): string {
  const base = `${id.replaceAll("#", "-")}-part`;
  let number = 2;
  while (calendar.event(`${base}-${number}`) !== null) number += 1;
  return `${base}-${number}`;
}
