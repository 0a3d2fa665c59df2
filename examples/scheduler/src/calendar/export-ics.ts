import { generateIcsAttendee, generateIcsDate, generateIcsText, generateIcsUtcDateTime } from "ts-ics";
import type { CalendarEvent, Priority } from "../domain/calendar-event.ts";
import type { CalendarView } from "../domain/calendar.ts";
import type { Household } from "../domain/household.ts";
import { reachOf } from "../domain/recurrence.ts";
import { dayMilliseconds, readWallTime } from "../domain/wall-clock.ts";
import { timeZoneLines, type Span } from "./export-timezone.ts";
import { wrapLine } from "./ics-lines.ts";
import { portableRule } from "./portable-rule.ts";

/** Options of an export. */
export interface ExportOptions {
  /** Current time, used as the timestamp of every event. */
  readonly now: string;
}

/**
 * Exports a calendar as an iCalendar file (RFC 5545): every series with its exceptions and changed occurrences, and a
 * description of every time zone in use.
 *
 * Properties without an iCalendar equivalent (flexibility, creator) are written as X-TIDEMARK lines, so that importing the file
 * restores the same events.
 */
export function exportIcs(view: CalendarView, { now }: ExportOptions): string {
  const { household } = view;
  const events = view.events().toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Tidemark//Family Scheduler//EN",
    "CALSCALE:GREGORIAN",
    textLine("X-WR-CALNAME", household.name),
    `X-WR-TIMEZONE:${household.timeZone}`,
    ...zonesOf(events).flatMap((zone) => timeZoneLines(zone, spanOf(events, household, now))),
    ...events.flatMap((event) => eventLines(event, view, now)),
    "END:VCALENDAR",
  ];
  return lines.map(wrapLine).join("");
}

/** Time zones to describe: dates have no zone, and UTC needs no description. */
const zonesOf = (events: readonly CalendarEvent[]): readonly string[] =>
  [
    ...new Set(events.filter(({ allDay, timeZone }) => !allDay && timeZone !== "UTC").map(({ timeZone }) => timeZone)),
  ].toSorted();

/** Range from the year before the first event to ten years from now, long enough to detect the yearly rule of a zone. */
function spanOf(events: readonly CalendarEvent[], household: Household, now: string): Span {
  const reaches = events.map((event) => reachOf(event, household));
  const [from, to] = [
    reaches.reduce((least, { first }) => Math.min(least, first), Date.parse(now)),
    reaches.reduce((most, { last }) => Math.max(most, last ?? 0), Date.parse(now)),
  ];
  const latest = Math.min(to, Date.parse(now) + 40 * 366 * dayMilliseconds);
  return { from: from - 366 * dayMilliseconds, to: latest + 10 * 366 * dayMilliseconds };
}

const priorities: Readonly<Record<Priority, number>> = { critical: 1, high: 3, medium: 5, low: 9 };

function eventLines(event: CalendarEvent, view: CalendarView, now: string): readonly string[] {
  const { household } = view;
  const series = event.replaces === null ? event : (view.event(event.replaces.seriesId) ?? event);
  const optional = (name: string, text: string | null): readonly string[] =>
    text === null ? [] : [textLine(name, text)];
  return [
    "BEGIN:VEVENT",
    textLine("UID", event.replaces?.seriesId ?? event.id),
    `DTSTAMP:${instant(now)}`,
    ...(event.replaces === null ? [] : [timeLine("RECURRENCE-ID", [event.replaces.originalStart], series)]),
    timeLine("DTSTART", [event.start], event),
    timeLine("DTEND", [event.end], event),
    ...ruleLines(event),
    ...(event.excludedStarts.length === 0 ? [] : [timeLine("EXDATE", event.excludedStarts, event)]),
    ...extraStartLines(event),
    textLine("SUMMARY", event.title),
    ...optional("LOCATION", event.location),
    ...optional("DESCRIPTION", event.description),
    ...event.participants.map((id) => attendeeLine(id, household)),
    ...(event.resources.length === 0
      ? []
      : [`RESOURCES:${event.resources.map((id) => escaped(nameOf(household.resources, id))).join(",")}`]),
    `PRIORITY:${priorities[event.priority]}`,
    `SEQUENCE:${event.sequence}`,
    `CREATED:${instant(event.createdAt)}`,
    `LAST-MODIFIED:${instant(event.updatedAt)}`,
    "STATUS:CONFIRMED",
    `X-TIDEMARK-FLEXIBILITY:${event.flexibility.toUpperCase()}`,
    textLine("X-TIDEMARK-CREATED-BY", event.createdBy),
    "END:VEVENT",
  ];
}

/** RRULE line, plus the original rule when it had to be rewritten, so that an import restores it. */
function ruleLines(event: CalendarEvent): readonly string[] {
  if (event.recurrenceRule === null) return [];
  const portable = portableRule(event.recurrenceRule, event);
  const original = portable === event.recurrenceRule ? [] : [textLine("X-TIDEMARK-RRULE", event.recurrenceRule)];
  return [`RRULE:${portable}`, ...original];
}

/** RDATE line. Some readers ignore the first start of an event without a rule, so it is repeated here. */
function extraStartLines(event: CalendarEvent): readonly string[] {
  if (event.extraStarts.length === 0) return [];
  const starts = event.recurrenceRule === null ? [event.start, ...event.extraStarts] : event.extraStarts;
  return [timeLine("RDATE", starts, event)];
}

const instant = (moment: string): string => generateIcsUtcDateTime(new Date(moment));

/** ts-ics escapes the text; line breaks other than LF would end the line. */
const textLine = (name: string, text: string): string =>
  generateIcsText(name, text.replace(/\r\n?/g, "\n")).slice(0, -2);

const escaped = (text: string): string => textLine("", text).slice(1);

function timeLine(
  name: string,
  walls: readonly string[],
  { allDay, timeZone }: Pick<CalendarEvent, "allDay" | "timeZone">,
): string {
  const dates = walls.map((wall) => new Date(readWallTime(wall)));
  if (allDay) return `${name};VALUE=DATE:${dates.map((date) => generateIcsDate(date)).join(",")}`;
  const times = dates.map((date) => generateIcsUtcDateTime(date));
  if (timeZone === "UTC") return `${name}:${times.join(",")}`;
  return `${name};TZID=${timeZone}:${times.map((time) => time.slice(0, -1)).join(",")}`;
}

const nameOf = (items: readonly { readonly id: string; readonly name: string }[], id: string): string =>
  items.find((item) => item.id === id)?.name ?? id;

/** Members have no email address; ".invalid" is reserved for addresses that do not exist. */
const attendeeLine = (id: string, household: Household): string =>
  generateIcsAttendee(
    {
      name: `"${nameOf(household.members, id).replaceAll('"', "'")}"`,
      email: `${encodeURIComponent(id)}@household.invalid`,
      partstat: "ACCEPTED",
    },
    "ATTENDEE",
  ).slice(0, -2);
