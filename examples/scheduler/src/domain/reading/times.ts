import type { Household } from "../household.ts";
import { minutesOfTime } from "../planning/conflicts.ts";
import { WEEKDAY } from "./days.ts";
import type { Part, Sheet } from "./sheet.ts";

/** A time of day as it was written, in minutes since midnight. */
export interface Clock {
  readonly minutes: number;
  /** "sure": it tells the half of the day. "clock": hours and minutes. "bare": an hour alone, as in "at 4". */
  readonly written: "sure" | "clock" | "bare";
}

/** A named time, or the range between two times. */
export interface Time extends Part {
  /** Word before the time, which tells its role. */
  readonly role: string;
  readonly start: Clock;
  readonly end: Clock | null;
}

const AT =
  "at|@|from|around|about|between|start(?:s|ing)?(?: at)?|begins?(?: at)?|beginning(?: at)?|kicks?[- ]?off(?: at)?";
const ROLE = `not(?: at)?|instead of|${AT}|to|→|until|till|til|by|before|after|since|past|(?:ends?|ending|finish(?:es|ing)?)(?: at)?|for|meant|make it|on`;
const HALF = "\\s?[ap]\\.?\\s?m\\b\\.?";
const STRONG = `\\d{1,2}(?::[0-5]\\d(?:${HALF})?|\\s?o'?clock(?:${HALF})?|${HALF})(?![:\\d])`;
const BARE =
  "(?:[01]?\\d|2[0-4])(?:\\s?ish)?(?!(?:st|nd|rd|th)\\b|[./:]?\\d|[/.]\\d|\\s?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|hours?|hrs?|h\\b|min|days?\\b|weeks?|months?|years?|times|%|people|kids|dates?|of\\b))";
const TO = "\\s?(?:-|to|until|till|through)\\s?";
const AFTER_RANGE = "(?=\\s*(?:$|[-,.;!?)\uE000]|(?:for|with|in|at|on|every|needs?|and)\\b|\\p{L}+day\\b))";

/** Patterns of times, the surest first. A bare hour is a time only beside another time, or after a word such as "at". */
const PATTERNS: readonly string[] = [
  `(?<role>between)\\s*(?<one>${STRONG}|${BARE})\\sand\\s(?<two>${STRONG}|${BARE})`,
  `(?:(?<role>${ROLE})\\s*)?(?<one>${STRONG})${TO}(?<two>${STRONG}|${BARE})`,
  `(?:(?<role>${ROLE})\\s*)?(?<one>${BARE})${TO}(?<two>${STRONG})`,
  `(?:(?<role>from|at|@|to|→)\\s*(?<one>${BARE})${TO}|(?<one2>${BARE})-)(?<two>${BARE})(?!-)`,
  `(?<one>${BARE})\\s(?:to|until|till)\\s(?<two>${BARE})${AFTER_RANGE}`,
  `(?:(?<role>${ROLE})\\s*)?(?<one>${STRONG})`,
  // "Monday 10".
  `(?<=(?:${WEEKDAY}|tomorrow|today|tonight)\\.?,? )(?<one>${BARE})(?=\\s*(?:$|[,.;!?]|(?:for|with|and|at(?! \\d)|in)\\b))`,
  `(?<role>not(?: at)?|instead of|${AT}|to|→|until|till|til|by|before|after|ends?(?: at)?|finish(?:es)?(?: at)?|meant|make it)\\s*(?<one>${BARE})(?!${TO}\\d)`,
];

/** Claims the times of day, each with the word before it. */
export function readTimes(sheet: Sheet): readonly Time[] {
  const found: Time[] = [];
  for (const pattern of PATTERNS)
    sheet.takeAll(pattern, ({ index, 0: text, groups = {} }) => {
      const [start, end] = [clockOf(groups["one"] ?? groups["one2"]), clockOf(groups["two"])];
      return (
        start !== null && found.push({ at: index, text, role: groups["role"]?.toLowerCase() ?? "", start, end }) > 0
      );
    });
  return found.toSorted((one, other) => one.at - other.at);
}

