import { Temporal } from "temporal-polyfill";
import type { CalendarView } from "../calendar.ts";
import type { Priority } from "../calendar-event.ts";
import { readTimes, type Times } from "./clock.ts";
import { type Days, WEEKDAY } from "./day-words.ts";
import { readDays } from "./days.ts";
import { type Lengths, readLengths } from "./lengths.ts";
import { type Names, readNames } from "./names.ts";
import { readRepeat, type Repeat } from "./repeat.ts";
import type { Sheet } from "./sheet.ts";

/** Everything that a reading depends on besides the text. */
export interface ReadContext {
  readonly calendar: CalendarView;
  readonly now: string;
  /** Member who speaks; null when unknown. */
  readonly speaker: string | null;
}

/** What the readers claimed. */
export interface Pieces {
  readonly sheet: Sheet;
  readonly today: Temporal.PlainDate;
  readonly quoted: string | null;
  /** Why an event is canceled; it is not written. */
  readonly reason: string | null;
  readonly repeat: Repeat | null;
  readonly lengths: Lengths;
  readonly times: readonly Times[];
  readonly days: readonly Days[];
  readonly part: { readonly from: number; readonly to: number } | null;
  readonly allDay: boolean;
  readonly priority: Priority | null;
  readonly names: Names;
}

/** Today on the wall clock of the household. */
export const todayOf = ({ calendar, now }: Pick<ReadContext, "calendar" | "now">): Temporal.PlainDate =>
  Temporal.Instant.from(now).toZonedDateTimeISO(calendar.household.timeZone).toPlainDate();

const PARTS: readonly (readonly [pattern: RegExp, from: number, to: number])[] = [
  [/\b(?:first thing )?(?:in the |every |this )?mornings?\b/iu, 0, 720],
  [/\b(?:at |over |during )?lunch ?time\b/iu, 690, 810],
  [/\b(?:in the |every |this )?afternoons?\b/iu, 720, 1020],
  [/\b(?:in the |every |this )?evenings?\b/iu, 1020, 1440],
  [/\b(?:at |every |last thing at )?nights?\b(?! (?:shift|school|out|market))/iu, 1080, 1440],
];
const PRIORITIES: readonly (readonly [pattern: RegExp, priority: Priority])[] = [
  [/\b(?:critical|top|highest)(?: priority)?\b/iu, "critical"],
  [/\b(?:high priority|very important|important|urgent|must happen)\b/iu, "high"],
  [/\b(?:medium|normal) priority\b/iu, "medium"],
  [/\b(?:low priority|not important|unimportant|if possible)\b/iu, "low"],
];
const ALL_DAY = /\b(?:all[- ]day(?: long)?|(?:the )?whole day|(?:for )?the (?:whole|entire) day|full day)\b/iu;

/** Lets every reader claim its words. */
export function readPieces(
  sheet: Sheet,
  context: ReadContext,
  kind: "request" | "question" | "correction" = "request",
): Omit<Pieces, "quoted" | "reason"> {
  const today = todayOf(context);
  const repeat = readRepeat(sheet);
  const allDay = sheet.take(ALL_DAY) !== null;
  const lengths = readLengths(sheet);
  const times = readTimes(sheet);
  const days = readDays(sheet, today);
  const found = PARTS.map(([pattern, from, to]) => ({
    match: sheet.take(pattern, ({ index }) => kind === "correction" || isPart(sheet, index, { days, times, repeat })),
    from,
    to,
  })).find(({ match }) => match !== null);
  const part = found ?? (days.some(({ text }) => /tonight/iu.test(text)) ? { from: 1020, to: 1440 } : null);
  const priority = PRIORITIES.find(([pattern]) => sheet.take(pattern) !== null)?.[1] ?? null;
  const names = readNames(sheet, {
    household: context.calendar.household,
    speaker: context.speaker,
    hasTitle: kind === "request",
  });
  return {
    sheet,
    today,
    repeat,
    lengths,
    times,
    days,
    part: part === null ? null : { from: part.from, to: part.to },
    allDay,
    priority,
    names,
  };
}

/** "Morning" and "night" are parts of a day beside a day or a time; in "movie night" they are words of a title. */
function isPart(
  sheet: Sheet,
  index: number,
  { days, times, repeat }: { days: readonly Days[]; times: readonly Times[]; repeat: Repeat | null },
): boolean {
  const before = sheet.text.slice(0, index);
  if (/^(?:in the|at|this|every|over|during|first|last)\b/iu.test(sheet.text.slice(index))) return true;
  return (
    [...days, ...times].some(
      ({ at, text }) => /^\s*$/u.test(sheet.text.slice(at + text.length, index)) && at < index,
    ) ||
    (repeat !== null && new RegExp(`(?:every|each|${WEEKDAY}s?)\\s*$`, "iu").test(before))
  );
}
