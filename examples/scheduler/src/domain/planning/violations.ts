import type { CalendarEvent, Occurrence } from "../calendar-event.ts";
import type { HouseholdWording } from "../describe.ts";
import { eventProblem } from "../event-problem.ts";
import { countOf, formatSpan } from "../format.ts";
import { type Household, minutesOfTime } from "../household.ts";
import type { Conflict } from "../outputs.ts";
import { eventSpan } from "../recurrence.ts";
import { localClock } from "../wall-clock.ts";
import { isSeries } from "./series.ts";

/** True for a single event that has begun, or that was on days that are over. */
export function isPast(event: CalendarEvent, household: Household, now: string): boolean {
  const { start, end } = eventSpan(event, household);
  return !isSeries(event) && Date.parse(event.allDay ? end : start) < Date.parse(now);
}

/** Rules of the household that an event violates by itself; `own` are its occurrences. */
export function violations(event: CalendarEvent, own: readonly Occurrence[], wording: HouseholdWording): Conflict[] {
  const found: Conflict[] = [];
  const add = (kind: string, severity: Conflict["severity"], details: string): void => {
    const id = `constraint:${event.id}:${kind}`;
    found.push({ id, type: "constraint_violation", severity, details: `${event.title} ${details}.` });
  };
  const problem = eventProblem(event);
  if (problem !== null) add("impossible_event", "critical", `is not valid: ${problem}`);
  else if (own.length === 0) add("never_happens", "critical", "would never take place: its rule leaves no date");
  if (found.length > 0) return found;
  const mine = own.filter(({ eventId }) => eventId === event.id);
  const again = mine.find(({ start }, index) => start < (mine[index - 1]?.end ?? ""));
  if (again !== undefined)
    add("overlaps_itself", "high", `would take place again ${formatSpan(again, wording)}, before it has ended`);
  if (isPast(event, wording, wording.now))
    add("in_the_past", "medium", `on ${formatSpan(eventSpan(event, wording), wording)} is in the past`);
  if (event.allDay) return found;
  const { start: wake, end: sleep } = wording.wakingHours;
  const { minutesOf } = localClock(wording.timeZone);
  const [early, ...more] = own.filter(({ start, end }) => {
    const [from, length] = [minutesOf(Date.parse(start)), (Date.parse(end) - Date.parse(start)) / 60_000];
    return from < minutesOfTime(wake) || from + length > minutesOfTime(sleep);
  });
  if (early === undefined) return found;
  const times = more.length > 0 ? `, and ${countOf(more.length, "more time")},` : "";
  add(
    "outside_waking_hours",
    "low",
    `on ${formatSpan(early, wording)}${times} is outside the waking hours ${wake}–${sleep}`,
  );
  return found;
}
