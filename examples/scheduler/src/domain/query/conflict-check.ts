import type { Conflict } from "../conflict.ts";
import { memberName } from "../conflicts/detect.ts";
import { resourceSeverity, timeSeverity } from "../conflicts/severity.ts";
import { countOf, formatSpan, listNames } from "../format.ts";
import { type Busy, groupBy, intervalOf, type Span, type Timetable } from "../free-busy.ts";
import type { QueryData } from "../query-data.ts";
import { resourceOf, usageWithin } from "../resources.ts";
import { formatInstant } from "../wall-clock.ts";
import { askedOrDays, describeSpan, type Question, timetableFor } from "./question.ts";

/** Number of days to check if the question names no time. */
const DEFAULT_DAYS = 30;

/** Maximum number of conflicts in the answer; the results contain more, and the total. */
const MAX_LISTED = 10;
const MAX_RESULTS = 200;

/** Finds conflicts among stored events: one for each pair of events, with the first time and a count. */
export function answerConflictCheck(question: Question): QueryData {
  const span = askedOrDays(question, DEFAULT_DAYS);
  const clashes = clashesWithin(span, question);
  const groups = [...groupBy(clashes, ({ id }) => id).values()];
  const conflicts = groups.slice(0, MAX_RESULTS).map((group) => toConflict(group, question));
  const when = describeSpan(span, question);
  const listed = conflicts.slice(0, MAX_LISTED).map(({ details }) => details);
  const more = groups.length > MAX_LISTED ? [`And ${countOf(groups.length - MAX_LISTED, "more conflict")}.`] : [];
  return {
    queryType: "conflict_check",
    answer:
      conflicts.length === 0
        ? `No conflicts ${when}.`
        : [`${countOf(groups.length, "conflict")} ${when}:`, ...listed, ...more].join(" "),
    results: { range: intervalOf(span), count: groups.length, conflicts },
  };
}

interface Clash {
  readonly id: string;
  readonly one: Busy;
  readonly other: Busy;
  readonly participants: readonly string[];
  readonly resourceId: string | null;
}

function clashesWithin(span: Span, question: Question): readonly Clash[] {
  const timetable = timetableFor(question, span);
  const { participants } = question.request;
  const all = timetable.overlapping(span);
  const asked = all.filter(
    ({ occurrence }) =>
      participants.length === 0 || participants.some((id) => occurrence.event.participants.includes(id)),
  );
  return asked.flatMap((one) => [...peopleTwice(one, timetable), ...resourcesOver(one, { timetable, question })]);
}

/** The later of two occurrences (or the second by id) finds the other, so that each pair is found once. */
const isBefore = (one: Busy, other: Busy): boolean =>
  one.start < other.start || (one.start === other.start && one.occurrence.eventId < other.occurrence.eventId);

const pairId = (prefix: string, one: Busy, other: Busy): string =>
  `${prefix}:${[one.occurrence.seriesId, other.occurrence.seriesId].toSorted().join(":")}`;

const peopleTwice = (one: Busy, timetable: Timetable): readonly Clash[] =>
  timetable
    .overlapping(one)
    .filter((other) => isBefore(other, one))
    .flatMap((other) => {
      const participants = one.occurrence.event.participants.filter((id) =>
        other.occurrence.event.participants.includes(id),
      );
      if (participants.length === 0) return [];
      return [{ id: pairId("time", one, other), one: other, other: one, participants, resourceId: null }];
    });

const resourcesOver = (
  one: Busy,
  { timetable, question }: { timetable: Timetable; question: Question },
): readonly Clash[] =>
  one.occurrence.event.resources.flatMap((resourceId) => {
    const { capacity } = resourceOf(question.household, resourceId);
    const uses = timetable.overlapping(one).filter(({ occurrence }) => occurrence.event.resources.includes(resourceId));
    return usageWithin(one, uses, capacity + 1)
      .holders.filter((other) => isBefore(other, one))
      .map((other) => ({
        id: pairId(`resource:${resourceId}`, one, other),
        one: other,
        other: one,
        participants: [],
        resourceId,
      }));
  });

function toConflict(clashes: readonly Clash[], { household, wording }: Question): Conflict {
  const first = clashes.reduce((earliest, clash) => (clash.other.start < earliest.other.start ? clash : earliest));
  const [one, other] = [first.one.occurrence.event, first.other.occurrence.event];
  const start = Math.max(first.one.start, first.other.start);
  const overlap = intervalOf({ start, end: Math.min(first.one.end, first.other.end) });
  const when = `${formatSpan(overlap, wording)}${clashes.length > 1 ? `, and ${countOf(clashes.length - 1, "more time")}` : ""}`;
  const participantsAffected = [...new Set(clashes.flatMap(({ participants }) => participants))];
  const names = participantsAffected.map((id) => memberName(household, id));
  const details =
    first.resourceId === null
      ? `${listNames(names)} ${names.length > 1 ? "have" : "has"} ${one.title} and ${other.title} at the same time ${when}.`
      : `${resourceOf(household, first.resourceId).name} is overbooked: ${one.title} and ${other.title} ${when}.`;
  return {
    id: first.id,
    type: first.resourceId === null ? "time_conflict" : "resource_conflict",
    severity: (first.resourceId === null ? timeSeverity : resourceSeverity)(one, other),
    conflictingEventId: first.other.occurrence.eventId,
    conflictingEventTitle: other.title,
    participantsAffected,
    resourceId: first.resourceId,
    firstAt: formatInstant(start),
    occurrences: clashes.length,
    details,
  };
}
