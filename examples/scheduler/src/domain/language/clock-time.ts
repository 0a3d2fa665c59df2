import type { MinuteRange } from "./day-parts.ts";

/** A time of day as written; `half` is null if neither am or pm nor a 24-hour form decides it. */
export interface ClockTime {
  readonly hour: number;
  readonly minute: number;
  readonly half: "am" | "pm" | "24h" | null;
}

const HOUR_WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const HOUR_WORD = `(?:${HOUR_WORDS.join("|")})`;
const HALF = "(?: ?(?:a\\.m\\.?|p\\.m\\.?|am\\b|pm\\b)|(?<=\\d)[ap]\\b)";
const MINUTE_WORD = "(?:five|ten|quarter|twenty(?:[- ]five)?|half|\\d{1,2})";

/** Pattern source of an unambiguous time: "4pm", "16:00", "half past four", "noon". */
export const CLEAR_CLOCK = [
  "(?:noon|midday|midnight)\\b",
  `(?:a )?${MINUTE_WORD} ?(?:minutes? )?(?:past|to|before|after) (?:${HOUR_WORD}|\\d{1,2})(?![\\d:]|[-/]\\d)\\b${HALF}?`,
  `\\d{1,2}:\\d{2}(?::\\d{2})?${HALF}?(?!\\d)`,
  `\\d{1,2}\\.\\d{2}${HALF}`,
  `\\d{1,2}${HALF}`,
  `(?:\\d{1,2}|${HOUR_WORD}) ?o'?clock\\b${HALF}?`,
  `${HOUR_WORD} (?:am|pm)\\b`,
  `${HOUR_WORD} (?:thirty|fifteen|forty[- ]five)\\b(?![- ]min)`,
].join("|");

/** Pattern source of any time including bare hours, for use after a preposition or in a range. */
export const ANY_CLOCK = `${CLEAR_CLOCK}|\\d{1,2}(?![\\d:]|[.,]\\d)|${HOUR_WORD}(?: (?:thirty|fifteen|forty[- ]five))?\\b`;

/** Parses a match of `ANY_CLOCK`; null for an impossible time ("25:00"). */
export function readClock(text: string): ClockTime | null {
  const lower = text.toLowerCase().trim();
  if (/^(?:noon|midday)$/.test(lower)) return { hour: 12, minute: 0, half: "24h" };
  if (lower === "midnight") return { hour: 24, minute: 0, half: "24h" };
  const half = /[\d ]a\.?m?\.?$/.test(lower) ? "am" : /[\d ]p\.?m?\.?$/.test(lower) ? "pm" : null;
  const spoken = /^(?:a )?(\S+(?: five)?) ?(?:minutes? )?(past|to|before|after) (\w+)/.exec(lower);
  if (spoken !== null) return readSpoken(spoken, half);
  const digits = /^(\d{1,2})(?:[:.](\d{2}))?/.exec(lower);
  if (digits === null) return readWords(lower, half);
  const [, hourText = "", minuteText] = digits;
  return checked(Number(hourText), Number(minuteText ?? 0), {
    half,
    is24: half === null && minuteText !== undefined && hourText.startsWith("0"),
  });
}

function readSpoken(match: RegExpExecArray, half: "am" | "pm" | null): ClockTime | null {
  const [, minutes = "", direction, hourText = ""] = match;
  const hour = hourOf(hourText.replace(/[ap]m$/, ""));
  const count = minuteOf(minutes);
  if (!(hour >= 1 && hour <= 23) || !(count >= 1 && count <= 59)) return null;
  const isBefore = direction === "to" || direction === "before";
  if (!isBefore) return checked(hour, count, { half, is24: false });
  return checked(hour === 1 ? 12 : hour - 1, 60 - count, { half, is24: false });
}

function readWords(lower: string, half: "am" | "pm" | null): ClockTime | null {
  const [word = "", rest = ""] = lower.split(" ");
  const hour = hourOf(word);
  if (Number.isNaN(hour)) return null;
  const minute = rest === "thirty" ? 30 : rest === "fifteen" ? 15 : rest.startsWith("forty") ? 45 : 0;
  return { hour, minute, half };
}

const hourOf = (text: string): number => {
  const index = HOUR_WORDS.indexOf(text);
  return index >= 0 ? index + 1 : Number(text);
};

const minuteOf = (text: string): number =>
  ({ five: 5, ten: 10, quarter: 15, twenty: 20, "twenty-five": 25, "twenty five": 25, half: 30 })[text] ?? Number(text);

interface ClockForm {
  readonly half: "am" | "pm" | null;
  readonly is24: boolean;
}

function checked(hour: number, minute: number, { half, is24 }: ClockForm): ClockTime | null {
  if (minute > 59 || hour > 24 || (hour === 24 && minute > 0)) return null;
  if (half === "am" && hour > 12) return null;
  // "16pm" is a typo with only one possible meaning.
  if (hour > 12 || hour === 0 || is24) return { hour, minute, half: "24h" };
  return { hour, minute, half };
}

/** Context for a bare hour: am or pm from the surrounding words, and the waking hours. */
export interface HourRule {
  readonly half: "am" | "pm" | null;
  readonly waking: MinuteRange;
}

/** Time in minutes since midnight; `assumed` if a rule, not the text, chose between morning and afternoon. */
export interface ResolvedTime {
  readonly minutes: number;
  readonly assumed: boolean;
}

/**
 * Converts a written time to minutes since midnight.
 *
 * A bare hour follows the surrounding words ("dinner at 8" is in the evening). Otherwise 7 to 11 are in the morning, 12 is noon, and
 * 1 to 6 are in the afternoon; if that is outside waking hours and the other half of the day is not, the other half is used.
 */
export function resolveClock(time: ClockTime, { half, waking }: HourRule): ResolvedTime {
  const { hour, minute } = time;
  if (time.half === "24h") return { minutes: hour * 60 + minute, assumed: false };
  const morning = (hour % 12) * 60 + minute;
  const afternoon = morning + 720;
  if (time.half !== null) return { minutes: time.half === "am" ? morning : afternoon, assumed: false };
  // "12" means noon, unless the text mentions the night.
  if (half !== null) return { minutes: half === "am" && hour !== 12 ? morning : afternoon, assumed: false };
  const [usual, other] = hour >= 7 && hour <= 11 ? [morning, afternoon] : [afternoon, morning];
  const isAwake = (minutes: number): boolean => minutes >= waking.start && minutes < waking.end;
  return { minutes: !isAwake(usual) && isAwake(other) ? other : usual, assumed: true };
}

/** Parses "07:30" as minutes since midnight. */
export const minutesOf = (timeOfDay: string): number =>
  Number(timeOfDay.slice(0, 2)) * 60 + Number(timeOfDay.slice(3, 5));

/** Formats minutes since midnight as "07:30"; midnight at the end of a day is "24:00". */
export const timeText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
