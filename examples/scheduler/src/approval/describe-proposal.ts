import type { CalendarEvent } from "../domain/calendar-event.ts";
import { countOf, formatDay, formatDays, formatSpan, listNames, type Wording } from "../domain/format.ts";
import { eventSpan, intervalOf } from "../domain/free-busy.ts";
import type { Household } from "../domain/household.ts";
import type { Interval } from "../domain/interval.ts";
import { repetitionText } from "../domain/language/repetition-text.ts";
import type { ProposedEvent } from "../domain/proposed-event.ts";
import { firstOccurrence } from "../domain/scheduling/draft.ts";
import { formatInstant, readWallTime, wallToInstant } from "../domain/wall-clock.ts";

/** Wording of sentences about a proposal: time zone, current time, and names of people and resources. */
export interface ProposalWording extends Wording {
  readonly now: string;
  readonly household: Household;
}

/** Describes a proposal in one line: `"Soccer practice" on Tue 24 Nov 16:00–17:00, every Tuesday, for Emma, with Van`. */
export function describeProposal(proposed: ProposedEvent, wording: ProposalWording): string {
  const { event } = proposed;
  return [
    `"${proposed.title}" ${whenText(proposed, wording)}`,
    ...repetition(event, wording),
    ...attendance(event, wording),
  ].join(", ");
}

/**
 * Describes a change in one line: `"Dentist" on Wed 25 Nov 14:30–15:15: move to Thu 26 Nov 10:00–10:45`, or its new name,
 * people, resources or priority. Names only what differs from `before`.
 */
export function describeChange(proposed: ProposedEvent, before: CalendarEvent, wording: ProposalWording): string {
  const { event } = proposed;
  const was = { ...proposed, title: before.title, ...timesOf(before, wording), event: before };
  const changes = [
    ...(event.title === before.title ? [] : [`rename to "${event.title}"`]),
    ...timeChange(proposed, before, wording),
    ...(same(event.participants, before.participants)
      ? []
      : [`for ${memberNames(event.participants, wording) || "nobody"}`]),
    ...(same(event.resources, before.resources)
      ? []
      : [`with ${resourceNames(event.resources, wording) || "nothing"}`]),
    ...(event.priority === before.priority ? [] : [`${event.priority} priority`]),
    ...(event.flexibility === before.flexibility ? [] : [`flexibility: ${event.flexibility.replaceAll("_", " ")}`]),
  ];
  const what = `"${before.title}" ${whenText(was, wording)}${repetition(before, wording)
    .map((text) => `, ${text}`)
    .join("")}`;
  return `${what}: ${changes.length === 0 ? "nothing changes" : changes.join(", ")}`;
}

function timeChange(proposed: ProposedEvent, before: CalendarEvent, wording: ProposalWording): string[] {
  const { event, alsoChanged = [] } = proposed;
  const old = timesOf(before, wording);
  const moves = proposed.startTime !== old.startTime || proposed.endTime !== old.endTime;
  const rule = event.recurrenceRule === before.recurrenceRule ? [] : repetition(event, wording);
  if (!moves && rule.length === 0) return [];
  const span = spanText(event, { start: proposed.startTime, end: proposed.endTime }, wording);
  return [`move to ${span}${alsoChanged.length > 0 ? ", and the other dates likewise" : ""}`, ...rule];
}

function whenText(proposed: ProposedEvent, wording: ProposalWording): string {
  const { event, cancelledStarts = [], alsoChanged = [] } = proposed;
  const first = spanText(event, { start: proposed.startTime, end: proposed.endTime }, wording);
  const count = Math.max(cancelledStarts.length, alsoChanged.length + 1);
  if (proposed.splits !== undefined) return `from ${first} on`;
  if (count < 2) return `on ${first}`;
  const { timeZone } = event.allDay ? wording.household : event;
  const lastStart = cancelledStarts.at(-1) ?? alsoChanged.at(-1)?.replaces?.originalStart ?? event.start;
  const last = formatInstant(wallToInstant(readWallTime(lastStart), timeZone));
  return `on ${countOf(count, "date")} from ${first} to ${formatDay(last, wording)}`;
}

const spanText = (event: CalendarEvent, span: Interval, wording: ProposalWording): string =>
  event.allDay ? formatDays(span, wording) : formatSpan(span, wording);

const repetition = ({ recurrenceRule }: CalendarEvent, { timeZone }: ProposalWording): string[] =>
  recurrenceRule === null ? [] : [repetitionText(recurrenceRule, timeZone)];

const attendance = ({ participants, resources }: CalendarEvent, wording: ProposalWording): string[] => [
  ...(participants.length === 0 ? [] : [`for ${memberNames(participants, wording)}`]),
  ...(resources.length === 0 ? [] : [`with ${resourceNames(resources, wording)}`]),
];

const memberNames = (ids: readonly string[], { household }: ProposalWording): string =>
  listNames(ids.map((id) => household.members.find((member) => member.id === id)?.name ?? id));

const resourceNames = (ids: readonly string[], { household }: ProposalWording): string =>
  listNames(ids.map((id) => household.resources.find((resource) => resource.id === id)?.name ?? id));

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

/** Next occurrence of an event. */
function timesOf(event: CalendarEvent, { household, now }: ProposalWording): { startTime: string; endTime: string } {
  const { start, end } =
    event.replaces === null ? firstOccurrence(event, household, now) : intervalOf(eventSpan(event, household));
  return { startTime: start, endTime: end };
}