/** Reads one written time; null if no clock shows it. */
function clockOf(written = ""): Clock | null {
  const [, hour = "", minutes = "0", half] = /^(\d{1,2})(?::(\d\d))?[^\dap]*([ap])?/iu.exec(written) ?? [];
  const total = Number(hour) * 60 + Number(minutes);
  if (hour === "" || total > 1440 || (half !== undefined && (Number(hour) > 12 || hour === "0"))) return null;
  if (half !== undefined) return { minutes: (total % 720) + (/p/iu.test(half) ? 720 : 0), written: "sure" };
  return {
    minutes: total,
    written: total >= 720 || total < 60 || hour.startsWith("0") ? "sure" : written.includes(":") ? "clock" : "bare",
  };
}

/** What else tells the half of the day. */
export interface Hint {
  /** The whole request: "breakfast at 8" is in the morning. */
  readonly text: string;
  /** Start that is corrected, in minutes since midnight. */
  readonly near: number | null;
  readonly part: { readonly from: number; readonly to: number } | null;
  readonly household: Household;
}

const MORNING = /\b(?:breakfast|morning|school run)\b/iu;
const EVENING =
  /\b(?:dinner|supper|evening|movie|film|drinks|pub|gig|show|tonight|night|afternoon|party|cinema|theatre|theater|concert|bedtime)\b/iu;

/** A time whose half of the day was settled; `assumed` names the choice, and `open` tells that it must be asked. */
export interface Settled {
  readonly minutes: number;
  readonly assumed: string | null;
  readonly open: boolean;
}

const sure = (minutes: number): Settled => ({ minutes, assumed: null, open: false });

/** Chooses the half of the day of a start, by its end, the part of the day, the words, and the hours at which people are awake. */
export function settle({ minutes, written }: Clock, end: Clock | null, { text, near, part, household }: Hint): Settled {
  const early = minutes % 720;
  const late = early + 720;
  if (written === "sure") return sure(minutes);
  // "3-5pm" begins at 15:00, and "9 to 5pm" at 09:00.
  if (end?.written === "sure" && end.minutes > early) return sure(late < end.minutes ? late : early);
  if (part !== null) return sure(part.from >= 720 || (part.to > 720 && early < part.from) ? late : early);
  if (MORNING.test(text)) return sure(early);
  if (EVENING.test(text) && early < 690) return sure(late);
  const [wake, sleep] = [minutesOfTime(household.wakingHours.start), minutesOfTime(household.wakingHours.end)];
  const length = end === null ? 30 : (end.minutes - minutes + 1440) % 720;
  const [inEarly, inLate] = [early >= wake && early < sleep, late >= wake && late + length <= sleep];
  const isLate = inLate && (!inEarly || (near !== null && near >= 720));
  if (inEarly === inLate && near === null && written === "bare" && (early < 540 || !inEarly))
    return { minutes: early, assumed: null, open: true };
  const [chosen, other] = isLate ? [late, early] : [early, late];
  return { minutes: chosen, assumed: `${timeText(chosen)}, not ${timeText(other)}`, open: false };
}

/** First time after the start that its end can mean. */
export function settleEnd({ minutes, written }: Clock, start: number): number {
  const isNextDay = (start >= 1080 && minutes <= 720 && minutes <= start) || (start >= 720 && minutes < 360);
  if (written === "sure" || start >= 1440) return isNextDay ? minutes + 1440 : minutes;
  return [0, 720, 1440].map((half) => (minutes % 720) + half).find((time) => time > start) ?? minutes;
}

/** Formats minutes since midnight: "16:00"; the end of a day is "24:00". */
export const timeText = (minutes: number): string =>
  `${String(minutes === 1440 ? 24 : Math.floor((minutes % 1440) / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
