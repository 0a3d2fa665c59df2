import { timeText } from "@tidemark/reading";
import type { CalendarView } from "../calendar.ts";
import { formatDay, formatDays, formatSpan } from "../format.ts";
import { firstOccurrence } from "../planning/series.ts";
import { readWallTime, formatInstant, wallToInstant } from "../wall-clock.ts";
import type { Request } from "../request.ts";

interface QuestionContext {
  readonly calendar: CalendarView;
  readonly now: string;
}

/** Everything that was assumed, in words; it is part of the question before a write. */
export function assumptionsOf(request: Request): string[] {
  const { eventType, allDay, start, end, minutes, open, part, participants, assumed } = request;
  const length = eventType === "create" && !allDay && end === null && minutes === null ? ["1 hour long"] : [];
  const nobody = eventType === "create" && participants.length === 0 ? ["for nobody in particular"] : [];
  const search = (open || part !== null) && start === null ? ["the first free time"] : [];
  return [...assumed, ...search, ...length, ...nobody];
}

/** True for an assumption that guesses neither the day, nor the time, nor a word: `--yes` writes with it. */
export const isUsual = (note: string): boolean => note === "1 hour long" || note === "for nobody in particular";

/** Names what was not understood or cannot be meant, and asks for what is missing. */
export function clarifyingQuestion(request: Request, context: QuestionContext): string {
  const { problems, unread, missing } = request;
  const named = unread.map((word) => `I did not understand "${word}".`);
  const [first] = missing;
  const asked =
    first === undefined || problems.some((problem) => problem.endsWith("?")) ? [] : [askFor(first, request, context)];
  const rest =
    asked.length > 0 || problems.some((problem) => problem.endsWith("?"))
      ? []
      : unread.length > 0
        ? ['Say it another way, or "leave it out".']
        : ["What do you mean instead?"];
  return [...problems, ...named, ...asked, ...rest].join(" ");
}

function askFor(missing: Request["missing"][number], request: Request, context: QuestionContext): string {
  const { title, day, start, candidates } = request;
  const what = title === null ? "it" : `"${title}"`;
  const { calendar, now } = context;
  const dayName = (date: string): string =>
    formatDay(formatInstant(wallToInstant(readWallTime(date), calendar.household.timeZone)), {
      timeZone: calendar.household.timeZone,
      now,
    });
  switch (missing) {
    case "title":
      return request.day === null && start === null ? "What would you like to schedule?" : "What is it called?";
    case "target":
      return candidates.length === 0
        ? "Which event do you mean?"
        : `Which one: ${candidates.map((id, index) => `${index + 1}. ${eventName(id, context)}`).join(", ")}?`;
    case "scope":
      return `Only the next one, ${eventName(candidates[0] ?? "", context)}, or all of them?`;
    case "change":
      return `What should change about ${what}?`;
    case "half":
      return start === null
        ? "Morning or afternoon?"
        : `Do you mean ${timeText(start % 720)} or ${timeText((start % 720) + 720)}?`;
    case "time":
    default:
      if (day === null) return start === null ? `When is ${what}?` : `On which day is ${what}?`;
      if (start !== null && request.lastDay !== null) return `On which day is ${what}?`;
      return `What time is ${what} on ${dayName(day)}? "All day" is an answer too.`;
  }
}

/** An event with its next time: "Dentist Wed 25 Nov 14:30–15:15". */
function eventName(id: string, { calendar, now }: QuestionContext): string {
  const event = calendar.event(id);
  if (event === null) return "an event";
  const wording = { timeZone: calendar.household.timeZone, now };
  return `${event.title} ${(event.allDay ? formatDays : formatSpan)(firstOccurrence(event, calendar.household, now), wording)}`;
}
