import { countOf, formatSpan, listNames } from "../format.ts";
import { groupBy, intervalOf } from "../free-busy.ts";
import { clashesAt, memberName, resourceOf } from "../planning/conflicts.ts";
import {
  type Answer,
  comingDays,
  CONFLICT_DAYS,
  MAX_LISTED,
  MAX_RESULTS,
  type Question,
  spanText,
} from "./question.ts";

/** Conflicts among stored events: one for each pair of events, with the first time and a count. */
export function conflicts(question: Question): Answer {
  const { request, household, wording } = question;
  const span = comingDays(question, CONFLICT_DAYS);
  const timetable = question.timetable(span);
  const clashes = timetable
    .overlapping(span)
    .flatMap((own) => clashesAt(own, timetable))
    .filter(
      ({ own, other }) =>
        own.start < other.start || (own.start === other.start && own.occurrence.eventId < other.occurrence.eventId),
    );
  const asked = clashes.filter(
    ({ people }) => request.participants.length === 0 || people.some((id) => request.participants.includes(id)),
  );
  const groups = [
    ...groupBy(
      asked,
      ({ own, other, resourceId }) => `${resourceId ?? "time"}:${own.occurrence.seriesId}:${other.occurrence.seriesId}`,
    ),
  ];
  const found = groups.slice(0, MAX_RESULTS).flatMap(([id, group]) => {
    const [first] = group;
    if (first === undefined) return [];
    const titles = `${first.own.occurrence.event.title} and ${first.other.occurrence.event.title}`;
    const at = formatSpan(
      intervalOf({
        start: Math.max(first.own.start, first.other.start),
        end: Math.min(first.own.end, first.other.end),
      }),
      wording,
    );
    const names = first.people.map((person) => memberName(household, person));
    const who =
      first.resourceId === null
        ? `${listNames(names)} ${names.length > 1 ? "have" : "has"} ${titles} at the same time`
        : `${resourceOf(household, first.resourceId).name} is overbooked: ${titles}`;
    return [
      {
        id,
        occurrences: group.length,
        details: `${who} ${at}${group.length > 1 ? `, and ${countOf(group.length - 1, "more time")}` : ""}.`,
      },
    ];
  });
  const when = spanText(span, question);
  const more = groups.length > MAX_LISTED ? [`And ${countOf(groups.length - MAX_LISTED, "more conflict")}.`] : [];
  const answer =
    found.length === 0
      ? `No conflicts ${when}.`
      : [
          `${countOf(groups.length, "conflict")} ${when}:`,
          ...found.slice(0, MAX_LISTED).map(({ details }) => details),
          ...more,
        ].join(" ");
  return { answer, results: { range: intervalOf(span), count: groups.length, conflicts: found } };
}
