import { wordsOf } from "@tidemark/reading";
import { repetition, whenOf } from "../describe.ts";
import { countOf, formatDay, formatDays, formatHours, formatSpan, listNames, type Wording } from "../format.ts";
import { type Busy, intervalOf, type Span, type Timetable, timetableOf } from "../free-busy.ts";
import { type LocalClock, localClock } from "../free-busy-clock.ts";
import { type Household, memberName, minutesOfTime, resourceOf } from "../household.ts";
import type { QueryData } from "../outputs.ts";
import { type CheckContext, clashesAt, clashText, groupClashes, usesWithin } from "../planning/conflicts.ts";
import { namesOf } from "../reading/names.ts";
import { GENERIC, hasWord, plainWord } from "../reading/target.ts";
import type { Request } from "../request.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Maximum number of entries in an answer; its results contain up to 200. */
const MAX_LISTED = 10;
const MAX_RESULTS = 200;

/** An answer and the data behind it. */
type Answer = Omit<QueryData, "queryType">;

interface Question {
  readonly request: Request;
  readonly household: Household;
  readonly clock: LocalClock;
  readonly wording: Wording;
  readonly now: number;
  /** True if the question names a time. */
  readonly isTimed: boolean;
  readonly isMoment: boolean;
  /** Time that is searched, in milliseconds and in words. */
  readonly span: Span;
  readonly when: string;
  readonly timetable: Timetable;
  readonly busy: readonly Busy[];
}

/** Kinds of questions, and how many days each searches if no time is named; 0 for the rest of today. */
const KINDS = {
  availability: [0, availability],
  event_lookup: [366, lookup],
  resource_status: [0, resources],
  conflict_check: [30, conflicts],
} as const;

/** Answers a question about the calendar in a few sentences, together with the underlying data. */
export function answerQuery(request: Request, { calendar, now: instant }: CheckContext): QueryData {
  const { household } = calendar;
  const [clock, now] = [localClock(household.timeZone), Date.parse(instant)];
  const queryType = request.queryType ?? "event_lookup";
  const [days, answer] = KINDS[queryType];
  const wording = { timeZone: household.timeZone, now: instant };
  const isPast = request.asks === "last";
  const asked = isPast ? { start: now - days * DAY, end: now } : askedSpan(request, clock, now);
  const end = days === 0 ? clock.at(clock.dayOf(now), 1440) : now + days * DAY;
  const span = asked ?? { start: now, end };
  const timetable = timetableOf(calendar, span);
  const question = { request, household, clock, wording, now, isTimed: asked !== null, span, timetable };
  const isMoment = request.start !== null && request.end === null;
  const when = spanText(span, clock, wording);
  const { answer: text, results } = answer({ ...question, isMoment, when, busy: timetable.overlapping(span) });
  return { queryType, answer: text, results: { range: intervalOf(span), ...results } };
}

/** Time that a question names; null if it names none. */
function askedSpan({ day, lastDay, start, end, minutes, part }: Request, clock: LocalClock, now: number): Span | null {
  if (day === null && start === null && part === null) return null;
  const first = day ?? clock.dayOf(now);
  const last = lastDay ?? first;
  if (start === null) return { start: clock.at(first, part?.from ?? 0), end: clock.at(last, part?.to ?? 1440) };
  const from = clock.at(first, start);
  return { start: from, end: end === null ? from + (minutes ?? 1) * MINUTE : clock.at(last, end) };
}

/** Formats a span: "Tue 24 Nov", "Tue 24 Nov 12:00–17:00", "Mon 23 Nov–Sun 29 Nov". */
function spanText({ start, end }: Span, clock: LocalClock, wording: Wording): string {
  const interval = intervalOf({ start, end });
  if (clock.minutesOf(start) === 0 && clock.minutesOf(end) === 0)
    return formatDays(interval, wording).replace(" (all day)", "");
  return end - start <= MINUTE ? formatSpan(interval, wording).replace(/–.*$/u, "") : formatSpan(interval, wording);
}

const busyText = ({ occurrence }: Busy, { wording }: Question): string =>
  `${occurrence.event.title} ${whenOf(occurrence, occurrence, wording)}`;

/** Data of occurrences, for clients. */
const busyData = (found: readonly Busy[]) =>
  found.slice(0, MAX_RESULTS).map(({ occurrence: { eventId, seriesId, start, end, allDay, event } }) => {
    const { title, location, participants, resources: things } = event;
    return { eventId, seriesId, title, start, end, allDay, location, participants, resources: things };
  });

const subject = (names: readonly string[]): string => `${listNames(names)} ${names.length > 1 ? "are" : "is"}`;

