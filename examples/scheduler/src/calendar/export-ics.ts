import ICAL from "ical.js";
import type { CalendarEvent, Priority } from "../domain/calendar-event.ts";
import type { CalendarView } from "../domain/calendar.ts";
import { dayMilliseconds, readWallTime } from "../domain/wall-clock.ts";
import { portableRule } from "../domain/recurrence-rule.ts";
import { timeZoneComponent, type Span } from "./export-timezone.ts";

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
  const calendar = new ICAL.Component("vcalendar");
  calendar.addPropertyWithValue("version", "2.0");
  calendar.addPropertyWithValue("prodid", "-//Tidemark//Family Scheduler//EN");
  calendar.addPropertyWithValue("calscale", "GREGORIAN");
  calendar.addProperty(property("x-wr-calname", "text", household.name));
  calendar.addProperty(property("x-wr-timezone", "unknown", household.timeZone));
  // Dates have no zone, and UTC needs no description.
  const zones = events.filter(({ allDay, timeZone }) => !allDay && timeZone !== "UTC").map(({ timeZone }) => timeZone);
  const span = spanOf(events, now);
  for (const zone of [...new Set(zones)].toSorted()) calendar.addSubcomponent(timeZoneComponent(zone, span));
  for (const event of events) calendar.addSubcomponent(eventComponent(event, view, now));
  return `${calendar.toString()}\r\n`;
}

/** Range from the year before the first event to thirty years from the last, or from now. */
function spanOf(events: readonly CalendarEvent[], now: string): Span {
  const starts = [Date.parse(now), ...events.map(({ start }) => readWallTime(start))];
  const [first, last] = [Math.min(...starts), Math.max(...starts)];
  return { from: first - 366 * dayMilliseconds, to: last + 30 * 366 * dayMilliseconds };
}

const priorities: Readonly<Record<Priority, number>> = { critical: 1, high: 3, medium: 5, low: 9 };

/** Property in jCal form; ical.js escapes and wraps it. */
function property(
  name: string,
  type: string,
  value: string | number | readonly string[],
  parameters: Readonly<Record<string, string>> = {},
): ICAL.Property {
  return new ICAL.Property([name, { ...parameters }, type, ...[value].flat()]);
}

function eventComponent(event: CalendarEvent, view: CalendarView, now: string): ICAL.Component {
  const { household } = view;
  const series = event.replaces === null ? event : (view.event(event.replaces.seriesId) ?? event);
  const component = new ICAL.Component("vevent");
  const add = (...written: Parameters<typeof property>) => component.addProperty(property(...written));
  const addTimes = (name: string, walls: readonly string[], { allDay, timeZone } = event): void => {
    if (walls.length === 0) return;
    if (allDay) add(name, "date", walls);
    else if (timeZone === "UTC")
      add(
        name,
        "date-time",
        walls.map((wall) => `${wall}Z`),
      );
    else add(name, "date-time", walls, { tzid: timeZone });
  };
  add("uid", "text", event.replaces?.seriesId ?? event.id);
  add("dtstamp", "date-time", instant(now));
  if (event.replaces !== null) addTimes("recurrence-id", [event.replaces.originalStart], series);
  addTimes("dtstart", [event.start]);
  addTimes("dtend", [event.end]);
  if (event.recurrenceRule !== null)
    component.addProperty(ICAL.Property.fromString(`RRULE:${portableRule(event.recurrenceRule, event)}`));
  addTimes("exdate", event.excludedStarts);
  // Some readers ignore the first start of an event without a rule, so it is repeated.
  const repeated = event.extraStarts.length > 0 && event.recurrenceRule === null ? [event.start] : [];
  addTimes("rdate", [...repeated, ...event.extraStarts]);
  add("summary", "text", event.title);
  if (event.location !== null) add("location", "text", lines(event.location));
  if (event.description !== null) add("description", "text", lines(event.description));
  for (const id of event.participants) {
    // Members have no email address; ".invalid" is reserved for addresses that do not exist.
    const cn = nameOf(household.members, id).replaceAll('"', "'");
    add("attendee", "cal-address", `mailto:${encodeURIComponent(id)}@household.invalid`, { cn, partstat: "ACCEPTED" });
  }
  if (event.resources.length > 0)
    add(
      "resources",
      "text",
      event.resources.map((id) => nameOf(household.resources, id)),
    );
  add("priority", "integer", priorities[event.priority]);
  add("sequence", "integer", event.sequence);
  add("created", "date-time", instant(event.createdAt));
  add("last-modified", "date-time", instant(event.updatedAt));
  add("status", "text", "CONFIRMED");
  add("x-tidemark-flexibility", "unknown", event.flexibility.toUpperCase());
  add("x-tidemark-created-by", "text", event.createdBy);
  return component;
}

const instant = (moment: string): string => `${new Date(moment).toISOString().slice(0, 19)}Z`;

/** Text with LF as the only line break; any other would end the line of the file. */
const lines = (text: string): string => text.replace(/\r\n?/g, "\n");

const nameOf = (items: readonly { readonly id: string; readonly name: string }[], id: string): string =>
  items.find((item) => item.id === id)?.name ?? id;
