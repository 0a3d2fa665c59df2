import type { Interval, Occurrence } from "../calendar-event.ts";
import { type HouseholdWording, partsOf, repetition, whenOf } from "../describe.ts";
import { countOf, formatDay, formatDays, formatHours, formatSpan, listNames } from "../format.ts";
import { memberName, minutesOfTime, resourceOf } from "../household.ts";
import type { QueryData } from "../outputs.ts";
import { type CheckContext, clashesAt, clashText, groupClashes, usesWithin } from "../planning/conflicts.ts";
import { type NLParserData, timesOf } from "../parser-data.ts";
import { hasWords } from "../title-words.ts";
import { dayMilliseconds as DAY, intervalOf, type LocalClock, localClock } from "../wall-clock.ts";

const MINUTE = 60_000;
/** Maximum number of entries in an answer. */
const MAX_LISTED = 10;
/** Maximum number of events in an answer. */
const MAX_EVENTS = 50;

interface Question {
  readonly request: NLParserData;
  readonly wording: HouseholdWording;
  readonly clock: LocalClock;
  /** True if the question names a time. */
  readonly isTimed: boolean;
  readonly isMoment: boolean;
  /** Part of the day that is asked about; null for all of it. */
  readonly part: { readonly from: number; readonly to: number } | null;
  /** Time that is searched, also in words, and what is planned then. */
  readonly range: Interval;
  readonly when: string;
  readonly planned: readonly Occurrence[];
}

/** Kinds of questions, and how many days each searches if no time is named; 0 for the rest of today. */
const KINDS = {
  availability: [0, availability],
  event_lookup: [366, lookup],
  resource_status: [0, resources],
  conflict_check: [30, conflicts],
} as const;

/** Answers a question about the calendar in a few sentences. */
export function answerQuery(request: NLParserData, { calendar, now: instant }: CheckContext): QueryData {
  const wording = { ...calendar.household, now: instant };
  const [clock, now] = [localClock(wording.timeZone), Date.parse(instant)];
  const queryType = request.queryType ?? "event_lookup";
  const [days, answer] = KINDS[queryType];
  const asked = askedTime(request, clock, now);
  const end = days === 0 ? clock.at(clock.dayOf(now), 1440) : now + days * DAY;
  const range = intervalOf(asked ?? { start: now, end });
  const { start, end: last, part } = timesOf(request);
  const isMoment = start !== null && last === null;
  const when = rangeText(range, clock, wording);
  const planned = calendar.occurrences(range);
  const question = { request, part, wording, clock, range, isTimed: asked !== null, isMoment, when, planned };
  return { queryType, results: { answer: answer(question), range } };
}

/** Time that a question names, in milliseconds; null if it names none. */
function askedTime(request: NLParserData, clock: LocalClock, now: number) {
  const { day, lastDay, start, end, part } = timesOf(request);
  if (day === null && start === null && part === null) return null;
  const first = day ?? clock.dayOf(now);
  const last = lastDay ?? first;
  if (start === null) return { start: clock.at(first, part?.from ?? 0), end: clock.at(last, part?.to ?? 1440) };
  const from = clock.at(first, start);
  return { start: from, end: end === null ? from + (request.minutes ?? 1) * MINUTE : clock.at(last, end) };
}

/** Formats a range: "Tue 24 Nov", "Tue 24 Nov 12:00–17:00", "Mon 23 Nov–Sun 29 Nov". */
function rangeText(range: Interval, clock: LocalClock, wording: HouseholdWording): string {
  const [start, end] = [Date.parse(range.start), Date.parse(range.end)];
  if (clock.minutesOf(start) === 0 && clock.minutesOf(end) === 0)
    return formatDays(range, wording).replace(" (all day)", "");
  return end - start <= MINUTE ? formatSpan(range, wording).replace(/–.*$/u, "") : formatSpan(range, wording);
}

/** Formats events in one line: "Soccer Tue 24 Nov 16:00–17:00 and Chess Wed 25 Nov 18:00–19:00". */
const eventsText = (events: readonly Occurrence[], { wording }: Question): string =>
  listNames(events.map((each) => `${each.event.title} ${whenOf(each, each, wording)}`));

const namesOfPeople = (ids: readonly string[], { wording }: Question): string =>
  listNames(ids.map((id) => memberName(wording, id)));

/** Who is free; without names, everyone in the household. An all-day event occupies nobody. */
function availability(question: Question): string {
  const { request, wording, isMoment, when, range, planned } = question;
  const ids = request.participants.length > 0 ? request.participants : wording.members.map(({ id }) => id);
  const are = (some: readonly string[]): string => `${namesOfPeople(some, question)} ${some.length > 1 ? "are" : "is"}`;
  const eventsOf = (people: readonly string[]): readonly Occurrence[] =>
    planned.filter(({ allDay, event }) => !allDay && hasOne(people, event.participants));
  if (isMoment) {
    const isFree = (id: string): boolean => eventsOf([id]).length === 0;
    const [free, busy] = [ids.filter(isFree), ids.filter((id) => !isFree(id))];
    const has = busy.map((id) => `${memberName(wording, id)} has ${eventsText(eventsOf([id]), question)}.`);
    return [...(free.length === 0 ? [] : [`${are(free)} free ${when}.`]), ...has].join(" ");
  }
  if (Date.parse(range.end) <= Date.parse(wording.now)) return `${when} is over.`;
  const taken = eventsOf(ids);
  const whole = planned.filter(({ allDay, event }) => allDay && hasOne(ids, event.participants));
  if (taken.length === 0 && whole.length > 0)
    return `Nothing else is planned for ${namesOfPeople(ids, question)} ${when}: ${eventsText(whole, question)}.`;
  if (taken.length === 0) return `${are(ids)} free ${when}: nothing is planned.`;
  const free = freeTimes(taken, question);
  if (free.length === 0) return `${are(ids)} never free${ids.length > 1 ? " together" : ""} ${when}.`;
  const byDay = Map.groupBy(free.slice(0, MAX_LISTED), ({ start }) => formatDay(start, wording));
  const times = [...byDay].map(([day, own]) => `${day} ${listNames(own.map((each) => formatHours(each, wording)))}`);
  const more = free.length > MAX_LISTED ? `, and ${countOf(free.length - MAX_LISTED, "more time")}` : "";
  return `${are(ids)} free ${times.join(", ")}${more}.`;
}

