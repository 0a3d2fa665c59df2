import ICAL from "ical.js";
import { tzlib_get_ical_block as timeZoneBlock } from "timezones-ical-library";
import type { CalendarEvent } from "../domain/calendar-event.ts";
import type { CalendarView } from "../domain/calendar.ts";
import { memberName, resourceOf } from "../domain/household.ts";
import { basicWallTime, mapUntil, readUntil } from "../domain/recurrence-rule.ts";
import { formatInstant, wallToInstant } from "../domain/wall-clock.ts";
import { type JcalProperty, readProperty } from "./ics-file.ts";

/**
 * Exports a calendar as an iCalendar text (RFC 5545), which the import reads back as it was: every series with its exceptions and changed
 * occurrences, and a description of every time zone in use. `now` is the timestamp of every event.
 */
export function exportIcs(view: CalendarView, now: string): string {
  const events = view.events().toSorted((one, other) => (one.id < other.id ? -1 : 1));
  // Dates have no zone, and UTC needs no description.
  const zones = events.filter(({ allDay, timeZone }) => !allDay && timeZone !== "UTC").map(({ timeZone }) => timeZone);
  const properties: readonly JcalProperty[] = [
    ["version", {}, "text", "2.0"],
    ["prodid", {}, "text", "-//Tidemark//Family Scheduler//EN"],
    ["calscale", {}, "text", "GREGORIAN"],
    ["x-wr-calname", {}, "text", view.household.name],
    ["x-wr-timezone", {}, "unknown", view.household.timeZone],
  ];
  const components = [
    ...[...new Set(zones)].toSorted().map((zone): unknown => timeZoneComponent(zone).jCal),
    ...events.map((event) => ["vevent", eventProperties(event, view, now), []]),
  ];
  return `${ICAL.stringify(["vcalendar", properties, components])}\r\n`;
}

/** VTIMEZONE of a zone. */
export function timeZoneComponent(timeZone: string) {
  const { timeZone: known } = new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions();
  const [block = ""] = [timeZoneBlock(known)].flat();
  // The library names an alias like the zone that it stands for.
  return ICAL.Component.fromString(block.replace(/^TZID:.*$/mu, `TZID:${timeZone}`));
}

function eventProperties(event: CalendarEvent, view: CalendarView, now: string): readonly JcalProperty[] {
  const { replaces, recurrenceRule: rule, extraStarts } = event;
  const series = (replaces && view.event(replaces.seriesId)) ?? event;
  // Some readers ignore the first start of an event without a rule, so it is repeated.
  const listed = extraStarts.length > 0 && rule === null ? [event.start, ...extraStarts] : extraStarts;
  const properties: readonly JcalProperty[] = [
    ["uid", {}, "text", replaces?.seriesId ?? event.id],
    ["dtstamp", {}, "date-time", instant(now)],
    times("recurrence-id", replaces === null ? [] : [replaces.originalStart], series),
    times("dtstart", [event.start], event),
    times("dtend", [event.end], event),
    ...(rule === null ? [] : [readProperty(`RRULE:${portableRule(rule, event)}`)]),
    times("exdate", event.excludedStarts, event),
    times("rdate", listed, event),
    ["summary", {}, "text", event.title],
    // Any other line break than LF would end the line of the file.
    ["location", {}, "text", event.location?.replace(/\r\n?/g, "\n")],
    ["description", {}, "text", event.description?.replace(/\r\n?/g, "\n")],
    ...event.participants.map((id): JcalProperty => {
      const parameters = { cn: memberName(view.household, id).replaceAll('"', "'"), partstat: "ACCEPTED" };
      // Members have no email address; ".invalid" is reserved for addresses that do not exist.
      return ["attendee", parameters, "cal-address", `mailto:${encodeURIComponent(id)}@household.invalid`];
    }),
    ["resources", {}, "text", ...event.resources.map((id) => resourceOf(view.household, id).name)],
    ["sequence", {}, "integer", event.sequence],
    ["created", {}, "date-time", instant(event.createdAt)],
    ["last-modified", {}, "date-time", instant(event.updatedAt)],
    ["status", {}, "text", "CONFIRMED"],
    ["priority", {}, "integer", event.priority === null ? undefined : { high: 1, normal: 5, low: 9 }[event.priority]],
    ["x-tidemark-flexibility", {}, "text", event.flexibility ?? undefined],
    ["x-tidemark-created-by", {}, "text", event.createdBy],
  ];
  return properties.filter(([, , , value]) => value !== undefined);
}

type Clock = Pick<CalendarEvent, "allDay" | "timeZone">;

/** Rewrites a rule for other calendars: RFC 5545 requires UNTIL as a date for all-day series and as an instant for all others. */
export const portableRule = (rule: string, { allDay, timeZone }: Clock): string =>
  mapUntil(rule, (until) => {
    const wall = readUntil(until, timeZone);
    return allDay ? basicWallTime(wall, true) : formatInstant(wallToInstant(wall, timeZone)).replaceAll(/[-:]/g, "");
  });

function times(name: string, walls: readonly string[], { allDay, timeZone }: Clock): JcalProperty {
  if (allDay) return [name, {}, "date", ...walls];
  if (timeZone === "UTC") return [name, {}, "date-time", ...walls.map((wall) => `${wall}Z`)];
  return [name, { tzid: timeZone }, "date-time", ...walls];
}

const instant = (moment: string): string => formatInstant(Date.parse(moment));
