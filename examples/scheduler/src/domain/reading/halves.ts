import type { Clock } from "@tidemark/reading";
import { timeText } from "@tidemark/reading";
import type { Household } from "../household.ts";
import { minutesOfTime } from "../planning/conflicts.ts";

/** What tells the half of the day besides the time. */
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
