import { CalendarEvent } from "./calendar-event.ts";
import { startsAt } from "./recurrence.ts";
import { ruleProblem } from "./recurrence-rule.ts";
import { isTimeZone, readWallTime } from "./wall-clock.ts";

/** Id of a changed occurrence: the id of its series, "#", and its original start. */
export const changedOccurrenceId = (seriesId: string, originalStart: string): string => `${seriesId}#${originalStart}`;

const maxListedStarts = 10_000;

/** Validates a well-formed event; returns the problem as half a sentence, or null when the event is valid. */
export function eventProblem(event: CalendarEvent): string | null {
  const { id, start, end, allDay, timeZone, recurrenceRule: rule, excludedStarts, extraStarts, replaces } = event;
  if (!isTimeZone(timeZone)) return `"${timeZone}" is not a time zone`;
  const listed = [...excludedStarts, ...extraStarts];
  if (listed.length > maxListedStarts) return `it lists more than ${maxListedStarts} single starts`;
  const wrong = [start, end, ...listed].find(
    (wall) => (wall.length === 10) !== allDay || Number.isNaN(readWallTime(wall)),
  );
  if (wrong !== undefined) return `"${wrong}" is not a ${allDay ? "date" : "date and time"}`;
  if (readWallTime(end) <= readWallTime(start)) return "its end is not after its start";
  if (replaces !== null) {
    if (rule !== null || listed.length > 0) return "it replaces one occurrence of a series and cannot repeat";
    const expected = changedOccurrenceId(replaces.seriesId, replaces.originalStart);
    return id === expected ? null : `a changed occurrence of "${replaces.seriesId}" has the id "${expected}"`;
  }
  try {
    const problem = rule === null ? null : ruleProblem(rule);
    if (rule !== null && problem === null) startsAt(event, start);
    return problem;
  } catch {
    return `the recurrence rule "${rule}" cannot be expanded`;
  }
}

/** An event of the right shape without a problem. */
export const ValidEvent = CalendarEvent.superRefine((event, context) => {
  const problem = eventProblem(event);
  if (problem !== null) context.addIssue(problem);
});
