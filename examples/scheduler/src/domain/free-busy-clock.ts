import { Temporal } from "temporal-polyfill";
import { formatWallTime, readWallTime, wallToInstant } from "./wall-clock.ts";

/** Fast, exact conversion between instants and the wall clock of one time zone. */
export interface LocalClock {
  readonly timeZone: string;
  /** The day of an instant, "2026-11-24". */
  dayOf(milliseconds: number): string;
  /** Minutes since midnight on the wall clock. */
  minutesOf(milliseconds: number): number;
  /** What the wall clock shows, as a wall-time number. */
  wallOf(milliseconds: number): number;
  /** The instant of a wall-clock time; one that a change to summer time skips moves forward. */
  at(day: string, minutes: number): number;
  /** The day so many days later or earlier. */
  addDays(day: string, days: number): string;
  /** 1 for Monday to 7 for Sunday. */
  weekdayOf(day: string): number;
}

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/**
 * Makes a clock that asks the time zone database once per day and calculates the rest.
 *
 * A day whose offset is the same at both ends has no change to or from summer time; other days are asked every time.
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
