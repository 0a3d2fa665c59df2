import { Temporal } from "temporal-polyfill";
import { dayText } from "./format.ts";
import { type NLParserData, timesOf } from "./parser-data.ts";
import type { CheckContext } from "./planning/conflicts.ts";
import { isSeries } from "./planning/series.ts";
import { firstDate, ruleProblem } from "./recurrence-rule.ts";
import { startsAt } from "./recurrence.ts";

/** How far ahead an event can be, in years. */
const MAX_YEARS = 2;

/**
 * Completes the data of a message of any reader: what is missing, and questions about what cannot be meant. People, resources, events and
 * dates that do not exist become questions.
 */
export function checkData(data: NLParserData, context: CheckContext): NLParserData {
  const questions = [...new Set([...data.questions, ...timeQuestions(data, context), ...unknownThings(data, context)])];
  return { ...data, missing: missingIn(data), questions };
}

function missingIn(data: NLParserData): NLParserData["missing"] {
  const { eventType, title, target, allDay, search, candidates } = data;
  const { day, start } = timesOf(data);
  if (eventType === "query") return [];
  if (eventType === "create") {
    const lacksTime = search === null && (day === null || (start === null && !allDay));
    return [...(title === null ? ["title" as const] : []), ...(lacksTime ? ["time" as const] : [])];
  }
  if (target === null) return [candidates.length === 1 ? "scope" : "target"];
  const isNothing = eventType === "modify" && changesNothing(data);
  return isNothing ? ["change"] : [];
}

/** True for a change that names nothing that changes. */
function changesNothing(data: NLParserData): boolean {
  return Object.entries(data).every(
    ([key, value]) =>
      BESIDE.has(key) || value === null || value === false || (Array.isArray(value) && value.length === 0),
  );
}

/** Fields that say nothing about what changes. */
const BESIDE: ReadonlySet<string> = new Set<keyof NLParserData>([
  "eventType",
  "target",
  "candidates",
  "missing",
  "assumed",
  "questions",
  "unused",
  "plain",
]);

const isBefore = (one: Temporal.PlainDate, other: Temporal.PlainDate): boolean =>
  Temporal.PlainDate.compare(one, other) < 0;

function timeQuestions(data: NLParserData, { calendar, now }: CheckContext): string[] {
  const { eventType, minutes, search, recurrenceRule: rule, allDay } = data;
  const { day, lastDay, start, end } = timesOf(data);
  const zoned = Temporal.Instant.from(now).toZonedDateTimeISO(calendar.household.timeZone);
  const today = zoned.toPlainDate();
  const broken = rule === null ? null : ruleProblem(rule);
  const found = broken === null ? [] : [`It cannot repeat like this: ${broken}.`];
  if (minutes !== null && end !== null && start !== null && end - start !== minutes)
    found.push("It has an end and another length. Write only one of them.");
  if (day === null || eventType === "query") return found;
  const first = Temporal.PlainDate.from(day);
  const last = lastDay === null ? first : Temporal.PlainDate.from(lastDay);
  const [from, to] = [dayText(first, today), dayText(last, today)];
  const begins = rule !== null && broken === null && eventType === "create" ? firstDate(rule, day) : day;
  if (begins !== day)
    found.push(`${from} is not a date of this series. Write the repetition again, such as "every Tuesday".`);
  if (isBefore(search === null ? first : last, today)) found.push(`${from} is in the past.`);
  const isNow = first.equals(today) && search === null && rule === null && !allDay;
  if (isNow && start !== null && start <= zoned.hour * 60 + zoned.minute) found.push(`That time today is in the past.`);
  if (isBefore(today.add({ years: MAX_YEARS }), last)) found.push(`${to} is more than ${MAX_YEARS} years ahead.`);
  if (isBefore(last, first)) found.push(`${to} is before ${from}.`);
  if (lastDay === null && start !== null && end !== null && end <= start) found.push("It would end before it starts.");
  return found;
}

function unknownThings(data: NLParserData, { calendar }: CheckContext): string[] {
  const { household } = calendar;
  const people = [...data.participants, ...data.removedParticipants].filter(
    (id) => !household.members.some((each) => each.id === id),
  );
  const things = [...data.resources, ...data.removedResources].filter(
    (id) => !household.resources.some((each) => each.id === id),
  );
  const unknown = [...people, ...things].map((name) => `"${name}" is not in the household.`);
  const event = data.target && calendar.event(data.target.eventId);
  const starts = data.target?.starts ?? [];
  const isReal = event && (!isSeries(event) || starts.every((start) => startsAt(event, start)));
  return data.target === null || isReal
    ? unknown
    : [...unknown, "The calendar has no such event. Write a word of its title."];
}
