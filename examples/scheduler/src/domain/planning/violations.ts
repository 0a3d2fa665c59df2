import type { CalendarEvent } from "../calendar-event.ts";
import { eventProblem } from "../event-problem.ts";
import { countOf, formatSpan, type Wording } from "../format.ts";
import { type Busy, eventSpan, intervalOf, type Span } from "../free-busy.ts";
import { localClock } from "../free-busy-clock.ts";
import { type Household, minutesOfTime } from "../household.ts";
import type { Conflict } from "../outputs.ts";
import { isSeries } from "./series.ts";

/** True for a single event that has begun, or that was on days that are over. */
export function isPast(event: CalendarEvent, household: Household, now: string): boolean {
  const { start, end } = eventSpan(event, household);
  return !isSeries(event) && (event.allDay ? end : start) < Date.parse(now);
}

/** Rules of the household that an event violates by itself; `own` are its occurrences. */
export function violations(
  event: CalendarEvent,
  own: readonly Busy[],
  household: Household,
  wording: Required<Wording>,
): Conflict[] {
  const found: Conflict[] = [];
  const add = (kind: string, severity: Conflict["severity"], details: string): void => {
    const id = `constraint:${event.id}:${kind}`;
    found.push({ id, type: "constraint_violation", severity, details: `${event.title} ${details}.` });
  };
  const when = (span: Span): string => formatSpan(intervalOf(span), wording);
  const problem = eventProblem(event);
  if (problem !== null) add("impossible_event", "critical", `is not valid: ${problem}`);
  else if (own.length === 0) add("never_happens", "critical", "would never take place: its rule leaves no date");
  if (found.length > 0) return found;
  const mine = own.filter(({ occurrence }) => occurrence.eventId === event.id);
  const again = mine.find(({ start }, index) => start < (mine[index - 1]?.end ?? 0));
  if (again !== undefined) add("overlaps_itself", "high", `would take place again ${when(again)}, before it has ended`);
  if (isPast(event, household, wording.now))
    add("in_the_past", "medium", `on ${when(eventSpan(event, household))} is in the past`);
  const { start: wake, end: sleep } = household.wakingHours;
  const { minutesOf } = localClock(household.timeZone);
  const [early, ...more] = own.filter(
    ({ start, end }) =>
      minutesOf(start) < minutesOfTime(wake) || minutesOf(start) + (end - start) / 60_000 > minutesOfTime(sleep),
  );
  if (early === undefined || event.allDay) return found;
  const times = more.length > 0 ? `, and ${countOf(more.length, "more time")},` : "";
  add("outside_waking_hours", "low", `on ${when(early)}${times} is outside the waking hours ${wake}–${sleep}`);
  return found;
}
