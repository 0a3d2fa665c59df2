import { Temporal } from "temporal-polyfill";
import type { Occurrence } from "../domain/calendar-event.ts";
import type { CalendarView } from "../domain/calendar.ts";
import { formatDay, formatHours, type Wording } from "../domain/format.ts";
import { memberName, resourceOf } from "../domain/household.ts";

/**
 * Formats `days` days, beginning with the whole day of `from`, as lines of text: a heading for every day with events, then its events in
 * order. An event that spans midnight is listed on every day it touches. Days are those of `wording.timeZone`.
 */
export function agendaLines(
  calendar: CalendarView,
  { from, days }: { readonly from: string; readonly days: number },
  wording: Wording,
): readonly string[] {
  const first = Temporal.Instant.from(from).toZonedDateTimeISO(wording.timeZone).startOfDay();
  const startOf = (day: number): string => first.add({ days: day }).toInstant().toString();
  const lines = Array.from({ length: days }, (_, day) => {
    const entries = calendar.occurrences({ start: startOf(day), end: startOf(day + 1) });
    const heading = ["", formatDay(startOf(day), wording)];
    return entries.length === 0 ? [] : [...heading, ...entries.map((each) => entryLine(each, calendar, wording))];
  }).flat();
  return lines.length === 0 ? [`Nothing in the next ${days === 1 ? "day" : `${days} days`}.`] : lines.slice(1);
}

function entryLine(occurrence: Occurrence, { household }: CalendarView, wording: Wording): string {
  const { title, participants, resources, location } = occurrence.event;
  const hours = occurrence.allDay ? "all day" : formatHours(occurrence, wording);
  const people = participants.map((id) => memberName(household, id)).join(", ");
  const things = resources.map((id) => `[${resourceOf(household, id).name}]`);
  const notes = [people, ...things, location === null ? "" : `@ ${location}`].filter((note) => note !== "");
  return `  ${[hours.padEnd(11), title, ...notes].join("  ")}`;
}
