import { wordsOf } from "@tidemark/reading";
import { countOf, listNames } from "../format.ts";
import { type Busy, intervalOf } from "../free-busy.ts";
import { memberName, resourceOf } from "../planning/conflicts.ts";
import { namesOf } from "../reading/names.ts";
import { GENERIC, hasWord, plainWord } from "../reading/target.ts";
import {
  type Answer,
  busyData,
  busyText,
  comingDays,
  MAX_LISTED,
  MINUTE,
  type Question,
  spanText,
} from "./question.ts";

/** Days that are searched if the question names none. */
const DAYS = 366;

/** Words of a text in the form in which they are compared. */
const plainWords = (text: string): string[] => wordsOf(text.replaceAll("-", " ")).map(plainWord);

/** Events by words, people and time; for a question about one fact, that fact. */
export function lookup(question: Question): Answer {
  const { request, household, asked } = question;
  const { participants, resources, title, asks } = request;
  const span = comingDays(question, DAYS);
  const names = new Set([...namesOf(household).keys()].map(plainWord));
  const words = plainWords(title ?? "").filter((word) => !names.has(word));
  const telling = words.filter((word) => !GENERIC.has(word));
  const all = question
    .timetable(span)
    .overlapping(span)
    .filter(
      ({ occurrence: { event } }) =>
        participants.every((id) => event.participants.includes(id)) &&
        resources.every((id) => event.resources.includes(id)),
    );
  const mentioning = (wanted: readonly string[]): Busy[] =>
    all.filter(({ occurrence: { event } }) => {
      const own = new Set(plainWords(`${event.title} ${event.location ?? ""} ${event.description ?? ""}`));
      return wanted.every((word) => hasWord(own, word));
    });
  const exact = mentioning(words);
  const found = exact.length > 0 || telling.length === 0 ? exact : mentioning(telling);
  const [next] = found;
  const results = { range: intervalOf(span), count: found.length, events: busyData(found) };
  const when = asked === null ? "in the year ahead" : spanText(span, question);
  if (next === undefined)
    return { answer: `${title === null ? "Nothing" : `No event "${title}"`} is planned ${when}.`, results };
  if (asks === "count")
    return { answer: `${countOf(found.length, "date")} ${when}, the first ${busyText(next, question)}.`, results };
  if (asks !== null && asks !== "when")
    return { answer: `${busyText(next, question)}: ${factOf(next, asks, question)}.`, results };
  const listed = found.slice(0, asked === null && title !== null ? 3 : MAX_LISTED);
  const more = found.length - listed.length;
  const head = asked === null ? (title === null ? "Coming up" : "Next") : when;
  const rest = more > 0 && (asked !== null || title === null) ? `, and ${countOf(more, "more event")}` : "";
  return { answer: `${head}: ${listed.map((busy) => busyText(busy, question)).join("; ")}${rest}.`, results };
}

/** Place, people or length of an event, in words. */
function factOf(
  { occurrence: { event, allDay }, start, end }: Busy,
  asks: "where" | "who" | "length",
  { household }: Question,
): string {
  if (asks === "where") return event.location ?? "no place is stored";
  if (asks === "length") return allDay ? "all day" : countOf(Math.round((end - start) / MINUTE), "minute");
  const things = listNames(event.resources.map((id) => resourceOf(household, id).name));
  return `${listNames(event.participants.map((id) => memberName(household, id))) || "nobody is named"}${things === "" ? "" : `, with ${things}`}`;
}
