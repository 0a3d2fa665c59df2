import { HOUR_WORD, numberOf } from "./numbers.ts";
import type { Part, Sheet } from "./sheet.ts";

/** A time of day as it was written, in minutes since midnight. */
export interface Clock {
  readonly minutes: number;
  /** True if the text does not tell which half of the day is meant: "at 4", "half past seven". */
  readonly half: boolean;
  /** True for hours from 1 to 11 without a leading zero, which both clocks have. */
  readonly written12: boolean;
}

/** A named time, or the range between two times. */
export interface Times extends Part {
  /** Word before the time, which tells its role: "at", "from", "to", "until", "after", "before", "by". */
  readonly role: string;
  readonly start: Clock;
  readonly end: Clock | null;
}

const HALF = "[ap]\\.?\\s?m\\b\\.?";
const SURE = [
  `(?:[01]?\\d|2[0-4])(?:[:.][0-5]\\d)?\\s?${HALF}`,
  "(?:[01]?\\d|2[0-3])(?:[:.][0-5]\\d)?\\s?(?:h|u|uhr)(?:[0-5]\\d)?(?![\\p{L}\\p{N}])",
  "(?:[01]?\\d|2[0-3]):[0-5]\\d(?!\\d)",
  "(?:[01]?\\d|2[0-3])\\.[0-5]\\d(?![\\d.])",
  "24:00",
  `(?:half past|half|quarter past|quarter to|(?:five|ten|twenty|5|10|20) (?:minutes )?(?:past|to)) (?:\\d{1,2}|${HOUR_WORD})\\b(?:\\s?${HALF})?`,
  `(?:\\d{1,2}|${HOUR_WORD}) ?o'?clock(?:\\s?${HALF})?`,
  `${HOUR_WORD}\\s?${HALF}`,
  "noon|midday|midnight",
].join("|");
/** A bare hour is a time only after a word such as "at", or beside another time. */
const BARE = `(?:[01]?\\d|2[0-4]|${HOUR_WORD})(?:\\s?ish)?(?![\\p{L}\\p{N}:/]|\\.\\d|(?:st|nd|rd|th)\\b|\\s?(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|hours?|minutes?|mins?|days?|weeks?|months?|years?|times|%|people|kids|dates?)\\b)`;

const AT = "at|@|kl\\.?|from|around|about|approx\\.?|starting at|starts at|starting|beginning at|between";
const TO = "to|until|till|til|-|and";

const before = (text: string, at: number): string => text.slice(0, at);

/** True where "5.12" can be the date 5 December rather than a time of day. */
const canBeDate = (text: string): boolean => {
  const [, day = "0", month = "0"] = /^(\d{1,2})\.(\d{2})$/u.exec(text) ?? [];
  return Number(day) >= 1 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12;
};

/** Claims the times of day, each with the word before it. */
export function readTimes(sheet: Sheet): readonly Times[] {
  const found: Times[] = [];
  const add = (match: RegExpExecArray, role: string, texts: readonly [string, string | undefined]): void => {
    const [one, two] = texts.map((text) => (text === undefined ? null : clockOf(text)));
    // "kl. 9" is written on a clock of 24 hours.
    const start = { ...(one ?? clockOf("0:00")), ...(/^kl/iu.test(role) && { half: false }) };
    found.push({ at: match.index, text: match[0], role: role.toLowerCase(), ...rangeOf(start, two ?? null) });
  };
  const lead = `(?<![\\p{L}\\p{N}.:/-])(?:(?<role>${AT}|to)(?:\\s+|(?<=[@.])))?(?:the )?`;
  const ranges: readonly string[] = [
    `${lead}(?<one>${SURE})\\s?(?:${TO})\\s?(?<two>${SURE}|${BARE})`,
    `${lead}(?<one>${BARE})\\s?(?:${TO})\\s?(?<two>${SURE})`,
    `(?<![\\p{L}\\p{N}.:/-])(?<role>from|between|at|@|kl\\.?)\\s*(?<one>${BARE})\\s?(?:${TO})\\s?(?<two>${BARE})`,
    `(?<![\\p{L}\\p{N}.:/-])(?<one>${BARE})-(?<two>${BARE})(?![-.])`,
    // "Friday 3 to 5": two bare hours beside a day.
    `(?<=(?:day|days|tomorrow|today|tonight|mon|tue|tues|wed|thu|thurs|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ber|ary|ril|ust),?\\s)(?<one>${BARE})\\s?to\\s?(?<two>${BARE})(?=\\s*(?:$|[,.;]|(?:for|with|in|at|every|need|and)\\b))`,
  ];
  for (const pattern of ranges)
    for (const match of sheet.takeAll(new RegExp(pattern, "iu"), isRange(sheet))) {
      const { role = "at", one = "", two } = match.groups ?? {};
      add(match, role, [one, two]);
    }
  const roles = "until|till|til|to|after|before|by|since|for|on|ends at|ending at|end at|finishing at|ends|past";
  const singles: readonly string[] = [
    `(?<![\\p{L}\\p{N}.:/-])(?:(?<role>(?:${AT}|${roles}))(?:\\s+|(?<=[@.])))?(?<one>${SURE})`,
    `(?<![\\p{L}\\p{N}.:/-])(?<role>${AT}|until|till|til|to|after|before|by|meant|make it|make that)\\s+(?<one>${BARE})(?!\\s?(?:-|to|until|till)\\s?\\d)`,
  ];
  for (const pattern of singles)
    for (const match of sheet.takeAll(new RegExp(pattern, "iu"), isTime)) {
      const { role = "", one = "" } = match.groups ?? {};
      add(match, role, [one, undefined]);
    }
  return found.toSorted((a, b) => a.at - b.at);
}

