import { timeText } from "@tidemark/reading";
import { Temporal } from "temporal-polyfill";
import { whenOf } from "../describe.ts";
import { formatDay } from "../format.ts";
import type { CheckContext } from "../planning/conflicts.ts";
import { firstOccurrence } from "../planning/series.ts";
import { USUAL_HOURS } from "../planning/slots.ts";
import { DOUBT, ONE_AT_A_TIME } from "./read-request.ts";
import { readWallTime, formatInstant, wallToInstant } from "../wall-clock.ts";
import type { Request, Target } from "../request.ts";

/** Everything that was assumed, in words; it is part of the question before a write. */
export function assumptionsOf(request: Request): string[] {
  const { eventType, allDay, start, end, minutes, open, part, participants, assumed } = request;
  const length = eventType === "create" && !allDay && end === null && minutes === null ? ["1 hour long"] : [];
  const nobody = eventType === "create" && participants.length === 0 ? ["for nobody in particular"] : [];
  const hours = part === null ? `, ${timeText(USUAL_HOURS.from)}–${timeText(USUAL_HOURS.to)} if possible` : "";
  const search = (open || part !== null) && start === null ? [`the first free time${hours}`] : [];
  return [...assumed, ...search, ...length, ...nobody];
}

/** True for an assumption that guesses neither the day, nor the time, nor a word: `--yes` writes with it. */
export const isUsual = (note: string): boolean => note === "1 hour long" || note === "for nobody in particular";

/** Names what was not understood or cannot be meant, and asks for what is missing. */
export function clarifyingQuestion(request: Request, context: CheckContext): string {
  const { problems, unread, missing } = request;
  const named = unread.map((word) => `I did not understand "${word}".`);
  const [first] = missing;
  const further = unread.length > 0 ? 'Say it another way, or "leave it out".' : "What do you mean instead?";
  const asked = first === undefined ? further : askFor(first, request, context);
  return [...problems, ...named, ...(problems.some((problem) => problem.endsWith("?")) ? [] : [asked])].join(" ");
}

/** Answers that a question offers as buttons, in words or numbers that are read like typed ones. Any other question is answered by typing. */
export function answersTo(request: Request, context: CheckContext): (string | { label: string; text: string })[] {
  const { problems, start, candidates } = request;
  const [missing] = request.missing;
  const wishes = problems.filter((problem) => problem.startsWith(ONE_AT_A_TIME)).flatMap(quotedIn);
  if (wishes.length > 0) return numbered(wishes);
  const known = problems.flatMap((problem) => problem.split(DOUBT)[1]?.match(/".+"/u)?.[0] ?? []);
  if (problems.length > 0) return known.flatMap((title) => ["New event", `Change ${title}`]).slice(0, 2);
  if (missing === "target") return numbered(candidates.map((each) => eventName(each, context)));
  const isSpan = (candidates[0]?.starts?.length ?? 0) > 1;
  if (missing === "scope") return [isSpan ? "The first one" : "Only the next one", "All of them"];
  if (missing !== "half") return [];
  return start === null ? ["Morning", "Afternoon"] : [start % 720, (start % 720) + 720].map(timeText);
}

const quotedIn = (text: string): string[] => [...text.matchAll(/"([^"]+)"/gu)].map(([, quoted]) => quoted ?? "");
const numbered = (labels: string[]) => labels.map((label, index) => ({ label, text: String(index + 1) }));

function askFor(missing: Request["missing"][number], request: Request, context: CheckContext): string {
  const { title, day, start, lastDay, candidates } = request;
  const what = title === null ? "it" : `"${title}"`;
  const names = candidates.map((each) => eventName(each, context));
  const { timeZone } = context.calendar.household;
  if (missing === "title")
    return day === null && start === null ? "What would you like to schedule?" : "What is it called?";
  if (missing === "target" && names.length === 0)
    return 'Which event do you mean? Name a word of its title, or say "never mind".';
  if (missing === "target") return `Which one: ${names.map((name, index) => `${index + 1}. ${name}`).join(", ")}?`;
  const count = candidates[0]?.starts?.length ?? 0;
  if (missing === "scope" && count > 1) return `Only the first one, ${names[0] ?? ""}, or all ${count} of them?`;
  if (missing === "scope") return `Only the next one, ${names[0] ?? ""}, or all of them?`;
  if (missing === "change") return `What should change about ${what}?`;
  if (missing === "half" && start === null) return "Morning or afternoon?";
  if (start !== null && missing === "half")
    return `Do you mean ${timeText(start % 720)} or ${timeText((start % 720) + 720)}?`;
  if (day === null && start === null) return `When is ${what}?`;
  if (day === null || (start !== null && lastDay !== null)) return `On which day is ${what}?`;
  const name = formatDay(formatInstant(wallToInstant(readWallTime(day), timeZone)), { timeZone, now: context.now });
  return `What time is ${what} on ${name}? "All day" is an answer too.`;
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
