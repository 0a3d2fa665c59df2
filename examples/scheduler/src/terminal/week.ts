import { Temporal } from "temporal-polyfill";
import type { Occurrence } from "../domain/calendar-event.ts";
import type { CalendarView } from "../domain/calendar.ts";
import { formatDay, formatTime, type Wording } from "../domain/format.ts";

/** Which week is shown, and how much room there is. */
export interface WeekRange {
  /** A moment of the week that counts as 0. */
  readonly now: string;
  /** How many weeks after that one; -1 is the week before. */
  readonly offset: number;
  /** Characters in a line. */
  readonly width: number;
}

/** A day needs so many characters for its heading. */
const NARROWEST = 11;

/**
 * Writes a week from Monday to Sunday as a table: one column a day, what happens under it in order, today marked by a star.
 *
 * Where the line is too short for seven columns, they go on below. What lasts over
 * midnight stands under every day it touches. The days are those of `wording.timeZone`.
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
      entries: calendar.occurrences(span).map((each) => entry(each, span.start, calendar, wording)),
    };
  });
  const perRow = [7, 4, 3, 2, 1].find((count) => columnOf(width, count) >= NARROWEST) ?? 1;
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
  /** What happens, each as words that may stand in lines of their own. */
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

/** Its hour, title and people; "…" for what began on a day before. */
function entry({ start, allDay, event }: Occurrence, dayStart: string, { household }: CalendarView, wording: Wording) {
  const hour = allDay ? "all day" : Date.parse(start) < Date.parse(dayStart) ? "…" : formatTime(start, wording);
  const names = event.participants.map((id) => household.members.find((member) => member.id === id)?.name ?? id);
  return `${hour} ${event.title}${names.length === 0 ? "" : ` (${names.join(", ")})`}`;
}

/** Breaks a text between words; the lines after the first are set in, and what is too long for a line is cut. */
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

/** Characters as people count them, so that an accent takes no room. */
const characters = new Intl.Segmenter("en");
const lengthOf = (text: string): number => [...characters.segment(text)].length;

function fit(text: string, column: number): string {
  const all = [...characters.segment(text)].map(({ segment }) => segment);
  if (all.length > column) return `${all.slice(0, column - 1).join("")}…`;
  return text + " ".repeat(column - all.length);
}

const instantText = (moment: Temporal.ZonedDateTime): string => moment.toInstant().toString({ smallestUnit: "second" });
