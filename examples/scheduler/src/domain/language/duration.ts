import { COUNT, COUNT_OF, readCount } from "./number-words.ts";
import type { RequestText } from "./request-text.ts";

/** Maximum length of an event, in minutes; longer values are treated as mistakes. */
const maxMinutes = 366 * 24 * 60;

const HOURS = "(?:hours?|hrs?|hr|h)\\b";
const MINUTES = "(?:minutes?|mins?|min|m)\\b";

/** Pattern source of a duration in hours and minutes: "2h", "an hour and a half", "1 hour 30 minutes". */
export const CLOCK_LENGTH = [
  "half an hour",
  "(?:a |three )?quarters? of an hour",
  `${COUNT_OF}(?:and a half|1/2)[- ]${HOURS}`,
  `${COUNT_OF}${HOURS}(?: and a (?:half|quarter))`,
  `\\d{1,2} ?h ?\\d{1,2}(?: ?${MINUTES}|\\b)`,
  `${COUNT_OF}${HOURS}(?:,? (?:and )?${COUNT_OF}${MINUTES})?`,
  `${COUNT_OF}${MINUTES}`,
].join("|");

/** Parses a match of `CLOCK_LENGTH`, in minutes; NaN for anything else. */
export function readClockLength(text: string): number {
  const lower = text.toLowerCase();
  if (lower === "half an hour") return 30;
  if (lower.includes("of an hour")) return lower.startsWith("three") ? 45 : 15;
  const compact = /^(\d{1,2}) ?h ?(\d{1,2})/.exec(lower);
  if (compact !== null) return Number(compact[1]) * 60 + Number(compact[2]);
  const hours = new RegExp(`^(${COUNT})[- ]?(?:(and a half|1/2)[- ])?${HOURS}(.*)$`).exec(lower);
  if (hours === null) {
    const minutes = new RegExp(`^(${COUNT})[- ]?${MINUTES}`).exec(lower);
    return Math.round(readCount(minutes?.[1] ?? "x"));
  }
  const rest = hours[3] ?? "";
  const added = hours[2] !== undefined || rest.includes("half") ? 30 : rest.includes("quarter") ? 15 : 0;
  const minutes = new RegExp(`(${COUNT})[- ]?${MINUTES}`).exec(rest);
  return Math.round(readCount(hours[1] ?? "x") * 60) + added + (minutes === null ? 0 : readCount(minutes[1] ?? "0"));
}

/** Stated duration: minutes, or whole days. */
export interface StatedLength {
  readonly minutes: number | null;
  readonly days: number | null;
  /** Impossible duration, as typed. */
  readonly impossible: string | null;
}

const clockLength = new RegExp(
  `(?<!\\bin )(?<!\\bin about )(?<!\\bevery )\\b(?:(?:for|lasting|lasts|takes?|taking|about|around|needs) (?:about |around |at least |up to )?)?(${CLOCK_LENGTH})(?: long\\b)?(?! (?:earlier|later|before|after|sooner|from now|ago))`,
  "i",
);
const dayLength = new RegExp(`\\b(?:for|lasting|lasts) (${COUNT}) (day|week|night)s?\\b(?! (?:a|per) )`, "i");

/** Takes the first stated duration out of the text. */
export function readLength(text: RequestText): StatedLength {
  const clock = text.take(clockLength);
  if (clock !== null) {
    const minutes = readClockLength(clock[1] ?? "");
    const isPossible = Number.isInteger(minutes) && minutes >= 1 && minutes <= maxMinutes;
    return isPossible
      ? { minutes, days: null, impossible: null }
      : { minutes: null, days: null, impossible: (clock[1] ?? "").trim() };
  }
  const days = text.take(dayLength);
  if (days === null) return { minutes: null, days: null, impossible: null };
  const count = Math.round(readCount(days[1] ?? "")) * (days[2]?.toLowerCase() === "week" ? 7 : 1);
  if (!(count >= 1 && count <= 366)) return { minutes: null, days: null, impossible: days[0] };
  return { minutes: null, days: count, impossible: null };
}

/** Formats a duration: "45 minutes", "2 hours", "1 hour 30 minutes". */
export function lengthText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [
    ...(hours > 0 ? [`${hours} ${hours === 1 ? "hour" : "hours"}`] : []),
    ...(rest > 0 ? [`${rest} ${rest === 1 ? "minute" : "minutes"}`] : []),
  ];
  return parts.join(" ");
}
