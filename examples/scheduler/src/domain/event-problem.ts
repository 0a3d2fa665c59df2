import { CalendarEvent } from "./calendar-event.ts";
import { startsAt } from "./recurrence.ts";
import { ruleProblem } from "./recurrence-rule.ts";
import { isTimeZone, readWallTime } from "./wall-clock.ts";

/** Id of a changed occurrence: the id of its series, "#", and its original start. */
export const changedOccurrenceId = (seriesId: string, originalStart: string): string => `${seriesId}#${originalStart}`;

const maxListedStarts = 10_000;

/** Validates a well-formed event; returns the problem as half a sentence, or null when the event is valid. */
export function eventProblem(event: CalendarEvent): string | null {
  if (!isTimeZone(event.timeZone)) return `"${event.timeZone}" is not a time zone`;
  return timesProblem(event) ?? replacesProblem(event) ?? repetitionProblem(event);
}

/** An event of the right shape without a problem. */
export const ValidEvent = CalendarEvent.superRefine((event, context) => {
  const problem = eventProblem(event);
  if (problem !== null) context.addIssue(problem);
});

function timesProblem(event: CalendarEvent): string | null {
  const listed = [...event.excludedStarts, ...event.extraStarts];
  if (listed.length > maxListedStarts) return `it lists more than ${maxListedStarts} single starts`;
  const wrong = [event.start, event.end, ...listed].find(
    (wall) => (wall.length === 10) !== event.allDay || Number.isNaN(readWallTime(wall)),
  );
  if (wrong !== undefined) return `"${wrong}" is not a ${event.allDay ? "date" : "date and time"}`;
  return readWallTime(event.end) <= readWallTime(event.start) ? "its end is not after its start" : null;
}

function replacesProblem({ id, replaces, recurrenceRule, extraStarts, excludedStarts }: CalendarEvent): string | null {
  if (replaces === null) return null;
  if (recurrenceRule !== null || extraStarts.length + excludedStarts.length > 0)
    return "it replaces one occurrence of a series and cannot repeat";
  const expected = changedOccurrenceId(replaces.seriesId, replaces.originalStart);
  return id === expected ? null : `a changed occurrence of "${replaces.seriesId}" has the id "${expected}"`;
}

function repetitionProblem(event: CalendarEvent): string | null {
  const rule = event.recurrenceRule;
  if (rule === null) return null;
  try {
    const problem = ruleProblem(rule);
    if (problem === null) startsAt(event, event.start);
    return problem;
  } catch {
    return `the recurrence rule "${rule}" cannot be expanded`;
  }
}
