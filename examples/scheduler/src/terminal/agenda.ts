import { Temporal } from "temporal-polyfill";
import type { Occurrence } from "../domain/calendar-event.ts";
import type { CalendarView } from "../domain/calendar.ts";
import { formatDay, formatHours, type Wording } from "../domain/format.ts";

/** Period of an agenda. */
export interface AgendaRange {
  /** First moment of the agenda; its whole day is included. */
  readonly from: string;
  readonly days: number;
}

/**
 * Formats the coming days as lines of text: a heading for every day with events, then its events in order.
 *
 * An event that spans midnight is listed on every day it touches. Days are those of `wording.timeZone`.
 */
export function agendaLines(calendar: CalendarView, range: AgendaRange, wording: Wording): readonly string[] {
  const first = Temporal.Instant.from(range.from).toZonedDateTimeISO(wording.timeZone).startOfDay();
  const lines: string[] = [];
  for (let day = 0; day < range.days; day += 1) {
    const start = first.add({ days: day });
    const span = { start: instantText(start), end: instantText(start.add({ days: 1 })) };
    const occurrences = calendar.occurrences(span);
    if (occurrences.length === 0) continue;
    if (lines.length > 0) lines.push("");
    lines.push(formatDay(span.start, wording));
    lines.push(...occurrences.map((occurrence) => `  ${entry(occurrence, calendar, wording)}`));
  }
  return lines.length === 0 ? [`Nothing in the next ${range.days === 1 ? "day" : `${range.days} days`}.`] : lines;
}

function entry(occurrence: Occurrence, { household }: CalendarView, wording: Wording): string {
  const { event } = occurrence;
  const hours = occurrence.allDay ? "all day" : formatHours(occurrence, wording);
  const names = event.participants.map((id) => household.members.find((member) => member.id === id)?.name ?? id);
  const resources = event.resources.map((id) => household.resources.find((resource) => resource.id === id)?.name ?? id);
  const notes = [
    names.join(", "),
    ...resources.map((name) => `[${name}]`),
    event.location === null ? "" : `@ ${event.location}`,
  ];
  return [hours.padEnd(11), event.title, ...notes.filter((note) => note !== "")].join("  ");
}

const instantText = (moment: Temporal.ZonedDateTime): string => moment.toInstant().toString({ smallestUnit: "second" });