/** Free times within waking hours that are not over, at least as long as the request says. */
function freeTimes(
  taken: readonly Occurrence[],
  { range, clock, wording, request, part: asked }: Question,
): Interval[] {
  const found: { start: number; end: number }[] = [];
  const [first, end] = [Date.parse(range.start), Date.parse(range.end)];
  const { wakingHours } = wording;
  // "Which evenings" are those of each day.
  const part = asked ?? { from: 0, to: 1440 };
  for (let day = clock.dayOf(first); clock.at(day, 0) < end; day = clock.addDays(day, 1)) {
    let from = Math.max(
      first,
      Date.parse(wording.now),
      clock.at(day, Math.max(minutesOfTime(wakingHours.start), part.from)),
    );
    const last = Math.min(end, clock.at(day, Math.min(minutesOfTime(wakingHours.end), part.to)));
    for (const each of taken) {
      found.push({ start: from, end: Math.min(last, Date.parse(each.start)) });
      from = Math.max(from, Date.parse(each.end));
    }
    found.push({ start: from, end: last });
  }
  return found.filter((each) => each.end - each.start >= (request.minutes ?? 30) * MINUTE).map(intervalOf);
}

/** Who uses a resource, and when. */
function resources(question: Question): string {
  const { request, wording, isMoment, range, when, planned } = question;
  const found = request.resources.map((id) => {
    const { name, capacity } = resourceOf(wording, id);
    const { uses, peak } = usesWithin(range, id, planned);
    const isAllOfIt = uses.some(({ start, end }) => start <= range.start && end >= range.end);
    const isTaken = (isMoment || isAllOfIt) && peak >= capacity;
    const state = isTaken ? `taken ${when}, by` : `free ${when} except during`;
    return uses.length === 0 ? `${name} is free ${when}.` : `${name} is ${state} ${eventsText(uses, question)}.`;
  });
  return found.join(" ");
}

/** Conflicts among stored events: one for each pair of events, with the first time and a count. */
function conflicts({ request: { participants, title }, wording, planned, when }: Question): string {
  const clashes = planned
    .flatMap((own) => clashesAt(own, planned, wording))
    // Every pair is found from both sides.
    .filter(({ own, other }) => planned.indexOf(own) < planned.indexOf(other))
    .filter(({ people }) => hasOne(participants, people))
    .filter(({ own, other }) => hasWords(`${own.event.title} ${other.event.title}`, title ?? ""));
  const details = groupClashes(clashes).map(
    (group) => `During ${group.first.own.event.title}, ${clashText(group, wording)}`,
  );
  const listed = [`${countOf(details.length, "conflict")} ${when}:`, ...details.slice(0, MAX_LISTED)];
  return details.length === 0 ? `No conflicts ${title === null ? "" : `with "${title}" `}${when}.` : listed.join(" ");
}

/** True if the event has one of those asked for: "what do Emma and Noah have on" asks for the events of each. */
const hasOne = (asked: readonly string[], own: readonly string[]): boolean =>
  asked.length === 0 || asked.some((id) => own.includes(id));

/** Events by words, people and time, with everything that a question can ask of them. Without a time, each series is listed once. */
function lookup(question: Question): string {
  const { isTimed, planned, wording } = question;
  const { participants, resources: things, title } = question.request;
  const found = planned.filter(
    (each) =>
      hasOne(participants, each.event.participants) &&
      hasOne(things, each.event.resources) &&
      hasWords(`${each.event.title} ${each.event.location ?? ""}`, title ?? "") &&
      isIn(each, question),
  );
  const when = isTimed ? question.when : "in the year ahead";
  const whom = participants.length === 0 ? "" : ` for ${namesOfPeople(participants, question)}`;
  if (found.length === 0) return `${title === null ? "Nothing" : `No event "${title}"`} is planned${whom} ${when}.`;
  const isFirst = (one: Occurrence): boolean => found.find(({ seriesId }) => seriesId === one.seriesId) === one;
  const shown = isTimed || title === null ? found : found.filter(isFirst);
  const listed = shown.slice(0, isTimed ? MAX_EVENTS : MAX_LISTED).map((each) => {
    const repeats = isTimed ? "" : repetition(each.event);
    return [eventsText([each], question), repeats, ...partsOf(each.event, wording)].filter(Boolean).join(", ");
  });
  const head = isTimed ? when : "Next";
  const more = shown.length > listed.length ? [`and ${countOf(shown.length - listed.length, "more event")}`] : [];
  return listed.length === 1
    ? `${head}: ${listed[0] ?? ""}.`
    : [`${head}:`, ...[...listed, ...more].map((each) => `- ${each}`)].join("\n");
}

/** True for what is in the part of the day that is asked for, on any of its days: "which evenings". */
function isIn({ start, end, allDay }: Occurrence, { part, clock, isTimed }: Question): boolean {
  if (part === null || !isTimed || allDay) return true;
  const from = clock.minutesOf(Date.parse(start));
  return from < part.to && from + (Date.parse(end) - Date.parse(start)) / MINUTE > part.from;
}
