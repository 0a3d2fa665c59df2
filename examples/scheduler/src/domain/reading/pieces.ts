import { Temporal } from "temporal-polyfill";
import type { CalendarView } from "../calendar.ts";
import type { Priority } from "../calendar-event.ts";
import { type Days, readDays, WEEKDAY } from "./days.ts";
import { type Lengths, readLengths } from "./lengths.ts";
import { literal, type Names, readNames } from "./names.ts";
import { readRepeat, type Repeat } from "./repeat.ts";
import type { Part, Sheet } from "./sheet.ts";
import { readTimes, type Time } from "./times.ts";
import { wordsOf } from "./title.ts";

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
  readonly repeat: Repeat | null;
  readonly lengths: Lengths;
  readonly times: readonly Time[];
  readonly days: readonly Days[];
  readonly part: { readonly from: number; readonly to: number } | null;
  readonly allDay: boolean;
  /** True if any free time will do. */
  readonly open: boolean;
  readonly priority: Priority | null;
  readonly names: Names;
}

/** Today on the wall clock of the household. */
export const todayOf = ({ calendar, now }: Pick<ReadContext, "calendar" | "now">): Temporal.PlainDate =>
  Temporal.Instant.from(now).toZonedDateTimeISO(calendar.household.timeZone).toPlainDate();

const PARTS: readonly (readonly [pattern: string, from: number, to: number])[] = [
  ["(?:first thing )?(?:(?:in|to|→) the |every |this |one |some )?mornings?", 0, 720],
  ["(?:at |over |during )?lunch ?time", 690, 810],
  ["(?:(?:in|to|→) the |every |this |one |some )?afternoons?", 720, 1020],
  ["(?:(?:in|to|→) the |every |this |one |some )?evenings?", 1020, 1440],
  ["(?:at |every |last thing at )?nights?(?! (?:shift|school|out|market))", 1080, 1440],
];
const PRIORITIES: readonly (readonly [pattern: string, priority: Priority])[] = [
  ["(?:critical|top|highest)(?: priority)?", "critical"],
  ["high priority|very important|important|urgent|must happen", "high"],
  ["(?:medium|normal) priority", "medium"],
  ["low priority|not important|unimportant|if possible", "low"],
];
const ALL_DAY = "all[- ]day(?: long)?|(?:for )?the (?:whole|entire) day|whole day|full day";
const OPEN =
  "(?:at )?(?:some|any) ?time|whenever|(?:a )?free (?:time|slot|hour|evening|afternoon)|when (?:everyone|we|all|they|both)\\b.{0,25}\\b(?:free|available|can)";

/** Lets every reader claim its words. */
export function readPieces(sheet: Sheet, context: ReadContext, kind: "request" | "question" | "correction"): Pieces {
  const today = todayOf(context);
  const repeat = readRepeat(sheet);
  const allDay = sheet.take(ALL_DAY) !== null;
  const lengths = readLengths(sheet);
  const times = readTimes(sheet);
  const days = readDays(sheet, today);
  const besides = [...days, ...times];
  // The evening of the "parents evening" is a word of its title.
  const titles = context.calendar.events().flatMap(({ title }) => titleIn(sheet.text, title));
  const isFree = ({ index }: RegExpExecArray): boolean =>
    titles.every(({ at, text }) => index <= at || index >= at + text.length) &&
    (kind !== "request" || isPart(sheet, index, besides, repeat));
  const part = PARTS.find(([pattern]) => sheet.take(pattern, isFree) !== null);
  const [, from = 1020, to = 1440] = part ?? [];
  const isTonight = days.some(({ text }) => /tonight/iu.test(text));
  return {
    sheet,
    today,
    repeat,
    lengths,
    times,
    days,
    part: part === undefined && !isTonight ? null : { from, to },
    allDay,
    // "Sometime" without a day leaves too much open.
    open: kind !== "question" && sheet.take(OPEN, ([text]) => days.length > 0 || !/^some/iu.test(text)) !== null,
    priority: PRIORITIES.find(([pattern]) => sheet.take(pattern) !== null)?.[1] ?? null,
    names: readNames(sheet, context.calendar.household, context.speaker, kind === "request"),
  };
}

/** Where a text names a known title, with or without its apostrophes and plurals. */
function titleIn(text: string, title: string): Part[] {
  const words = wordsOf(title).map((word) => `${literal(word.replace(/'?s?'?$/u, ""))}(?:'?s?'?)`);
  const found = new RegExp(`\\b${words.join("[ -]")}(?!\\p{L})`, "iu").exec(text);
  return found === null ? [] : [{ at: found.index, text: found[0] }];
}

/** "Morning" and "night" are parts of a day beside a day or a time; in "movie night" they are words of a title. */
const isPart = (sheet: Sheet, index: number, besides: readonly Part[], repeat: Repeat | null): boolean =>
  /^(?:(?:in|to|→) the|at|this|every|over|during|first|last|one|some)\s/iu.test(sheet.text.slice(index)) ||
  besides.some(({ at, text }) => at < index && /^\s*$/u.test(sheet.text.slice(at + text.length, index))) ||
  (repeat !== null && new RegExp(`(?:every|each|${WEEKDAY}s?)\\s*$`, "iu").test(sheet.text.slice(0, index)));
