import { countOf, formatSpan, listNames } from "../format.ts";
import { groupBy, intervalOf } from "../free-busy.ts";
import { clashesAt, memberName, resourceOf } from "../planning/conflicts.ts";
import { type Answer, comingDays, MAX_LISTED, MAX_RESULTS, type Question, spanText } from "./question.ts";

/** Days that are searched if the question names none. */
const DAYS = 30;

/** Conflicts among stored events: one for each pair of events, with the first time and a count. */
export function conflicts(question: Question): Answer {
  const { request, household, wording } = question;
  const span = comingDays(question, DAYS);
  const timetable = question.timetable(span);
  const clashes = timetable
    .overlapping(span)
    .flatMap((own) => clashesAt(own, timetable))
    // Every pair is found from both sides.
    .filter(
      ({ own, other }) =>
        own.start < other.start || (own.start === other.start && own.occurrence.eventId < other.occurrence.eventId),
    )
    .filter(
      ({ people }) => request.participants.length === 0 || people.some((id) => request.participants.includes(id)),
    );
  const groups = [
    ...groupBy(
      clashes,
      ({ own, other, resourceId }) => `${resourceId ?? "time"}:${own.occurrence.seriesId}:${other.occurrence.seriesId}`,
    ).values(),
  ];
  const details = groups.slice(0, MAX_RESULTS).flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const { own, other, people, resourceId } = first;
    const titles = `${own.occurrence.event.title} and ${other.occurrence.event.title}`;
    const names = people.map((person) => memberName(household, person));
    const who =
      resourceId === null
        ? `${listNames(names)} ${names.length > 1 ? "have" : "has"} ${titles} at the same time`
        : `${resourceOf(household, resourceId).name} is overbooked: ${titles}`;
    const at = formatSpan(
      intervalOf({ start: Math.max(own.start, other.start), end: Math.min(own.end, other.end) }),
      wording,
    );
    return [`${who} ${at}${more.length > 0 ? `, and ${countOf(more.length, "more time")}` : ""}.`];
  });
  const when = spanText(span, question);
  const rest = groups.length > MAX_LISTED ? [`And ${countOf(groups.length - MAX_LISTED, "more conflict")}.`] : [];
  const answer =
    details.length === 0
      ? `No conflicts ${when}.`
      : [`${countOf(groups.length, "conflict")} ${when}:`, ...details.slice(0, MAX_LISTED), ...rest].join(" ");
  return { answer, results: { range: intervalOf(span), count: groups.length, conflicts: details } };
}
