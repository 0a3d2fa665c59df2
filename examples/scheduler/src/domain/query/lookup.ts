import type { CalendarEvent } from "../calendar-event.ts";
import { countOf, listNames } from "../format.ts";
import { type Busy, intervalOf } from "../free-busy.ts";
import { memberName, resourceOf } from "../planning/conflicts.ts";
import { wordsOf } from "../reading/title.ts";
import {
  type Answer,
  busyData,
  busyText,
  comingDays,
  LOOKUP_DAYS,
  MAX_LISTED,
  MAX_RESULTS,
  MINUTE,
  type Question,
  spanText,
} from "./question.ts";

const plain = (word: string): string =>
  word
    .toLowerCase()
    .replace(/'s?$/u, "")
    .replace(/(?<=\p{L}{3})s$/u, "");

/** True if every word occurs in the title, the place or the description of an event. */
function mentions({ title, location, description }: CalendarEvent, words: readonly string[]): boolean {
  const own = new Set(
    [title, location ?? "", description ?? ""].flatMap((text) => wordsOf(text.replaceAll("-", " ")).map(plain)),
  );
  return words.every((word) => own.has(word));
}

const GENERIC = new Set([
  "appointment",
  "lesson",
  "class",
  "meeting",
  "practice",
  "training",
  "session",
  "visit",
  "next",
]);

/** Events by words, people and time; for a question about one fact, that fact. */
export function lookup(question: Question): Answer {
  const { request, household } = question;
  const { participants, resources: things, title, asks } = request;
  const span = comingDays(question, LOOKUP_DAYS);
  const names = new Set(
    [...household.members, ...household.resources].flatMap(({ name, aliases }) => [name, ...aliases].map(plain)),
  );
  const words =
    title === null
      ? []
      : wordsOf(title.replaceAll("-", " "))
          .map(plain)
          .filter((word) => !names.has(word));
  const all = question
    .timetable(span)
    .overlapping(span)
    .filter(
      ({ occurrence: { event } }) =>
        participants.every((id) => event.participants.includes(id)) &&
        things.every((id) => event.resources.includes(id)),
    );
  const exact = all.filter(({ occurrence: { event } }) => mentions(event, words));
  const found =
    exact.length > 0
      ? exact
      : all.filter(
          ({ occurrence: { event } }) =>
            words.some((word) => !GENERIC.has(word)) &&
            mentions(
              event,
              words.filter((word) => !GENERIC.has(word)),
            ),
        );
  const [next] = found;
  const results = { range: intervalOf(span), count: found.length, events: found.slice(0, MAX_RESULTS).map(busyData) };
  if (next === undefined)
    return {
      answer: `${title === null ? "Nothing" : `No event "${title}"`} is planned ${question.asked === null ? "in the year ahead" : spanText(span, question)}.`,
      results,
    };
  if (asks === "where")
    return {
      answer: `${busyText(next, question)}: ${next.occurrence.event.location ?? "no place is stored"}.`,
      results,
    };
  if (asks === "who")
    return {
      answer: `${busyText(next, question)}: ${listNames(next.occurrence.event.participants.map((id) => memberName(household, id))) || "nobody is named"}${usedBy(next, question)}.`,
      results,
    };
  if (asks === "length")
    return {
      answer: `${busyText(next, question)}: ${next.occurrence.allDay ? "all day" : countOf(Math.round((next.end - next.start) / MINUTE), "minute")}.`,
      results,
    };
  const listed = found.slice(0, question.asked === null && title !== null ? 3 : MAX_LISTED);
  const head = question.asked === null ? (title === null ? "Coming up" : "Next") : spanText(span, question);
  const more = found.length - listed.length;
  return {
    answer: `${head}: ${listed.map((busy) => busyText(busy, question)).join("; ")}${more > 0 && (question.asked !== null || title === null) ? `, and ${countOf(more, "more event")}` : ""}.`,
    results,
  };
}

const usedBy = ({ occurrence: { event } }: Busy, { household }: Question): string =>
  event.resources.length === 0
    ? ""
    : `, with ${listNames(event.resources.map((id) => resourceOf(household, id).name))}`;
