import { isDeepStrictEqual } from "node:util";
import { dayText, isBefore, isSmall, numberOf, timeText, wordsOf } from "@tidemark/reading";
import { Temporal } from "temporal-polyfill";
import { draft } from "../planning/draft.ts";
import { emptyRequest, isClear, type Request } from "../request.ts";
import type { ReadContext } from "./pieces.ts";
import { isWaiting } from "./repeat.ts";

/** How far ahead a request may reach, in years. */
const MAX_YEARS = 2;

const ORDER = ["title", "target", "scope", "change", "time", "half"] as const;
/** Parts of a request that do not change an event by themselves. */
const OTHER = /^(?:eventType|title|target|candidates|missing|assumed|problems|unread|lastDay)$/u;
const EMPTY = new Map(Object.entries(emptyRequest));

/** Determiners, pronouns, auxiliaries and numbers name no event. */
const NO_NAME =
  /^(?:(?:some)?thing|events?|reminders?|alerts?|notifications?|entry|calendar|dates?|sm?th|stuff|some|any|each|these|those|he|she|they|you|him|them|me|us|mine|yours|ours|theirs|do|does|did|was|were|been|am|can|could|should|would|must|may|get|got|go|going|and|also|not?)$/iu;
const isNoName = (word: string): boolean => isSmall(word) || NO_NAME.test(word) || !Number.isNaN(numberOf(word));

/** Names a title that was put together from several stretches of a text, while it is the title. */
export const nameNote = (title: string | null): string => `named "${title ?? ""}"`;

/**
 * Checks a reading, of the rules or of a model: past, far and impossible times, numbers out of range, and what is missing.
 *
 * The check is repeated after every correction, so it only adds what it finds itself.
 */
export function check(read: Request, context: ReadContext): Request {
  const request = withWholeDay(read);
  const { eventType, title, assumed, unread } = request;
  const missing = new Set(request.missing);
  if (eventType === "create" && wordsOf(title ?? "").every(isNoName)) missing.add("title");
  if (eventType === "create" && (lacksTime(request) || isWaiting(request))) missing.add("time");
  const changes = Object.entries(request).some(
    ([name, value]) => !OTHER.test(name) && JSON.stringify(value) !== JSON.stringify(EMPTY.get(name)),
  );
  if (eventType === "modify" && !changes) missing.add("change");
  const checked: Request = {
    ...request,
    missing: ORDER.filter((part) => missing.has(part)),
    problems: [...new Set([...request.problems, ...(eventType === "query" ? [] : timeProblems(request, context))])],
    assumed: [...new Set(assumed)].filter((note) => !note.startsWith("named ") || note === nameNote(title)),
    unread: [...new Set(unread)].filter((word) => word !== ""),
  };
  return isClear(checked) && isEmpty(checked, context) ? { ...checked, missing: ["change"] } : checked;
}

/** True for a change to what the event is already. It is not offered. */
function isEmpty(request: Request, { calendar, now }: ReadContext): boolean {
  if (request.eventType !== "modify" || request.part !== null || request.open) return false;
  const drafted = draft(request, { calendar, now, eventId: "", createdBy: "", revision: 0 });
  if (drafted === null || drafted.before === null) return false;
  const { updatedAt, sequence } = drafted.before;
  return isDeepStrictEqual({ ...drafted.event, updatedAt, sequence }, drafted.before);
}

/** Names of days, states of a person or a place, and chores without an hour. */
const CHORE =
  /^(?:pay|plan|renew|return|hand in|change|water|post|buy|order|submit|file|apply|put|take out|clean|empty|register|sign)\b/iu;
const WHOLE_DAY =
  /(?:day|holidays?|anniversary|vacation)$|\b(?:camp|deadline|due(?: back)?|guests|off(?: school| work)?|closed|(?:at|from) home)$|^(?:away|no)\b/iu;

const ONE_DAY = /(?:birthday|anniversary)$/iu;

/** "Birthday" and "bin day" without a time of day take the whole day. */
function withWholeDay(request: Request): Request {
  const { eventType, title, day, start, part, allDay, open, minutes } = request;
  const isTimed = allDay || start !== null || part !== null || minutes !== null;
  // "Pay the rent in December" is on one of its days, and "Sam is away next week" on all of them.
  const isDay = CHORE.test(title ?? "") ? !open : WHOLE_DAY.test(title ?? "");
  if (eventType !== "create" || isTimed || day === null || !isDay) return request;
  // "John's birthday next week" is on one of its days.
  if (ONE_DAY.test(title ?? "") && open) return { ...request, day: null, lastDay: null, open: false };
  // "No school on the 7th and 8th" is one event.
  const count = Number(/^FREQ=DAILY;COUNT=(\d+)$/u.exec(request.repeat?.rule ?? "")?.[1] ?? 0);
  const last = Temporal.PlainDate.from(day).add({ days: count - 1 });
  const days = count > 1 ? { repeat: null, lastDay: last.toString() } : {};
  return { ...request, ...days, allDay: true, open: false, assumed: [...request.assumed, "all day"] };
}

function lacksTime({ day, start, part, allDay, open, repeat, end, lastDay, minutes }: Request): boolean {
  if (open && repeat === null) return start !== null && lastDay !== null;
  // "Thursday to Friday, leaving at 6" has no end.
  const hasNoEnd = start !== null && lastDay !== null && lastDay !== day && end === null && minutes === null;
  if (day === null || hasNoEnd) return true;
  return !allDay && start === null && (end !== null || part === null || repeat !== null);
}

/** Sentences about a time that cannot be meant. */
function timeProblems(request: Request, { calendar, now }: ReadContext): string[] {
  const { day, lastDay, start, end, minutes, open, repeat } = request;
  const zoned = Temporal.Instant.from(now).toZonedDateTimeISO(calendar.household.timeZone);
  const today = zoned.toPlainDate();
  const problems: string[] = [];
  if (day !== null) {
    const first = Temporal.PlainDate.from(day);
    const last = lastDay === null ? first : Temporal.PlainDate.from(lastDay);
    const [from, to] = [dayText(first, today), dayText(last, today)];
    const isToday = first.equals(today) && !open && repeat === null;
    if (isBefore(open ? last : first, today)) problems.push(`${from} is in the past.`);
    if (isToday && start !== null && start <= zoned.hour * 60 + zoned.minute)
      problems.push(`${timeText(start)} today is in the past.`);
    if (isBefore(today.add({ years: MAX_YEARS }), last)) problems.push(`${to} is more than ${MAX_YEARS} years ahead.`);
    if (isBefore(last, first)) problems.push(`${to} is before ${from}.`);
  }
  if (minutes !== null && (minutes < 1 || minutes > 14 * 1440))
    problems.push(`A length of ${minutes} minutes is not possible.`);
  if (lastDay === null && end !== null && start !== null && end <= start)
    problems.push(`It would end at ${timeText(end)}, not after it starts.`);
  return problems;
}
