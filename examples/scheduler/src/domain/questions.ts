import { Temporal } from "temporal-polyfill";
import { whenOf } from "./describe.ts";
import { formatDay } from "./format.ts";
import { type NLParserData, type Target, timesOf } from "./parser-data.ts";
import type { CheckContext } from "./planning/conflicts.ts";
import { firstOccurrence } from "./planning/series.ts";
import { formatInstant, readWallTime, wallToInstant } from "./wall-clock.ts";

const HOUR = "1 hour long";
const NOBODY = "for nobody in particular";

/** Everything that was assumed, in words; it is part of the question before a write. */
export function assumptionsOf(request: NLParserData): string[] {
  const { eventType, allDay, endTime, minutes, search, participants, assumed } = request;
  const isNew = eventType === "create";
  const length = isNew && !allDay && endTime === null && minutes === null ? [HOUR] : [];
  const nobody = isNew && participants.length === 0 ? [NOBODY] : [];
  const hours = search?.from === null ? ", 09:00–18:00 if possible" : "";
  return [...assumed, ...(search === null ? [] : [`the first free time${hours}`]), ...length, ...nobody];
}

/** True for an assumption that guesses neither the day nor the time: `--yes` writes with it. */
export const isUsual = (note: string): boolean => note === HOUR || note === NOBODY;

/** Names what was not used or cannot be meant, and asks for what is missing. */
export function clarifyingQuestion(request: NLParserData, context: CheckContext): string {
  const { questions, unused, missing } = request;
  const named = unused.map((words) => `I did not use "${words}".`);
  const [first] = missing;
  const further = unused.length > 0 ? 'Say it another way, or answer "leave it out".' : null;
  const asked =
    questions.length > 0 || unused.length > 0 || first === undefined ? further : askFor(first, request, context);
  return [...questions, ...named, ...(asked === null ? [] : [asked])].join(" ");
}

/** Answers that a question offers as buttons, in words or numbers that are read like typed ones. Any other question is answered by typing. */
export function answersTo(request: NLParserData, context: CheckContext): (string | { label: string; text: string })[] {
  const { candidates, missing, questions, unused } = request;
  if (unused.length > 0) return ["leave it out"];
  if (questions.length > 0) return [];
  if (missing[0] === "target")
    return candidates.map((each, index) => ({ label: eventName(each, context), text: String(index + 1) }));
  const isSpan = (candidates[0]?.starts?.length ?? 0) > 1;
  return missing[0] === "scope" ? [isSpan ? "The first one" : "Only the next one", "All of them"] : [];
}

function askFor(missing: NLParserData["missing"][number], request: NLParserData, context: CheckContext): string {
  const { title, candidates, target } = request;
  const { day, start } = timesOf(request);
  const name = title ?? (target && context.calendar.event(target.eventId)?.title) ?? null;
  const what = name === null ? "it" : `"${name}"`;
  const names = candidates.map((each) => eventName(each, context));
  const { timeZone } = context.calendar.household;
  if (missing === "title")
    return day === null && start === null ? "What would you like to schedule?" : "What is it called?";
  if (missing === "target" && names.length === 0)
    return 'Which event do you mean? Write a word of its title, or "never mind".';
  if (missing === "target") return `Which one: ${names.map((each, index) => `${index + 1}. ${each}`).join(", ")}?`;
  const count = candidates[0]?.starts?.length ?? 0;
  if (missing === "scope" && count > 1) return `Only the first one, ${names[0] ?? ""}, or all ${count} of them?`;
  if (missing === "scope") return `Only the next one, ${names[0] ?? ""}, or all of them?`;
  if (missing === "change") return `What should change about ${what}? Write, for example, "to Friday at 4pm".`;
  if (day === null && start === null) return `When is ${what}? Write a day and a time, such as "Friday at 4pm".`;
  if (day === null) return `On which day is ${what}?`;
  const on = formatDay(formatInstant(wallToInstant(readWallTime(day), timeZone)), { timeZone, now: context.now });
  return `What time is ${what} on ${on}? "All day" is an answer too.`;
}

/** An event with the first time that is meant: "Dentist Wed 25 Nov 14:30–15:15". */
function eventName({ eventId, starts }: Target, { calendar, now }: CheckContext): string {
  const event = calendar.event(eventId);
  if (event === null) return "an event";
  const { timeZone } = calendar.household;
  const [start] = starts ?? [];
  const end = Temporal.Instant.from(now)
    .add({ hours: 24 * 366 })
    .toString();
  const own = calendar.occurrences({ start: now, end }).filter(({ seriesId }) => seriesId === eventId);
  // A date may have been moved.
  const first = own.find(({ originalStart }) => start === undefined || originalStart === start);
  const time = first ?? firstOccurrence(event, calendar.household, now);
  return `${event.title} ${whenOf(event, time, { timeZone, now })}`;
}
