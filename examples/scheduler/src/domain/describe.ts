import type { CalendarEvent } from "./calendar-event.ts";
import { countOf, formatDay, formatDays, formatSpan, listNames, type Wording } from "./format.ts";
import { eventSpan, intervalOf } from "./free-busy.ts";
import type { Household } from "./household.ts";
import type { ProposedEvent } from "./outputs.ts";
import { memberName, resourceOf } from "./planning/conflicts.ts";
import { firstOccurrence } from "./planning/series.ts";
import { readRule } from "./recurrence-parts.ts";
import { formatInstant, readWallTime, wallToInstant } from "./wall-clock.ts";

/** Wording of sentences about a proposal: time zone, current time, and names of people and resources. */
export interface ProposalWording extends Wording {
  readonly now: string;
  readonly household: Household;
}

const DAYS: Readonly<Record<string, string>> = {
  MO: "Monday",
  TU: "Tuesday",
  WE: "Wednesday",
  TH: "Thursday",
  FR: "Friday",
  SA: "Saturday",
  SU: "Sunday",
};
const UNITS: Readonly<Record<string, string>> = { DAILY: "day", WEEKLY: "week", MONTHLY: "month", YEARLY: "year" };
const PLACES: Readonly<Record<string, string>> = {
  "-1": "last",
  1: "first",
  2: "second",
  3: "third",
  4: "fourth",
  5: "fifth",
};

/** Formats a recurrence rule: "every Tuesday and Thursday until Mon 31 May". */
function repetitionText(rule: string, timeZone: string): string {
  const parts = readRule(rule);
  const interval = Number(parts.get("INTERVAL") ?? 1);
  const unit = UNITS[parts.get("FREQ") ?? ""] ?? "time";
  const days = parts.get("BYDAY")?.split(",") ?? [];
  const names = listNames(days.map((day) => DAYS[day.slice(-2)] ?? day));
  const place = /^-?\d/u.exec(days[0] ?? "")?.[0];
  const every = interval === 1 ? "every" : interval === 2 ? "every other" : `every ${interval}`;
  const monthDay = parts.get("BYMONTHDAY");
  const isWorkWeek = days.length === 5 && interval === 1 && !/S[AU]/u.test(days.join(""));
  const head =
    place !== undefined
      ? `the ${PLACES[place] ?? place} ${names} of ${every} month`
      : isWorkWeek
        ? "every weekday"
        : days.length > 0 && interval <= 2
          ? `${every} ${names}`
          : `${every} ${unit}${interval > 2 ? "s" : ""}${days.length > 0 ? ` on ${names}` : ""}`;
  const on = monthDay === undefined ? "" : monthDay === "-1" ? " on its last day" : ` on day ${monthDay}`;
  const [count, until] = [parts.get("COUNT"), parts.get("UNTIL")];
  if (count !== undefined) return `${head}${on}, ${count} times`;
  if (until === undefined) return head + on;
  const instant = `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}T${until.length > 8 ? `${until.slice(9, 11)}:${until.slice(11, 13)}:${until.slice(13, 15)}` : "12:00:00"}Z`;
  return Number.isNaN(Date.parse(instant))
    ? head + on
    : `${head}${on} until ${formatDay(instant, { timeZone: until.endsWith("Z") ? timeZone : "UTC", now: "2000-01-01T00:00:00Z" })}`;
}

const spanText = (
  event: CalendarEvent,
  span: { readonly start: string; readonly end: string },
  wording: Wording,
): string => (event.allDay ? formatDays : formatSpan)(span, wording);
const repetition = ({ recurrenceRule }: CalendarEvent, { timeZone }: Wording): string[] =>
  recurrenceRule === null ? [] : [repetitionText(recurrenceRule, timeZone)];
const people = (ids: readonly string[], { household }: ProposalWording): string =>
  listNames(ids.map((id) => memberName(household, id)));
const things = (ids: readonly string[], { household }: ProposalWording): string =>
  listNames(ids.map((id) => `the ${resourceOf(household, id).name}`));

