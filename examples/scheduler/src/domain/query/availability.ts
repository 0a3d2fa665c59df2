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
  const { request, household } = question;
  const span = restOfToday(question);
  const ids = request.participants.length > 0 ? request.participants : household.members.map(({ id }) => id);
  const busy = question
    .timetable(span)
    .overlapping(span)
    .filter(
      ({ occurrence: { allDay, event } }) => !allDay || event.priority === "high" || event.priority === "critical",
    );
  const people = ids.map((id) => ({
    id,
    name: memberName(household, id),
    taken: busy.filter(({ occurrence }) => occurrence.event.participants.includes(id)),
  }));
  const free = question.isMoment
    ? []
    : freeSpans(
        span,
        people.flatMap(({ taken }) => taken),
        question,
      ).filter(({ start, end }) => end - start >= (request.minutes ?? 30) * MINUTE);
  const when = spanText(span, question);
  const names = people.map(({ name }) => name);
  const are = names.length > 1 ? "are" : "is";
  const idle = people.filter(({ taken }) => taken.length === 0).map(({ name }) => name);
  const has = people
    .filter(({ taken }) => taken.length > 0)
    .map(({ name, taken }) => `${name} has ${listNames(taken.slice(0, 4).map((each) => busyText(each, question)))}.`);
  const byDay = groupBy(free.slice(0, MAX_LISTED).map(intervalOf), ({ start }) => formatDay(start, question.wording));
  const days = [...byDay].map(
    ([day, spans]) => `${day} ${listNames(spans.map((each) => formatHours(each, question.wording)))}`,
  );
  const answer = question.isMoment
    ? [idle.length === 0 ? "" : `${listNames(idle)} ${idle.length > 1 ? "are" : "is"} free ${when}.`, ...has]
        .filter((text) => text !== "")
        .join(" ")
    : span.end <= question.now
      ? `${when} is over.`
      : idle.length === people.length
        ? `${listNames(names)} ${are} free ${when}: nothing is planned.`
        : free.length === 0
          ? `${listNames(names)} ${names.length > 1 ? "have no free time in common" : "has no free time"} ${when}.`
          : `${listNames(names)} ${are} free ${days.join(", ")}.`;
  return {
    answer,
    results: {
      range: intervalOf(span),
      participants: people.map(({ id, name, taken }) => ({
        id,
        name,
        free: taken.length === 0,
        busy: taken.map(busyData),
      })),
      freeSlots: free.map(intervalOf),
    },
  };
}

/** Free time within waking hours that is not over. */
function freeSpans(span: Span, taken: readonly Busy[], { clock, household, now }: Question): Span[] {
  const found: Span[] = [];
  const sorted = taken.toSorted((one, other) => one.start - other.start);
  for (let day = clock.dayOf(span.start); clock.at(day, 0) < span.end; day = clock.addDays(day, 1)) {
    let from = Math.max(span.start, now, clock.at(day, minutesOfTime(household.wakingHours.start)));
    const last = Math.min(span.end, clock.at(day, minutesOfTime(household.wakingHours.end)));
    for (const busy of sorted) {
      if (busy.end <= from || busy.start >= last) continue;
      if (busy.start > from) found.push({ start: from, end: busy.start });
      from = busy.end;
    }
    if (from < last) found.push({ start: from, end: last });
  }
  return found;
}