/** Who is free; without names, everyone in the household. An all-day event occupies nobody, unless it is important. */
function availability(question: Question): Answer {
  const { request, household, wording, isMoment, when, span, now } = question;
  const ids = request.participants.length > 0 ? request.participants : household.members.map(({ id }) => id);
  const people = ids.map((id) => ({
    name: memberName(household, id),
    own: question.busy.filter(
      ({ occurrence: { allDay, event } }) =>
        event.participants.includes(id) && (!allDay || event.priority === "high" || event.priority === "critical"),
    ),
  }));
  const taken = question.busy.filter((each) => people.some(({ own }) => own.includes(each)));
  const long = (request.minutes ?? 30) * MINUTE;
  const free = isMoment ? [] : freeSpans(taken, question).filter(({ start, end }) => end - start >= long);
  const results = { people: ids, busy: busyData(taken), freeSlots: free.map(intervalOf) };
  const idle = people.filter(({ own }) => own.length === 0).map(({ name }) => name);
  const all = subject(people.map(({ name }) => name));
  if (!isMoment && span.end <= now) return { answer: `${when} is over.`, results };
  if (isMoment) {
    const has = people.flatMap(({ name, own }) =>
      own.length === 0 ? [] : [`${name} has ${listNames(own.slice(0, 4).map((each) => busyText(each, question)))}.`],
    );
    return { answer: [...(idle.length === 0 ? [] : [`${subject(idle)} free ${when}.`]), ...has].join(" "), results };
  }
  if (taken.length === 0) return { answer: `${all} free ${when}: nothing is planned.`, results };
  if (free.length === 0) return { answer: `${all} never free${ids.length > 1 ? " together" : ""} ${when}.`, results };
  const byDay = Map.groupBy(free.slice(0, MAX_LISTED).map(intervalOf), ({ start }) => formatDay(start, wording));
  const times = [...byDay].map(([day, own]) => `${day} ${listNames(own.map((each) => formatHours(each, wording)))}`);
  return { answer: `${all} free ${times.join(", ")}.`, results };
}

/** Free time within waking hours that is not over. */
function freeSpans(taken: readonly Busy[], { span, clock, household: { wakingHours }, now }: Question): Span[] {
  const found: Span[] = [];
  for (let day = clock.dayOf(span.start); clock.at(day, 0) < span.end; day = clock.addDays(day, 1)) {
    let from = Math.max(span.start, now, clock.at(day, minutesOfTime(wakingHours.start)));
    const last = Math.min(span.end, clock.at(day, minutesOfTime(wakingHours.end)));
    for (const { start, end } of taken.filter((each) => each.end > from && each.start < last)) {
      if (start > from) found.push({ start: from, end: start });
      from = Math.max(from, end);
    }
    if (from < last) found.push({ start: from, end: last });
  }
  return found;
}

/** Who uses a resource, and when. */
function resources({ request, household, wording, isMoment, span, when, timetable }: Question): Answer {
  const found = request.resources.map((id) => {
    const { name, capacity } = resourceOf(household, id);
    const { uses, peak } = usesWithin(span, id, timetable);
    const list = uses.map(({ occurrence }) => {
      const { title, participants } = occurrence.event;
      const who = [title, ...participants.map((person) => memberName(household, person))].join(", ");
      return `${occurrence.allDay ? "all day" : (span.end - span.start > DAY ? formatSpan : formatHours)(occurrence, wording)} (${who})`;
    });
    const state = isMoment && peak >= capacity ? `taken ${when}:` : `free ${when} except`;
    const answer = uses.length === 0 ? `${name} is free ${when}.` : `${name} is ${state} ${list.join(", ")}.`;
    return { answer, data: { id, name, capacity, available: peak < capacity, uses: busyData(uses) } };
  });
  const [answer, data] = [found.map((each) => each.answer).join(" "), found.map((each) => each.data)];
  return { answer, results: { resources: data } };
}

/** Conflicts among stored events: one for each pair of events, with the first time and a count. */
function conflicts({ request: { participants, title }, household, wording, busy, timetable, when }: Question): Answer {
  const named = plainWords(title ?? "").filter((word) => !GENERIC.has(word));
  const clashes = busy
    .flatMap((own) => clashesAt(own, timetable))
    // Every pair is found from both sides.
    .filter(({ own, other }) => busy.indexOf(own) < busy.indexOf(other))
    .filter(({ people }) => participants.length === 0 || people.some((id) => participants.includes(id)))
    .filter(({ own, other }) => named.every((word) => [own, other].some((each) => hasWord(wordsIn(each), word))));
  const details = groupClashes(clashes).map(
    (group) => `During ${group[0].own.occurrence.event.title}, ${clashText(group, household, wording)}`,
  );
  const listed = [`${countOf(details.length, "conflict")} ${when}:`, ...details.slice(0, MAX_LISTED)];
  const results = { count: details.length, conflicts: details.slice(0, MAX_RESULTS) };
  return {
    answer:
      details.length === 0 ? `No conflicts ${title === null ? "" : `with "${title}" `}${when}.` : listed.join(" "),
    results,
  };
}

