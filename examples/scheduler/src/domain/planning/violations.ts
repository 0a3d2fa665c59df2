import type { CalendarEvent } from "../calendar-event.ts";
import type { Conflict } from "../outputs.ts";
import { eventProblem } from "../event-problem.ts";
import { countOf, formatSpan } from "../format.ts";
import { type Busy, eventSpan, intervalOf, type Span } from "../free-busy.ts";
import { localClock } from "../free-busy-clock.ts";
import { type Household, minutesOfTime } from "../household.ts";
import { isSeries } from "./series.ts";

/** True if a span lies within the waking hours. */
export function isAwake(span: Span, { timeZone, wakingHours }: Household): boolean {
  const from = localClock(timeZone).minutesOf(span.start);
  const to = from + (span.end - span.start) / 60_000;
  return from >= minutesOfTime(wakingHours.start) && to <= minutesOfTime(wakingHours.end);
}

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
  wording: { readonly timeZone: string; readonly now: string },
): Conflict[] {
  const { id, title, allDay } = event;
  const violation = (kind: string, severity: Conflict["severity"], details: string): Conflict => ({
    id: `constraint:${id}:${kind}`,
    type: "constraint_violation",
    severity,
    details: `${title} ${details}.`,
  });
  const problem = eventProblem(event);
  if (problem !== null) return [violation("impossible_event", "critical", `is not valid: ${problem}`)];
  if (isSeries(event) && own.length === 0)
    return [violation("never_happens", "critical", "would never take place: its rule leaves no date")];
  const found: Conflict[] = [];
  const mine = own.filter(({ occurrence }) => occurrence.eventId === id);
  const again = mine.find(({ start }, index) => start < (mine[index - 1]?.end ?? 0));
  if (again !== undefined) {
    const when = formatSpan(intervalOf(again), wording);
    found.push(violation("overlaps_itself", "high", `would take place again ${when}, before it has ended`));
  }
  if (isPast(event, household, wording.now)) {
    const when = formatSpan(intervalOf(eventSpan(event, household)), wording);
    found.push(violation("in_the_past", "medium", `on ${when} is in the past`));
  }
  const [early, ...more] = allDay ? [] : own.filter((busy) => !isAwake(busy, household));
  if (early !== undefined) {
    const when =
      formatSpan(intervalOf(early), wording) + (more.length > 0 ? `, and ${countOf(more.length, "more time")},` : "");
    const { start, end } = household.wakingHours;
    found.push(violation("outside_waking_hours", "low", `on ${when} is outside the waking hours ${start}–${end}`));
  }
  return found;
}
