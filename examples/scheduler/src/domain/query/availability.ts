import { minutesOfTime } from "../conflicts/constraints.ts";
import { memberName } from "../conflicts/detect.ts";
import { priorityRank } from "../conflicts/severity.ts";
import { formatDay, formatHours, listNames } from "../format.ts";
import { type Busy, groupBy, intervalOf, type Span } from "../free-busy.ts";
import type { QueryData } from "../query-data.ts";
import { askedOrToday, busyAsData, describeBusy, describeSpan, type Question, timetableFor } from "./question.ts";

const MINUTE = 60_000;

/** Minimum length of a free time to list, in minutes, unless the question names a shorter one. */
const MIN_FREE_MINUTES = 30;

/** Maximum number of free times in the answer; the results contain all of them. */
const MAX_LISTED = 6;

/** Answers who is free, and when all of them are; a question without names is about everyone in the household. */
export function answerAvailability(question: Question): QueryData {
  const { request, household } = question;
  const span = askedOrToday(question);
  const ids = request.participants.length > 0 ? request.participants : household.members.map(({ id }) => id);
  const busy = timetableFor(question, span).overlapping(span).filter(takesTime);
  const people = ids.map((id) => {
    const taken = busy.filter(({ occurrence }) => occurrence.event.participants.includes(id));
    return { id, name: memberName(household, id), free: taken.length === 0, taken };
  });
  const everyone = people.flatMap(({ taken }) => taken);
  const least = (request.durationMinutes ?? MIN_FREE_MINUTES) * MINUTE;
  const free = question.isMoment
    ? []
    : freeSpans(span, everyone, question).filter(({ start, end }) => end - start >= least);
  return {
    queryType: "availability",
    answer: question.isMoment ? answerMoment(people, span, question) : answerSpan(people, { span, free }, question),
    results: {
      range: intervalOf(span),
      participants: people.map(({ id, name, free: isFree, taken }) => ({
        id,
        name,
        free: isFree,
        busy: taken.map(busyAsData),
      })),
      freeSlots: free.map(intervalOf),
    },
  };
}

interface Person {
  readonly name: string;
  readonly free: boolean;
  readonly taken: readonly Busy[];
}

/** All-day events do not occupy people, unless their priority is high. */
const takesTime = ({ occurrence: { allDay, event } }: Busy): boolean =>
  !allDay || priorityRank(event.priority) >= priorityRank("high");

/** Free time within waking hours, without times in the past. */
function freeSpans(span: Span, taken: readonly Busy[], { clock, household, now }: Question): readonly Span[] {
  const found: Span[] = [];
  const sorted = taken.toSorted((one, other) => one.start - other.start);
  const { start, end } = household.wakingHours;
  const until = minutesOfTime(end) > minutesOfTime(start) ? minutesOfTime(end) : minutesOfTime(end) + 1440;
  for (let day = clock.dayOf(span.start); clock.at(day, 0) < span.end; day = clock.addDays(day, 1)) {
    let from = Math.max(span.start, now, clock.at(day, minutesOfTime(start)));
    const last = Math.min(span.end, clock.at(day, until));
    for (const busy of sorted) {
      if (busy.end <= from || busy.start >= last) continue;
      if (busy.start > from) found.push({ start: from, end: busy.start });
      from = busy.end;
    }
    if (from < last) found.push({ start: from, end: last });
  }
  return found;
}

function answerMoment(people: readonly Person[], span: Span, question: Question): string {
  const when = describeSpan(span, question);
  const free = people.filter((person) => person.free).map(({ name }) => name);
  const busy = people.filter((person) => !person.free);
  const because = busy.map(
    ({ name, taken }) => `${name} has ${listNames(taken.map((event) => describeBusy(event, question)))}.`,
  );
  const both = free.length === 2 && people.length === 2 ? "both " : "";
  const yes = free.length === 0 ? "" : `${listNames(free)} ${free.length > 1 ? "are" : "is"} ${both}free ${when}.`;
  return [yes, ...because].filter((text) => text !== "").join(" ");
}

function answerSpan(
  people: readonly Person[],
  { span, free }: { span: Span; free: readonly Span[] },
  question: Question,
): string {
  const when = describeSpan(span, question);
  const names = listNames(people.map(({ name }) => name));
  const are = people.length > 1 ? (people.length === 2 ? "are both" : "are all") : "is";
  if (span.end <= question.now) return `${when} is over.`;
  if (free.length === 0)
    return `${names} ${people.length > 1 ? "have" : "has"} no free time in common ${when}.`.replace(
      people.length > 1 ? "" : " in common",
      "",
    );
  if (people.every((person) => person.free)) return `${names} ${are} free ${when}: nothing is planned.`;
  const listed = free.slice(0, MAX_LISTED).map(intervalOf);
  const byDay = groupBy(listed, ({ start }) => formatDay(start, question.wording));
  const days = [...byDay].map(
    ([day, spans]) => `${day} ${listNames(spans.map((interval) => formatHours(interval, question.wording)))}`,
  );
  const more = free.length > MAX_LISTED ? `, and ${free.length - MAX_LISTED} more times` : "";
  return `${names} ${are} free ${days.join(", ")}${more}.`;
}
