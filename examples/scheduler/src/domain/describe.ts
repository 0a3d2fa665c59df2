import { toText } from "rrule-temporal/totext";
import { type CalendarEvent, EventDetails, type Interval } from "./calendar-event.ts";
import { countOf, formatDay, formatDays, formatSpan, listNames, type Wording } from "./format.ts";
import { type Household, memberName, resourceOf } from "./household.ts";
import type { ProposedEvent } from "./outputs.ts";
import { firstOccurrence } from "./planning/series.ts";
import { readRule, readUntil, ruleText } from "./recurrence-rule.ts";
import { startsAt } from "./recurrence.ts";
import { formatInstant, readWallTime, wallToInstant } from "./wall-clock.ts";

/** Wording of sentences about events: the current time, and the household with its time zone and names. */
export interface HouseholdWording extends Household {
  readonly now: string;
}

/** Formats a time: "Tue 24 Nov 16:00–17:00", or "Tue 24 Nov (all day)". */
export const whenOf = ({ allDay }: { readonly allDay: boolean }, interval: Interval, wording: Wording): string =>
  (allDay ? formatDays : formatSpan)(interval, wording);

/** Formats a recurrence rule: "every Tuesday and Thursday until Mon 31 May 2027". */
export function repetition({ start, recurrenceRule, timeZone }: CalendarEvent): string {
  if (recurrenceRule === null) return "";
  const { COUNT: count, UNTIL: until, WKST: _, ...step } = Object.fromEntries(readRule(recurrenceRule));
  const first = `${start.replaceAll(/[-:]/gu, "").slice(0, 8)}T090000Z`;
  const text = toText(`DTSTART:${first}\nRRULE:${ruleText(Object.entries(step))}`)
    .replace(/ at \d.*? UTC/u, "")
    .replace("every week on ", "every ")
    .replace(/ on (?=last|\d+(?:st|nd|rd|th) )/u, " on the ");
  if (count !== undefined) return `${text}, ${countOf(Number(count), "time")}`;
  if (until === undefined) return text;
  const end = formatInstant(readUntil(until, timeZone));
  return `${text} until ${formatDay(end, { timeZone: "UTC", now: "2000-01-01T00:00:00Z" })}`;
}

const dayOf = (start: string, { allDay, timeZone }: CalendarEvent, wording: HouseholdWording): string =>
  formatDay(formatInstant(wallToInstant(readWallTime(start), allDay ? wording.timeZone : timeZone)), wording);

/**
 * Which dates a proposal is about: "on Tue 24 Nov 16:00–17:00", "only on …" for one date of a series, "on … and all its other dates" for
 * a series, "on 5 dates from … to …", "from … on".
 */
function datesOf(event: CalendarEvent, interval: Interval, proposed: ProposedEvent, wording: HouseholdWording): string {
  const { action, dates, following } = proposed;
  const first = whenOf(event, interval, wording);
  const last = dates.at(-1) ?? event.start;
  if (following) return `from ${first} on`;
  if (dates.length > 1) return `on ${countOf(dates.length, "date")} from ${first} to ${dayOf(last, event, wording)}`;
  if (action === "create") return `on ${first}`;
  if (dates.length === 1 || event.replaces !== null) return `only on ${first}`;
  return event.recurrenceRule === null ? `on ${first}` : `on ${first} and all its other dates`;
}

/** Dates that a series leaves out. */
export function exceptions(event: CalendarEvent, wording: HouseholdWording): string {
  const whole = { ...event, excludedStarts: [] };
  const missed = event.excludedStarts.filter((start) => startsAt(whole, start));
  const days = missed.map((start) => dayOf(start, event, wording));
  return days.length === 0 ? "" : `except ${days.length > 6 ? countOf(days.length, "date") : listNames(days)}`;
}

/** People, things and place of an event; empty texts for those that it has not. */
export function partsOf({ participants, resources, location }: CalendarEvent, household: HouseholdWording) {
  const people = listNames(participants.map((id) => memberName(household, id)));
  const things = listNames(resources.map((id) => `the ${resourceOf(household, id).name}`));
  return [people && `for ${people}`, things && `with ${things}`, location && `at ${location}`] as const;
}

/** Details of an event that its place does not say: "priority: high"; one that it has not is null. */
const detailsOf = (event: CalendarEvent): readonly (string | null)[] =>
  Object.keys(EventDetails.shape).flatMap((key) => {
    const value: unknown = Reflect.get(event, key);
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return key === "location" ? [] : [value === null ? null : `${key}: ${text}`];
  });

const join = (texts: readonly (string | false | null)[]): string => texts.filter(Boolean).join(", ");

/** Describes a proposal in one line: `"Soccer practice" on Tue 24 Nov 16:00–17:00, every Tuesday, for Emma, with the Van`. */
export function describeProposal(proposed: ProposedEvent, wording: HouseholdWording): string {
  const { event, title, action } = proposed;
  const [people, things, place] = partsOf(event, wording);
  const isNew = action === "create";
  const head = `"${title}" ${datesOf(event, proposed, proposed, wording)}`;
  return join([
    head,
    repetition(event),
    isNew && exceptions(event, wording),
    people,
    things,
    ...(isNew ? [place, ...detailsOf(event)] : []),
  ]);
}

const DONE = { create: "was added", modify: "was changed", cancel: "was canceled", undo: "is back" };

/** Describes a proposal that was written: `"Dentist" on Thu 26 Nov 10:00–11:00, for Noah, was added`. */
export const describeDone = (proposed: ProposedEvent, wording: HouseholdWording): string =>
  `${describeProposal(proposed, wording)}, ${DONE[proposed.action]}`;

/** Describes a change in one line: `"Dentist" on Wed 25 Nov 14:30–15:15: move to Thu 26 Nov 10:00–10:45`. */
export function describeChange(proposed: ProposedEvent, before: CalendarEvent, wording: HouseholdWording): string {
  const { event, dates, start, end } = proposed;
  const own = firstOccurrence(before, wording, wording.now);
  const old = partsOf(before, wording);
  const parts = partsOf(event, wording).map(
    (part, at) => part !== old[at] && (part ? `now ${part}` : `no longer ${old[at]}`),
  );
  const isMoved = start !== own.start || end !== own.end;
  const changes = join([
    event.title !== before.title && `rename to "${event.title}"`,
    isMoved && `move to ${whenOf(event, proposed, wording)}`,
    isMoved && dates.length > 1 && "and the other dates likewise",
    event.recurrenceRule !== before.recurrenceRule && `repeat ${repetition(event) || "no more"}`,
    ...parts,
    ...detailsOf(event).filter((text, at) => text !== detailsOf(before)[at]),
  ]);
  const what = join([`"${before.title}" ${datesOf(before, own, proposed, wording)}`, repetition(before)]);
  return `${what}: ${changes || "nothing changes"}`;
}
