import type { CalendarEvent } from "../calendar-event.ts";
import type { Conflict } from "../conflict.ts";
import { eventProblem } from "../event-problem.ts";
import { countOf, formatMoment, formatSpan, formatTime, type Wording } from "../format.ts";
import { type Busy, eventSpan, intervalOf, seriesOf, type Span } from "../free-busy.ts";
import type { LocalClock } from "../free-busy-clock.ts";
import type { Household } from "../household.ts";
import { formatInstant, isTimeZone, readWallTime } from "../wall-clock.ts";
import { unmetWishes, wishesText } from "../preferences.ts";
import { isSeries } from "./horizon.ts";
import { type ConstraintKind, CONSTRAINTS } from "./severity.ts";

const DAY = 86_400_000;

/** Context for checking a single event. */
interface ConstraintContext {
  readonly household: Household;
  readonly clock: LocalClock;
  readonly wording: Wording;
  readonly now: number;
}

/** Minutes since midnight of a time such as "07:30". */
export const minutesOfTime = (timeOfDay: string): number =>
  Number(timeOfDay.slice(0, 2)) * 60 + Number(timeOfDay.slice(3, 5));

/** True if the span is within waking hours, which can extend past midnight. */
export function insideWakingHours(span: Span, { wakingHours }: Household, clock: LocalClock): boolean {
  const start = minutesOfTime(wakingHours.start);
  const until = minutesOfTime(wakingHours.end);
  const end = until > start ? until : until + 1440;
  const from = clock.minutesOf(span.start);
  const to = from + (clock.wallOf(span.end) - clock.wallOf(span.start)) / 60_000;
  return [0, 1440].some((shift) => from + shift >= start && to + shift <= end);
}

/** Finds the reason why an event is invalid, before it is expanded; null if it is valid. */
export function impossibleEvent(event: CalendarEvent, { household, wording, now }: ConstraintContext): Conflict | null {
  const problem = eventProblem(event);
  if (problem === null) return null;
  const span = hasReadableTimes(event) ? eventSpan(event, household) : null;
  if (span === null || span.end > span.start) {
    const details = `${event.title} is not valid: ${problem}.`;
    return violation("impossible_event", event, { firstAt: span?.start ?? now, occurrences: 1, details });
  }
  const details = `${event.title} would end at ${formatTime(formatInstant(span.end), wording)}, not after it starts.`;
  return violation("impossible_length", event, { firstAt: span.start, occurrences: 1, details });
}

const hasReadableTimes = ({ start, end, timeZone }: CalendarEvent): boolean =>
  isTimeZone(timeZone) && [start, end].every((wall) => !Number.isNaN(readWallTime(wall)));

/** Constraints that the given occurrences of an event violate. */
export function constraintViolations(
  event: CalendarEvent,
  occurrences: readonly Busy[],
  context: ConstraintContext,
): readonly Conflict[] {
  const checks = [neverHappens, overlapsItself, tooLong, inThePast, outsideWakingHours, violatesPreference];
  return checks.map((check) => check(event, occurrences, context)).filter((found) => found !== null);
}

type Check = (event: CalendarEvent, occurrences: readonly Busy[], context: ConstraintContext) => Conflict | null;

const neverHappens: Check = (event, occurrences, { household, now }) => {
  const start = eventSpan(event, household).start;
  if (occurrences.length > 0 || start < now) return null;
  const details = `${event.title} would never take place: its rule leaves no date.`;
  return violation("never_happens", event, { firstAt: start, occurrences: 1, details });
};

const overlapsItself: Check = (event, occurrences, { wording }) => {
  const overlapping = occurrences.filter(
    (occurrence, index) => occurrence.start < (occurrences[index - 1]?.end ?? -Infinity),
  );
  const first = overlapping[0];
  if (first === undefined) return null;
  const when = formatMoment(formatInstant(first.start), wording);
  const details = `${event.title} would start again ${when}, before it has ended.`;
  return violation("overlaps_itself", event, { firstAt: first.start, occurrences: overlapping.length, details });
};