function skippedText({ excludedStarts, timeZone }: CalendarEvent, { timeZone: zone, now }: ProposalWording): string[] {
  const days = excludedStarts.map((start) =>
    formatDay(formatInstant(wallToInstant(readWallTime(start), timeZone)), { timeZone: zone, now }),
  );
  return days.length === 0 ? [] : [`except ${days.length > 6 ? countOf(days.length, "date") : listNames(days)}`];
}

/**
 * When the dates of a proposal are: "on Tue 24 Nov 16:00–17:00", "only on …" for one date of a series, "on … and all its other dates" for
 * a series, "on 5 dates from … to …", "from … on".
 */
function whenText(
  event: CalendarEvent,
  span: { readonly start: string; readonly end: string },
  { action, dates, following }: ProposedEvent,
  wording: ProposalWording,
): string {
  const first = spanText(event, span, wording);
  if (following) return `from ${first} on`;
  if (dates.length < 2) {
    if (action !== "create" && (dates.length === 1 || event.replaces !== null)) return `only on ${first}`;
    return action !== "create" && event.recurrenceRule !== null ? `on ${first} and all its other dates` : `on ${first}`;
  }
  const last = formatInstant(
    wallToInstant(
      readWallTime(dates.at(-1) ?? event.start),
      event.allDay ? wording.household.timeZone : event.timeZone,
    ),
  );
  return `on ${countOf(dates.length, "date")} from ${first} to ${formatDay(last, wording)}`;
}

/** Describes a proposal in one line: `"Soccer practice" on Tue 24 Nov 16:00–17:00, every Tuesday, for Emma, with the Van`. */
export function describeProposal(proposed: ProposedEvent, wording: ProposalWording): string {
  const { event } = proposed;
  const span = { start: proposed.startTime, end: proposed.endTime };
  return [
    `"${proposed.title}" ${whenText(event, span, proposed, wording)}`,
    ...repetition(event, wording),
    ...(proposed.action === "create" ? skippedText(event, wording) : []),
    ...(event.location === null || proposed.action !== "create" ? [] : [`at ${event.location}`]),
    ...(event.participants.length === 0 ? [] : [`for ${people(event.participants, wording)}`]),
    ...(event.resources.length === 0 ? [] : [`with ${things(event.resources, wording)}`]),
    ...(proposed.action === "create" && event.priority !== "medium" ? [`${event.priority} priority`] : []),
  ].join(", ");
}

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

/** Describes a change in one line: `"Dentist" on Wed 25 Nov 14:30–15:15: move to Thu 26 Nov 10:00–10:45`. */
export function describeChange(proposed: ProposedEvent, before: CalendarEvent, wording: ProposalWording): string {
  const { event } = proposed;
  const old =
    before.replaces === null
      ? firstOccurrence(before, wording.household, wording.now)
      : intervalOf(eventSpan(before, wording.household));
  const moves = proposed.startTime !== old.start || proposed.endTime !== old.end;
  const rule = event.recurrenceRule === before.recurrenceRule ? [] : repetition(event, wording);
  const likewise = proposed.dates.length > 1 ? ", and the other dates likewise" : "";
  const changes = [
    ...(event.title === before.title ? [] : [`rename to "${event.title}"`]),
    ...(moves || rule.length > 0
      ? [
          `move to ${spanText(event, { start: proposed.startTime, end: proposed.endTime }, wording)}${likewise}`,
          ...rule,
        ]
      : []),
    ...(same(event.participants, before.participants)
      ? []
      : [`for ${people(event.participants, wording) || "nobody"}`]),
    ...(same(event.resources, before.resources) ? [] : [`with ${things(event.resources, wording) || "nothing"}`]),
    ...(event.priority === before.priority ? [] : [`${event.priority} priority`]),
    ...(event.location === before.location ? [] : [`at ${event.location ?? "no place"}`]),
  ];
  const what = [`"${before.title}" ${whenText(before, old, proposed, wording)}`, ...repetition(before, wording)].join(
    ", ",
  );
  return `${what}: ${changes.length === 0 ? "nothing changes" : changes.join(", ")}`;
}
