import { Temporal } from "temporal-polyfill";
import type { Occurrence } from "../domain/calendar-event.ts";
import type { CalendarView } from "../domain/calendar.ts";
import { formatDay, formatTime, type Wording } from "../domain/format.ts";

/** Week to show, and the available width. */
export interface WeekRange {
  /** A moment in week 0. */
  readonly now: string;
  /** Number of weeks after week 0; -1 is the week before. */
  readonly offset: number;
  /** Line width in characters. */
  readonly width: number;
}

/** Minimum width of a column, in characters: the length of a heading. */
const MIN_COLUMN_WIDTH = 11;

/**
 * Formats a week from Monday to Sunday as a table: one column per day with its events in order; a star marks today.
 *
 * Columns that do not fit on a line continue below. An event that spans midnight is listed on every day it touches. Days are
 * those of `wording.timeZone`.
 */
export function weekLines(
  calendar: CalendarView,
  { now, offset, width }: WeekRange,
  wording: Wording,
): readonly string[] {
  const today = Temporal.Instant.from(now).toZonedDateTimeISO(wording.timeZone).startOfDay();
  const monday = today.subtract({ days: today.dayOfWeek - 1 }).add({ weeks: offset });
  const days = Array.from({ length: 7 }, (_, index) => {
    const start = monday.add({ days: index });
    const span = { start: instantText(start), end: instantText(start.add({ days: 1 })) };
    const mark = start.equals(today) ? "*" : "";
    return {
      heading: `${formatDay(span.start, wording)}${mark}`,
      entries: calendar.occurrences(span).map((occurrence) => entry(occurrence, span.start, calendar, wording)),
    };
  });
  const perRow = [7, 4, 3, 2, 1].find((count) => columnOf(width, count) >= MIN_COLUMN_WIDTH) ?? 1;
  const column = columnOf(width, perRow);
  const rows: string[] = [];
  for (let first = 0; first < days.length; first += perRow) {
    if (first > 0) rows.push("");
    rows.push(...table(days.slice(first, first + perRow), column));
  }
  return rows;
}

interface Day {
  readonly heading: string;
  /** Entries of the day, as text that can be wrapped. */
  readonly entries: readonly string[];
}

const GAP = " ";
const columnOf = (width: number, count: number): number => Math.floor((width - (count - 1) * GAP.length) / count);

function table(days: readonly Day[], column: number): readonly string[] {
  const cells = days.map(({ entries }) => entries.flatMap((text) => wrap(text, column)));
  const height = Math.max(...cells.map((lines) => lines.length), 1);
  const line = (texts: readonly string[]): string =>
    texts
      .map((text) => fit(text, column))
      .join(GAP)
      .trimEnd();
  return [
    line(days.map(({ heading }) => heading)),
    line(days.map(() => "─".repeat(column))),
    ...Array.from({ length: height }, (_, row) => line(cells.map((lines) => lines[row] ?? ""))),
  ];
}

/** Formats an event with its hour, title and people; "…" replaces the hour when it began on an earlier day. */
function entry({ start, allDay, event }: Occurrence, dayStart: string, { household }: CalendarView, wording: Wording) {
  const hour = allDay ? "all day" : Date.parse(start) < Date.parse(dayStart) ? "…" : formatTime(start, wording);
  const names = event.participants.map((id) => household.members.find((member) => member.id === id)?.name ?? id);
  return `${hour} ${event.title}${names.length === 0 ? "" : ` (${names.join(", ")})`}`;
}

/** Wraps a text between words and indents all lines but the first; words longer than a line are cut later. */
function wrap(text: string, column: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line === "" || lengthOf(longer) <= column) line = longer;
    else {
      lines.push(line);
      line = ` ${word}`;
    }
  }
  return [...lines, line];
}

/** Graphemes, so that combining accents have no width. */
const characters = new Intl.Segmenter("en");
const lengthOf = (text: string): number => [...characters.segment(text)].length;

function fit(text: string, column: number): string {
  const all = [...characters.segment(text)].map(({ segment }) => segment);
  if (all.length > column) return `${all.slice(0, column - 1).join("")}…`;
  return text + " ".repeat(column - all.length);
}

const instantText = (moment: Temporal.ZonedDateTime): string => moment.toInstant().toString({ smallestUnit: "second" });
