import type { MinuteRange } from "./day-parts.ts";

/** One time of day as written; `half` is null when neither am, pm nor a 24-hour form decides it. */
export interface ClockTime {
  readonly hour: number;
  readonly minute: number;
  readonly half: "am" | "pm" | "24h" | null;
}

const HOUR_WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const HOUR_WORD = `(?:${HOUR_WORDS.join("|")})`;
const HALF = "(?: ?(?:a\\.m\\.?|p\\.m\\.?|am\\b|pm\\b)|(?<=\\d)[ap]\\b)";
const MINUTE_WORD = "(?:five|ten|quarter|twenty(?:[- ]five)?|half|\\d{1,2})";

/** Pattern source of a time that can be nothing else: "4pm", "16:00", "half past four", "noon". */
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

/** Pattern source of any time, bare hours included: only where a preposition or a range says that it is a time. */
export const ANY_CLOCK = `${CLEAR_CLOCK}|\\d{1,2}(?![\\d:]|[.,]\\d)|${HOUR_WORD}(?: (?:thirty|fifteen|forty[- ]five))?\\b`;

/** Reads what `ANY_CLOCK` matches, or says `null` when no clock shows it ("25:00"). */
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

interface Written {
  readonly half: "am" | "pm" | null;
  readonly is24: boolean;
}

function checked(hour: number, minute: number, { half, is24 }: Written): ClockTime | null {
  if (minute > 59 || hour > 24 || (hour === 24 && minute > 0)) return null;
  if (half === "am" && hour > 12) return null;
  // "16pm" is a slip with only one meaning.
  if (hour > 12 || hour === 0 || is24) return { hour, minute, half: "24h" };
  return { hour, minute, half };
}

/** What decides a bare hour: am or pm from the words around it, and when the household is awake. */
export interface HourRule {
  readonly half: "am" | "pm" | null;
  readonly waking: MinuteRange;
}

/** A time as minutes since midnight; `assumed` when a rule, not the text, chose between morning and afternoon. */
export interface ResolvedTime {
  readonly minutes: number;
  readonly assumed: boolean;
}

/**
 * Turns a written time into minutes since midnight.
 *
 * A bare hour follows the words around it ("dinner at 8" is in the evening). Without such words 7 to 11 are in the
 * morning, 12 is noon and 1 to 6 are in the afternoon; when the household sleeps then and is awake twelve hours
 * away, it is the other half of the day.
 */
export function resolveClock(time: ClockTime, { half, waking }: HourRule): ResolvedTime {
  const { hour, minute } = time;
  if (time.half === "24h") return { minutes: hour * 60 + minute, assumed: false };
  const morning = (hour % 12) * 60 + minute;
  const afternoon = morning + 720;
  if (time.half !== null) return { minutes: time.half === "am" ? morning : afternoon, assumed: false };
  // Nobody means twelve at night when saying "12" without "night": noon, except for what is said of the morning.
  if (half !== null) return { minutes: half === "am" && hour !== 12 ? morning : afternoon, assumed: false };
  const [usual, other] = hour >= 7 && hour <= 11 ? [morning, afternoon] : [afternoon, morning];
  const isAwake = (minutes: number): boolean => minutes >= waking.start && minutes < waking.end;
  return { minutes: !isAwake(usual) && isAwake(other) ? other : usual, assumed: true };
}

/** Reads "07:30" as minutes since midnight. */
export const minutesOf = (timeOfDay: string): number =>
  Number(timeOfDay.slice(0, 2)) * 60 + Number(timeOfDay.slice(3, 5));

/** Writes minutes since midnight as "07:30"; midnight at the end of a day is "24:00". */
export const timeText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