/** Words of the title and the place of an event. */
const wordsIn = ({ occurrence: { event } }: Busy): ReadonlySet<string> =>
  new Set(plainWords(`${event.title} ${event.location ?? ""}`));
/** Words of a text in the form in which they are compared. */
const plainWords = (text: string): string[] => wordsOf(text.replaceAll("-", " ")).map(plainWord);

/** Events by words, people and time; for a question about one fact, that fact. */
function lookup(question: Question): Answer {
  const { household, isTimed, busy, wording } = question;
  const { participants, resources: things, title, asks } = question.request;
  const names = new Set([...namesOf(household).keys()].map(plainWord));
  const wanted = plainWords(title ?? "").filter((word) => !names.has(word) && !GENERIC.has(word));
  if (asks === "until" && isTimed) return untilAnswer(question, question.span.start, question.when);
  const found = busy.filter((each) => {
    const { event } = each.occurrence;
    return (
      participants.every((id) => event.participants.includes(id)) &&
      things.every((id) => event.resources.includes(id)) &&
      wanted.every((word) => hasWord(wordsIn(each), word)) &&
      isIn(each, question)
    );
  });
  const next = asks === "last" ? found.at(-1) : found[0];
  const results = { count: found.length, events: busyData(found) };
  const when = asks === "last" ? "in the year before" : isTimed ? question.when : "in the year ahead";
  const whom =
    participants.length === 0 ? "" : ` for ${listNames(participants.map((id) => memberName(household, id)))}`;
  const first = next === undefined ? "" : busyText(next, question);
  if (next === undefined)
    return { answer: `${title === null ? "Nothing" : `No event "${title}"`} is planned${whom} ${when}.`, results };
  if (asks === "until") return untilAnswer(question, next.start, first);
  if (asks === "last") return { answer: `Last: ${first}.`, results };
  if (asks === "rhythm" && next.occurrence.event.recurrenceRule !== null) {
    const { title: name } = next.occurrence.event;
    const hours = next.occurrence.allDay ? "" : ` at ${formatHours(next.occurrence, wording)}`;
    return { answer: `${name} is ${repetition(next.occurrence.event)}${hours}.`, results };
  }
  if (asks === "who" && title === null) {
    const people = found
      .slice(0, MAX_LISTED)
      .map((each) => `${busyText(each, question)} (${factOf(each, "who", household)})`);
    return { answer: `${isTimed ? when : "Coming up"}: ${people.join("; ")}.`, results };
  }
  if (asks === "count" || asks === "rhythm")
    return { answer: `${countOf(found.length, "date")} ${when}, the first ${first}.`, results };
  if (asks !== null && asks !== "when") return { answer: `${first}: ${factOf(next, asks, household)}.`, results };
  const listed = found.slice(0, !isTimed && title !== null ? 3 : MAX_LISTED).map((each) => busyText(each, question));
  const more = isTimed || title === null ? found.length - listed.length : 0;
  const head = isTimed ? `${when}${title === null ? whom : ""}` : title === null ? "Coming up" : "Next";
  const rest = more > 0 ? `, and ${countOf(more, "more event")}` : "";
  return { answer: `${head}: ${listed.join("; ")}${rest}.`, results };
}

/** How many days it is until a time. */
function untilAnswer({ clock, now, span }: Question, time: number, name: string): Answer {
  const days = Math.round((clock.at(clock.dayOf(time), 0) - clock.at(clock.dayOf(now), 0)) / DAY);
  const weeks =
    days < 14
      ? ""
      : ` (${countOf(Math.floor(days / 7), "week")}${days % 7 === 0 ? "" : ` and ${countOf(days % 7, "day")}`})`;
  return { answer: `${countOf(days, "day")}${weeks} until ${name}.`, results: { days, range: intervalOf(span) } };
}

/** True for what is in the part of the day that is asked for, on any of its days: "which evenings". */
function isIn({ start, end, occurrence }: Busy, { request: { part, start: time }, clock, isTimed }: Question): boolean {
  if (part === null || time !== null || !isTimed || occurrence.allDay) return true;
  const from = clock.minutesOf(start);
  return from < part.to && from + (end - start) / MINUTE > part.from;
}

/** Place, people or length of an event, in words. */
function factOf({ occurrence, start, end }: Busy, asks: "where" | "who" | "length", household: Household): string {
  const { location, participants, resources: things } = occurrence.event;
  if (asks === "where") return location ?? "no place is stored";
  if (asks === "length") return occurrence.allDay ? "all day" : countOf(Math.round((end - start) / MINUTE), "minute");
  const people = listNames(participants.map((id) => memberName(household, id))) || "nobody is named";
  return [people, ...things.map((id) => `with ${resourceOf(household, id).name}`)].join(", ");
}
