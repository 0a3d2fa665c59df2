import type { Household } from "../household.ts";
import type { Clock } from "./clock.ts";

/** What else tells the half of the day. */
export interface Hint {
  /** The whole request: "breakfast at 8" is in the morning. */
  readonly text: string;
  /** Start that is to be corrected, in minutes since midnight. */
  readonly near: number | null;
}

const MORNING = /\b(?:breakfast|morning)\b/iu;
const EVENING = /\b(?:dinner|supper|evening|tonight|night|afternoon|party|cinema|theatre|concert|bedtime)\b/iu;

const text = (minutes: number): string =>
  `${String(Math.floor((minutes % 1440) / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** Formats minutes since midnight: "16:00"; the end of a day is "24:00". */
export const timeText = (minutes: number): string => (minutes === 1440 ? "24:00" : text(minutes));

const sure = (minutes: number) => ({ minutes, assumed: null, open: false });
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

interface Settling {
  readonly part: { readonly from: number; readonly to: number } | null;
  readonly hint: Hint;
  /** Start of the same event, which its end follows. */
  readonly near: number | null;
  readonly household: Household;
}

/** A time with its half of the day: `assumed` says what was chosen, and `open` is true if it must be asked. */
export function settle(
  clock: Clock,
  { part, hint, near, household }: Settling,
): { readonly minutes: number; readonly assumed: string | null; readonly open: boolean } {
  if (!clock.half) return sure(clock.minutes);
  const early = clock.minutes % 720;
  const late = early + 720;
  if (near !== null) return sure(early > near ? early : late > near ? late : early);
  if (part !== null)
    return sure(part.from >= 720 || part.to > 720 ? (part.from >= 720 || early < part.from ? late : early) : early);
  if (early < 60) return sure(late);
  if (MORNING.test(hint.text)) return sure(early);
  if (EVENING.test(hint.text) && early < 690) return sure(late);
  const { start, end } = household.wakingHours;
  const isAwake = (minutes: number): boolean => minutes >= minutesOf(start) && minutes < minutesOf(end);
  const [inEarly, inLate] = [isAwake(early), isAwake(late)];
  if (hint.near !== null && inEarly && inLate) {
    const minutes = hint.near >= 720 ? late : early;
    return { minutes, assumed: `${text(minutes)}, not ${text(minutes === late ? early : late)}`, open: false };
  }
  if (inEarly === inLate) return { minutes: early, assumed: null, open: true };
  const minutes = inEarly ? early : late;
  return { minutes, assumed: `${text(minutes)}, not ${text(inEarly ? late : early)}`, open: false };
}
