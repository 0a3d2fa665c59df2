import {
  type Days,
  EXCEPT,
  literal,
  type Part,
  readAmounts,
  readDays,
  readTimes,
  type Role,
  type Sheet,
  type Time,
  UNTIL,
  WEEKDAY,
  wordsOf,
} from "@tidemark/reading";
import { Temporal } from "temporal-polyfill";
import type { CheckContext } from "../planning/conflicts.ts";
import { type Names, readNames } from "./names.ts";
import { readRepeat, type Repeat } from "./repeat.ts";

/** Length of an event, and changes of its start and length, in minutes; null for what is not named. */
interface Lengths {
  readonly minutes: number | null;
  /** A shift of the start: "an hour later". */
  readonly shift: number | null;
  /** A change of the length: "half an hour longer". */
  readonly longer: number | null;
  /** Words of the amount. */
  readonly text: string | null;
}

/** Everything that a reading depends on besides the text. */
export interface ReadContext extends CheckContext {
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
  readonly names: Names;
}

/** Today on the wall clock of the household. */
export const todayOf = ({ calendar, now }: Pick<ReadContext, "calendar" | "now">): Temporal.PlainDate =>
  Temporal.Instant.from(now).toZonedDateTimeISO(calendar.household.timeZone).toPlainDate();

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`, "u");
const [EXCEPT_ROLE, UNTIL_ROLE, TO_ROLE] = [whole(EXCEPT), whole(UNTIL), whole(`${UNTIL}|to|-`)];
/** Roles of days and times: "except Friday", "until Friday", and the second day of "Monday to Friday". */
export const isExcept = ({ role }: Role): boolean => EXCEPT_ROLE.test(role);
export const isUntil = ({ role }: Role): boolean => UNTIL_ROLE.test(role);
/** "Not at 4" and "instead of Friday" deny what was asked. */
export const isDenied = ({ role }: Role): boolean => /^(?:not|instead)/u.test(role);
export const isTo = ({ role }: Role): boolean => TO_ROLE.test(role);

const IN = "(?:(?:in|to|→) the |at |over |during |every |this |one |some |an? free |first thing in the )?";
const PARTS: readonly (readonly [pattern: string, from: number, to: number])[] = [
  [`${IN}mornings?`, 0, 720],
  [`${IN}lunch ?time`, 690, 810],
  [`${IN}afternoons?`, 720, 1020],
  [`${IN}evenings?`, 1020, 1440],
  [`${IN}nights?(?! (?:shift|school|out|market|of)\\b)`, 1080, 1440],
];
const ALL_DAY = "all[- ]day(?: long)?|(?:for )?the (?:whole|entire) day|whole day|full day";
const FINDS = /^\W*(?:find|look for)\b/iu;
const OPEN = "(?:at )?(?:some|any) ?time|whenever|(?:a )?free (?:time|slot|hour|evening|afternoon)";

const SAME_END = "(?:but )?(?:(?:with )?the |keep the |and )?same (?:end|finish)(?: ?time)?";
/** "Start at 3 but same end": the end that it has, in minutes since midnight, is said again. */
export function withSameEnd(pieces: Pieces, end: number | null): Pieces {
  const found = end === null ? null : pieces.sheet.take(SAME_END);
  if (found === null || end === null) return pieces;
  const start = { minutes: end, written: "sure" } as const;
  return { ...pieces, times: [...pieces.times, { at: found.index, text: found[0], role: "until", start, end: null }] };
}

/** Lets every reader claim its words. */
export function readPieces(sheet: Sheet, context: ReadContext, kind: "request" | "question" | "correction"): Pieces {
  const today = todayOf(context);
  const repeat = readRepeat(sheet);
  const allDay = sheet.take(ALL_DAY) !== null;
  const lengths = readLengths(sheet);
  const times = readTimes(sheet);
  const days = readDays(sheet, today);
  const isFree = ({ index, 0: text }: RegExpExecArray): boolean =>
    !isInTitle(sheet.text, index, context) && (kind !== "request" || isPart(sheet, index, text, [...days, ...times]));
  const part = PARTS.find(([pattern]) => sheet.take(pattern, isFree) !== null);
  return {
    sheet,
    today,
    repeat,
    lengths,
    times,
    days,
    part: part === undefined ? null : { from: part[1], to: part[2] },
    allDay,
    open: kind !== "question" && days.length > 0 && (sheet.take(OPEN) !== null || FINDS.test(sheet.text)),
    names: readNames(sheet, context.calendar.household, context.speaker, kind === "request"),
  };
}

/** True within the title of a known event: the evening of the "parents evening" is a word of it. */
const isInTitle = (text: string, at: number, { calendar }: ReadContext): boolean =>
  calendar.events().some(({ title }) => {
    const words = wordsOf(title).map((word) => `${literal(word.replace(/'?s?'?$/u, ""))}(?:'?s?'?)`);
    const found = new RegExp(`\\b${words.join("[ -]")}(?!\\p{L})`, "iu").exec(text);
    return found !== null && at > found.index && at < found.index + found[0].length;
  });

const BEFORE_PART = new RegExp(`\\b(?:every|each|my|${WEEKDAY}s?)\\s*$`, "iu");

/** "Morning" and "night" are parts of a day after a word such as "in", or beside a day or a time; in "movie night" they are words of a title. */
const isPart = (sheet: Sheet, index: number, text: string, besides: readonly Part[]): boolean =>
  text.includes(" ") ||
  besides.some(({ at, text: words }) => at < index && /^\s*$/u.test(sheet.text.slice(at + words.length, index))) ||
  BEFORE_PART.test(sheet.text.slice(0, index));

const BRINGS = /\bbring\b(?=.*\b(?:forward|ahead|back)\b)/iu;
const MOVES = /\b(?:push(?:ed)?|moved?|shift(?:ed)?|delay(?:ed)?|postponed?|put back)\b/iu;
const RESIZES = /\b(?:extend|lengthen|shorten|prolong)\b/iu;

/** Claims one length ("for 45 minutes") or change ("an hour later", "back by two days"). */
function readLengths(sheet: Sheet): Lengths {
  const found: { -readonly [Key in keyof Lengths]: Lengths[Key] } = {
    minutes: null,
    shift: null,
    longer: null,
    text: null,
  };
  const brings = sheet.says(BRINGS);
  readAmounts(sheet, ({ unit, minutes, way, role, at, text }) => {
    if (Object.values(found).some((each) => each !== null) || unit === "month" || unit === "year") return false;
    const before = sheet.text.slice(0, at);
    const isMoved = brings || MOVES.test(before);
    const resizes = way === null && RESIZES.test(sheet.text) && role !== "to" && !/→\s*$/u.test(before);
    if (way === "longer" || way === "shorter" || resizes)
      found.longer = way === "shorter" || /\bshorten\b/iu.test(sheet.text) ? -minutes : minutes;
    else if (way !== null) found.shift = way === "earlier" ? -minutes : minutes;
    else if (role === "by" || (isMoved && /^(?:only)?$/u.test(role))) {
      if (!isMoved) return false;
      found.shift = brings ? -minutes : minutes;
    } else if (unit === "minute" || unit === "hour") found.minutes = minutes;
    else return false;
    found.text = text.trim();
    return true;
  });
  if (brings) sheet.take("forward");
  return found;
}
