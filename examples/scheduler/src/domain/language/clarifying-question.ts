import type { CalendarView } from "../calendar.ts";
import { formatDay, formatMoment, listNames } from "../format.ts";
import type { Household } from "../household.ts";
import type { NLParserData } from "../nl-parser-data.ts";

const verbs: Readonly<Record<NLParserData["eventType"], string>> = {
  create: "planned",
  modify: "changed",
  cancel: "canceled",
  query: "looked up",
};

/** Asks for the most important missing detail, in one short question with numbered choices. */
export function clarifyingQuestion(data: NLParserData, household: Household, calendar: CalendarView): string {
  const named = data.title === null ? "it" : `"${data.title}"`;
  if (data.targetCandidates.length > 0) {
    const choices = data.targetCandidates.map((id, index) => `${index + 1}) ${describe(id, calendar)}`);
    return `Which one should be ${verbs[data.eventType]}: ${choices.join(", ")}?`;
  }
  if (data.eventType === "create" && data.missing.includes("title") && data.missing.includes("time")) {
    return data.startTime === null ? "What would you like to plan, and when?" : "What is it, and on which day?";
  }
  const [first] = data.missing;
  if (first === undefined) return doubtQuestion(data, named);
  return questions[first](data, named, household);
}

type Missing = NLParserData["missing"][number];

const questions: Readonly<Record<Missing, (data: NLParserData, named: string, household: Household) => string>> = {
  target: (data, named) =>
    data.title === null
      ? `Which event should be ${verbs[data.eventType]}?`
      : `${named} was not found in the calendar. Which event do you mean, and on which day?`,
  title: () => "What is the event called?",
  time: (data, named) => timeQuestion(data, named),
  participants: (_, named, { members }) =>
    `Who is ${named} for? The members are ${listNames(members.map(({ name }) => name))}.`,
  change: (_, named) => `What should change about ${named}?`,
};

/** Question for a complete request whose reading is uncertain. */
const doubtQuestion = (data: NLParserData, named: string): string =>
  data.eventType === "create" && data.title !== null
    ? `Is this right: ${named}${data.startTime === null ? "" : `, ${formatMoment(data.startTime, data)}`}?`
    : "Could you rephrase that?";

function timeQuestion(data: NLParserData, named: string): string {
  const hour =
    data.startTime === null || !data.timeIsExact ? "" : ` at ${formatMoment(data.startTime, data).slice(-5)}`;
  if (data.eventType === "query") return "Which day or time do you mean?";
  if (hour !== "") return `On which day should ${named} be${hour}?`;
  if (data.recurrenceRule !== null) return `On which day, and at what time, should ${named} repeat?`;
  return data.eventType === "modify" ? `When should ${named} be instead?` : `When is ${named}?`;
}

function describe(id: string, calendar: CalendarView): string {
  const event = calendar.event(id);
  if (event === null) return id;
  const { title, start, timeZone, recurrenceRule, allDay } = event;
  if (recurrenceRule !== null) return `${title} (repeats${allDay ? "" : ` at ${start.slice(11, 16)}`})`;
  return `${title} (${formatDay(`${start.slice(0, 10)}T12:00:00Z`, { timeZone: "UTC" })}${allDay ? "" : ` ${start.slice(11, 16)}`})${timeZone === calendar.household.timeZone ? "" : ` ${timeZone}`}`;
}
