import { Temporal } from "temporal-polyfill";
import { formatWallTime, readWallTime, wallToInstant } from "./wall-clock.ts";

/** Fast and exact conversion between instants and the wall clock of one time zone. */
export interface LocalClock {
  readonly timeZone: string;
  /** Returns the day of an instant: "2026-11-24". */
  dayOf(milliseconds: number): string;
  /** Returns the minutes since midnight on the wall clock. */
  minutesOf(milliseconds: number): number;
  /** Returns the wall-clock time of an instant, as a wall-time number. */
  wallOf(milliseconds: number): number;
  /** Returns the instant of a wall-clock time; a time skipped by daylight saving time moves forward. */
  at(day: string, minutes: number): number;
  /** Returns the day a number of days later, or earlier when negative. */
  addDays(day: string, days: number): string;
  /** Returns 1 for Monday to 7 for Sunday. */
  weekdayOf(day: string): number;
}

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/**
 * Creates a clock that reads the time zone database once per day and computes the rest.
 *
 * If both ends of a day have the same offset, the offset does not change during that day; on other days every time is looked up.
 */
export function localClock(timeZone: string): LocalClock {
  const offsetsAt = new Map<number, number>();
  const exactOffset = (milliseconds: number): number =>
    Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1_000_000;
  const offsetAtMidnight = (day: number): number => {
    const known = offsetsAt.get(day);
    if (known !== undefined) return known;
    const offset = exactOffset(day * DAY);
    offsetsAt.set(day, offset);
    return offset;
  };
  const offset = (milliseconds: number): number => {
    const day = Math.floor(milliseconds / DAY);
    const before = offsetAtMidnight(day);
    return before === offsetAtMidnight(day + 1) ? before : exactOffset(milliseconds);
  };
  const wall = (milliseconds: number): number => milliseconds + offset(milliseconds);
  return {
    timeZone,
    dayOf: (milliseconds) => formatWallTime(wall(milliseconds), true),
    minutesOf: (milliseconds) => Math.floor((((wall(milliseconds) % DAY) + DAY) % DAY) / MINUTE),
    wallOf: wall,
    at: (day, minutes) => wallToInstant(readWallTime(day) + minutes * MINUTE, timeZone),
    addDays: (day, days) => formatWallTime(readWallTime(day) + days * DAY, true),
    weekdayOf: (day) => ((new Date(readWallTime(day)).getUTCDay() + 6) % 7) + 1,
  };
}
