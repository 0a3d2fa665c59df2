import { Temporal } from "temporal-polyfill";
import { dayText } from "./day-words.ts";
import { timeText } from "./half-of-day.ts";
import type { ReadContext } from "./pieces.ts";
import type { Request } from "../request.ts";

/** How far ahead a request may reach, in years. */
const MAX_YEARS = 2;

const WHOLE_DAY =
  /\b(?:birthday|anniversary|holidays?|vacation|day off|bank holiday)\b(?!.*\b(?:party|dinner|lunch|breakfast|shopping)\b)/iu;

/**
 * Checks a reading, of the rules or of a model: past, far and impossible times, numbers out of range, and what is missing.
 *
 * The check is repeated after every correction, so it only adds what it finds itself.
 */
export function check(read: Request, context: ReadContext): Request {
  const request = withWholeDay(read);
  const { eventType } = request;
  const problems = new Set([...request.problems, ...(eventType === "query" ? [] : timeProblems(request, context))]);
  const missing = new Set(request.missing);
  if (eventType === "create") {
    if (request.title === null) missing.add("title");
    if (lacksTime(request)) missing.add("time");
  }
  if (eventType === "modify" && !changesSomething(request)) missing.add("change");
  const order = ["title", "target", "scope", "change", "time", "half"] as const;
  return {
    ...request,
    missing: order.filter((part) => missing.has(part)),
    problems: [...problems],
    assumed: [...new Set(request.assumed)],
    unread: [...new Set(request.unread)].filter((word) => word !== ""),
  };
}

/** A birthday or a holiday without a time of day takes the whole day. */
function withWholeDay(request: Request): Request {
  const { eventType, title, day, start, part, allDay, minutes } = request;
  if (
    eventType !== "create" ||
    allDay ||
    title === null ||
    day === null ||
    start !== null ||
    part !== null ||
    minutes !== null ||
    !WHOLE_DAY.test(title)
  )
    return request;
  return { ...request, allDay: true, open: false, assumed: [...request.assumed, "all day"] };
}

const lacksTime = ({ day, start, part, allDay, open, repeat, end, lastDay }: Request): boolean => {
  if (open && repeat === null) return start !== null && lastDay !== null;
  if (day === null) return true;
  if (allDay || start !== null) return false;
  return end !== null || part === null;
};

const changesSomething = (request: Request): boolean =>
  [
    request.day,
    request.start,
    request.end,
    request.minutes,
    request.part,
    request.repeat,
    request.priority,
    request.newTitle,
    request.shift,
    request.longer,
  ].some((part) => part !== null) ||
  request.allDay ||
  request.open ||
  request.participants.length +
    request.resources.length +
    request.removedParticipants.length +
    request.removedResources.length >
    0;

const isBefore = (one: Temporal.PlainDate, other: Temporal.PlainDate): boolean =>
  Temporal.PlainDate.compare(one, other) < 0;

function timeProblems(request: Request, { calendar, now }: ReadContext): string[] {
  const problems: string[] = [];
  const zoned = Temporal.Instant.from(now).toZonedDateTimeISO(calendar.household.timeZone);
  const today = zoned.toPlainDate();
  const { day, lastDay, start, end, minutes, open, repeat } = request;
  const first = day === null ? null : Temporal.PlainDate.from(day);
  const last = lastDay === null ? first : Temporal.PlainDate.from(lastDay);
  if (first !== null && isBefore(open ? (last ?? first) : first, today))
    problems.push(`${dayText(first, today)} is in the past.`);
  const isOver = first !== null && first.equals(today) && start !== null && start <= zoned.hour * 60 + zoned.minute;
  if (isOver && !open && repeat === null) problems.push(`${timeText(start ?? 0)} today is in the past.`);
  if (last !== null && isBefore(today.add({ years: MAX_YEARS }), last))
    problems.push(`${dayText(last, today)} is more than ${MAX_YEARS} years ahead.`);
  if (minutes !== null && (minutes < 1 || minutes > 14 * 1440))
    problems.push(`A length of ${minutes} minutes is not possible.`);
  if (lastDay === null && end !== null && start !== null && end <= start)
    problems.push(`It would end at ${timeText(end)}, not after it starts.`);
  return problems;
}
