import { formatDay, formatHours, listNames } from "../format.ts";
import { type Busy, groupBy, intervalOf, type Span } from "../free-busy.ts";
import { memberName, minutesOfTime } from "../planning/conflicts.ts";
import {
  type Answer,
  busyData,
  busyText,
  MAX_LISTED,
  MINUTE,
  type Question,
  restOfToday,
  spanText,
} from "./question.ts";

/** Who is free; without names, everyone in the household. An all-day event occupies nobody, unless it is important. */
export function availability(question: Question): Answer {
  const { request, household, wording, isMoment } = question;
  const span = restOfToday(question);
  const ids = request.participants.length > 0 ? request.participants : household.members.map(({ id }) => id);
  const busy = question
    .timetable(span)
    .overlapping(span)
    .filter(
      ({ occurrence: { allDay, event } }) => !allDay || event.priority === "high" || event.priority === "critical",
    );
  const people = ids.map((id) => ({
    name: memberName(household, id),
    taken: busy.filter(({ occurrence }) => occurrence.event.participants.includes(id)),
  }));
  const taken = busy.filter((each) => people.some((person) => person.taken.includes(each)));
  const free = isMoment
    ? []
    : freeSpans(span, taken, question).filter(({ start, end }) => end - start >= (request.minutes ?? 30) * MINUTE);
  const idle = people.filter((person) => person.taken.length === 0).map(({ name }) => name);
  const results = { range: intervalOf(span), people: ids, busy: busyData(taken), freeSlots: free.map(intervalOf) };
  return { answer: sentence(), results };

  function sentence(): string {
    const when = spanText(span, question);
    const names = people.map(({ name }) => name);
    const [are, have] = names.length > 1 ? ["are", "have no free time in common"] : ["is", "has no free time"];
    if (isMoment) {
      const has = people.flatMap(({ name, taken: own }) =>
        own.length === 0 ? [] : [`${name} has ${listNames(own.slice(0, 4).map((each) => busyText(each, question)))}.`],
      );
      return [
        ...(idle.length === 0 ? [] : [`${listNames(idle)} ${idle.length > 1 ? "are" : "is"} free ${when}.`]),
        ...has,
      ].join(" ");
    }
    if (span.end <= question.now) return `${when} is over.`;
    if (idle.length === people.length) return `${listNames(names)} ${are} free ${when}: nothing is planned.`;
    if (free.length === 0) return `${listNames(names)} ${have} ${when}.`;
    const byDay = groupBy(free.slice(0, MAX_LISTED).map(intervalOf), ({ start }) => formatDay(start, wording));
    return `${listNames(names)} ${are} free ${[...byDay].map(([day, spans]) => `${day} ${listNames(spans.map((each) => formatHours(each, wording)))}`).join(", ")}.`;
  }
}

/** Free time within waking hours that is not over. */
function freeSpans(span: Span, taken: readonly Busy[], { clock, household, now }: Question): Span[] {
  const found: Span[] = [];
  const sorted = taken.toSorted((one, other) => one.start - other.start);
  for (let day = clock.dayOf(span.start); clock.at(day, 0) < span.end; day = clock.addDays(day, 1)) {
    let from = Math.max(span.start, now, clock.at(day, minutesOfTime(household.wakingHours.start)));
    const last = Math.min(span.end, clock.at(day, minutesOfTime(household.wakingHours.end)));
    for (const busy of sorted.filter(({ end, start }) => end > from && start < last)) {
      if (busy.start > from) found.push({ start: from, end: busy.start });
      from = Math.max(from, busy.end);
    }
    if (from < last) found.push({ start: from, end: last });
  }
  return found;
}