const isTime = ({ groups = {} }: RegExpExecArray): boolean =>
  !canBeDate(groups["one"] ?? "") ||
  /^(?:at|@|kl|from|until|till|to|after|before|by|around|about)/iu.test(groups["role"] ?? "");

/** "Between 24 and 26 December" is not a range of times, and "Tuesday at 4 and 5" are two times. */
const isRange =
  (sheet: Sheet) =>
  ({ index, 0: text, groups = {} }: RegExpExecArray): boolean => {
    if (canBeDate(groups["one"] ?? "") && (groups["role"] ?? "") === "") return false;
    // "Five to nine" is one time.
    if (/(?:five|ten|twenty|quarter) to \p{L}+$/iu.test(text)) return false;
    if (/\band\b/iu.test(text) && groups["role"]?.toLowerCase() !== "between") return false;
    return !/\b(?:to|move|until)\s*$/iu.test(before(sheet.text, index)) || !/\bto\b/iu.test(text);
  };

/** Reads one written time of day. */
function clockOf(written: string): Clock {
  const text = written
    .toLowerCase()
    .trim()
    .replace(/\s?(?:uhr|u)(?=\d|$)/u, "h")
    .replace(/(?<=[:.]\d\d)\s?h$/u, "")
    .replace(/\s?ish$/u, "");
  if (text === "noon" || text === "midday") return { minutes: 720, half: false, written12: false };
  if (text === "midnight") return { minutes: 1440, half: false, written12: false };
  const half = /([ap])\.?\s?m\.?$/u.exec(text)?.[1] ?? null;
  const rest = half === null ? text : text.replace(/\s?[ap]\.?\s?m\.?$/u, "").trim();
  const words = /^(half past|half|quarter past|quarter to|(\w+) (?:minutes )?(past|to)) (\w+)$/u.exec(rest);
  if (words !== null) {
    const [, phrase = "", count = "", way, hour = ""] = words;
    const offset = phrase.startsWith("half")
      ? 30
      : phrase === "quarter past"
        ? 15
        : phrase === "quarter to"
          ? -15
          : numberOf(count) * (way === "to" ? -1 : 1);
    return withHalf(numberOf(hour) * 60 + offset, half, true);
  }
  const [, hours = "", minutes = "0"] =
    /^(\w+?)(?:[:.h]| h)?(\d{2})?(?: ?o'?clock)?$/u.exec(rest.replace(/\s?h$/u, "h")) ?? [];
  const value = numberOf(hours.replace(/h$/u, ""));
  // A clock with minutes, or with two digits such as "08", has 24 hours.
  const bare = !/\d[:.h]/u.test(rest) && !rest.startsWith("0");
  return withHalf(
    value * 60 + Number(minutes),
    half,
    bare && value <= 12,
    value >= 1 && value < 12 && !rest.startsWith("0"),
  );
}

function withHalf(minutes: number, half: string | null, open: boolean, written12 = open): Clock {
  if (half === null) return { minutes, half: open, written12 };
  const inHalf = minutes % 720;
  return { minutes: half === "p" ? inHalf + 720 : inHalf, half: false, written12: false };
}

/** A range takes its half of the day from its other end: "3-5pm" is 15:00 to 17:00. */
function rangeOf(start: Clock, end: Clock | null): Pick<Times, "start" | "end"> {
  if (end === null) return { start, end };
  if (start.half && !end.half) {
    const late = start.minutes + 720;
    const isLate = late < end.minutes && start.minutes < 720 && end.minutes > 720;
    const isEarly = start.minutes % 720 < end.minutes && (!isLate || end.minutes - start.minutes <= 240);
    // "From 11 to 1pm" begins before noon; "from 3 to 5pm" after it. "From 9 to 5pm" begins in the morning.
    const minutes = isLate && end.minutes - late <= 300 ? late : isEarly ? start.minutes : late % 1440;
    return { start: { minutes, half: false, written12: false }, end };
  }
  if (!start.half && end.half && end.minutes <= start.minutes)
    return { start, end: { ...end, minutes: end.minutes + 720, half: false } };
  if (start.half && end.half && end.minutes <= start.minutes)
    return { start, end: { ...end, minutes: end.minutes + 720, half: true } };
  return { start, end: !start.half && end.half ? { ...end, half: false } : end };
}
