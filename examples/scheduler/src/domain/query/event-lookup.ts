import { countOf } from "../format.ts";
import { type Busy, intervalOf, type Span } from "../free-busy.ts";
import type { QueryData } from "../query-data.ts";
import { askedOrDays, busyAsData, describeBusy, describeSpan, type Question, timetableFor } from "./question.ts";

const YEAR_DAYS = 366;
const DAY = 86_400_000;

/** Maximum number of events in the answer; the results contain more. */
const MAX_LISTED = 10;
const MAX_RESULTS = 200;

/** Finds events by words of their title, people, resources and time. Defaults to the coming year. */
export function answerEventLookup(question: Question): QueryData {
  const { request, asked } = question;
  const span = askedOrDays(question, YEAR_DAYS);
  const found = matchesWithin(span, question);
  if (found.length === 0 && asked === null) return answerPast(question, span);
  const events = found.slice(0, MAX_RESULTS).map(busyAsData);
  const results = { range: intervalOf(span), count: found.length, events };
  const what = request.title === null ? "event" : `“${request.title}”`;
  const [next] = found;
  if (next === undefined)
    return {
      queryType: "event_lookup",
      answer: `${request.title === null ? "Nothing" : `No ${what}`} is planned ${describeSpan(span, question)}.`,
      results,
    };
  if (asked === null && request.title !== null) {
    const after = found.length > 1 ? ` After that: ${listBusy(found.slice(1, 4), question)}.` : "";
    return { queryType: "event_lookup", answer: `Next: ${describeBusy(next, question)}.${after}`, results };
  }
  const listed = found.slice(0, MAX_LISTED);
  const more = found.length > listed.length ? `, and ${countOf(found.length - listed.length, "more event")}` : "";
  const head = asked === null ? "Coming up" : describeSpan(span, question);
  return { queryType: "event_lookup", answer: `${head}: ${listBusy(listed, question)}${more}.`, results };
}

const listBusy = (found: readonly Busy[], question: Question): string =>
  found.map((busy) => describeBusy(busy, question)).join("; ");

/** Answers with the last matching event of the past year, if none is ahead. */
function answerPast(question: Question, span: Span): QueryData {
  const past = { start: span.start - YEAR_DAYS * DAY, end: span.start };
  const last = matchesWithin(past, question).at(-1);
  const what = question.request.title === null ? "Nothing is" : `No “${question.request.title}” is`;
  const was = last === undefined ? "" : ` The last was ${describeBusy(last, question)}.`;
  return {
    queryType: "event_lookup",
    answer: `${what} planned in the year ahead.${was}`,
    results: { range: intervalOf(span), count: 0, events: [], last: last === undefined ? null : busyAsData(last) },
  };
}

function matchesWithin(span: Span, question: Question): readonly Busy[] {
  const { participants, resources, title, targetEventId, targetCandidates } = question.request;
  const named = new Set(targetEventId === null ? targetCandidates : [targetEventId]);
  const words = title === null ? [] : wordsOf(title);
  const all = timetableFor(question, span).overlapping(span);
  const narrowed = all.filter(
    ({ occurrence: { event } }) =>
      participants.every((id) => event.participants.includes(id)) &&
      resources.every((id) => event.resources.includes(id)),
  );
  if (named.size > 0)
    return narrowed.filter(({ occurrence }) => named.has(occurrence.eventId) || named.has(occurrence.seriesId));
  if (words.length === 0) return narrowed;
  const exact = narrowed.filter((busy) =>
    words.every((word) => wordsOf(busy.occurrence.event.title).some((titleWord) => titleWord.startsWith(word))),
  );
  if (exact.length > 0) return exact;
  return narrowed.filter((busy) => words.some((word) => wordsOf(busy.occurrence.event.title).includes(word)));
}

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1);