const tooLong: Check = (event, occurrences) => {
  const first = occurrences[0];
  if (event.allDay || first === undefined || first.end - first.start <= DAY) return null;
  const hours = Math.round((first.end - first.start) / 3_600_000);
  const details = `${event.title} would last ${countOf(hours, "hour")}.`;
  return violation("too_long", event, { firstAt: first.start, occurrences: 1, details });
};

const inThePast: Check = (event, occurrences, { household, now, wording }) => {
  const last = isSeries(event) ? occurrences.at(-1) : eventSpan(event, household);
  const start = eventSpan(event, household).start;
  // A series is expanded from now on, so a series without occurrences is over.
  if (last === undefined ? start >= now : (event.allDay ? last.end : last.start) >= now) return null;
  const when = formatSpan(intervalOf(last ?? eventSpan(event, household)), wording);
  const details = isSeries(event) ? `${event.title} is over already.` : `${event.title}, ${when}, is in the past.`;
  return violation("in_the_past", event, { firstAt: start, occurrences: 1, details });
};

const outsideWakingHours: Check = (event, occurrences, { household, clock, wording }) => {
  if (event.allDay) return null;
  const outside = occurrences.filter((occurrence) => !insideWakingHours(occurrence, household, clock));
  const first = outside[0];
  if (first === undefined) return null;
  const { start, end } = household.wakingHours;
  const when = formatSpan(intervalOf(first), wording);
  const more = outside.length > 1 ? `, and ${countOf(outside.length - 1, "more time")}` : "";
  const details = `${event.title}, ${when}${more}, is outside the waking hours ${start}–${end}.`;
  return violation("outside_waking_hours", event, { firstAt: first.start, occurrences: outside.length, details });
};

const violatesPreference: Check = (event, occurrences, { household, clock, wording }) => {
  if (event.allDay) return null;
  const against = occurrences.flatMap((occurrence) => {
    const unmet = unmetWishes(occurrence, event.participants, { household, clock });
    return unmet.length === 0 ? [] : [{ occurrence, unmet }];
  });
  const first = against[0];
  if (first === undefined) return null;
  const when = formatSpan(intervalOf(first.occurrence), wording);
  const more = against.length > 1 ? `, and ${countOf(against.length - 1, "more time")}` : "";
  const wishes = wishesText(
    against.flatMap(({ unmet }) => unmet),
    household,
  );
  const details = `${event.title}, ${when}${more}, conflicts with preferences: ${wishes}.`;
  return violation("against_preference", event, {
    firstAt: first.occurrence.start,
    occurrences: against.length,
    details,
  });
};

const violation = (
  kind: ConstraintKind,
  event: CalendarEvent,
  found: { firstAt: number; occurrences: number; details: string },
): Conflict => ({
  id: `constraint:${seriesOf(event)}:${kind}`,
  type: "constraint_violation",
  severity: CONSTRAINTS[kind].severity,
  conflictingEventId: null,
  conflictingEventTitle: null,
  participantsAffected: event.participants,
  resourceId: null,
  firstAt: formatInstant(found.firstAt),
  occurrences: found.occurrences,
  details: found.details,
});

/** Kind of constraint that a conflict violates; null for other types of conflict. */
export function constraintOf(conflict: Conflict): ConstraintKind | null {
  if (conflict.type !== "constraint_violation") return null;
  const kind = conflict.id.slice(conflict.id.lastIndexOf(":") + 1);
  return KINDS.find((known) => known === kind) ?? null;
}

const KINDS: readonly ConstraintKind[] = [
  "impossible_event",
  "impossible_length",
  "never_happens",
  "overlaps_itself",
  "too_long",
  "in_the_past",
  "outside_waking_hours",
  "against_preference",
];
