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

/** Each part lasts at least 15 minutes. */
const SHORTEST_PART = 15 * 60_000;

/** More occurrences than these are not split one by one. */
const MOST_SPLITS = 3;

/**
 * Cuts the proposal where something gets in its way and lets the rest follow in the next free time of the same day.
 *
 * The first part stays the event (of a series, the occurrence); the second is an event of its own.
 */
export const splitEvent: Strategy = (situation) => {
  const { event, clashes, occurrences, planned, wording } = situation;
  const met = new Set(clashes.map(({ own }) => own.start));
  const clashing = occurrences.filter((own) => met.has(own.start));
  if (event.allDay || clashing.length === 0 || clashing.length > MOST_SPLITS) return [];
  let timetable = planned;
  const parts: CalendarEvent[] = [];
  const changes: ResolutionChange[] = [];
  const sentences: string[] = [];
  for (const own of clashing) {
    const split = splitOf(own, timetable, situation);
    if (split === null) return [];
    const [first, second] = split;
    const pair = [partOf(own, first, situation), secondPart(own, second, situation)];
    parts.push(...pair);
    timetable = timetable.withChanges(pair.map(put));
    changes.push(
      { ...changeOf(first.end), field: "endTime", oldValue: formatInstant(own.end) },
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

const changeOf = (instant: number) => ({ eventId: null, newValue: formatInstant(instant), action: "split" as const });

/** The time before the first thing in the way, and the next free stretch as long as what is left. */
function splitOf(own: Busy, timetable: Timetable, situation: Situation): readonly [Span, Span] | null {
  const { event, clashes, household, clock } = situation;
  const obstacles = clashes.filter((clash) => clash.own.start === own.start).map(({ other }) => other);
  const first = { start: own.start, end: Math.min(...obstacles.map(({ start }) => start)) };
  const length = own.end - own.start - (first.end - first.start);
  if (first.end - first.start < SHORTEST_PART || length < SHORTEST_PART) return null;
  const from = Math.min(...obstacles.map(({ end }) => end));
  const day = clock.dayOf(own.start);
  for (let start = from; clock.dayOf(start) === day; start = Math.floor(start / STEP) * STEP + STEP) {
    const second = { start, end: start + length };
    if (!insideWakingHours(second, household, clock)) return null;
    if (isFreeAt(event, second, { timetable, situation })) return [first, second];
  }
  return null;
}

/** The first part keeps the identity of what is split. */
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

/** "soccer-part-2", or the next number that the calendar does not have yet. */
function secondPartId(id: string, { calendar }: Timetable): string {
  const base = `${id.replaceAll("#", "-")}-part`;
  let number = 2;
  while (calendar.event(`${base}-${number}`) !== null) number += 1;
  return `${base}-${number}`;
}
