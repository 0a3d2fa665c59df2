import { dayMilliseconds, formatWallTime, instantToWall, readWallTime, wallToInstant } from "./wall-clock.ts";

/** Conversion between instants and the wall clock of one time zone. */
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

/** Creates the clock of a time zone. */
export function localClock(timeZone: string): LocalClock {
  const wallOf = (milliseconds: number): number => instantToWall(milliseconds, timeZone);
  return {
    timeZone,
    dayOf: (milliseconds) => formatWallTime(wallOf(milliseconds), true),
    minutesOf: (milliseconds) => {
      const time = wallOf(milliseconds) % dayMilliseconds;
      return Math.floor((time < 0 ? time + dayMilliseconds : time) / MINUTE);
    },
    wallOf,
    at: (day, minutes) => wallToInstant(readWallTime(day) + minutes * MINUTE, timeZone),
    addDays: (day, days) => formatWallTime(readWallTime(day) + days * dayMilliseconds, true),
    weekdayOf: (day) => ((new Date(readWallTime(day)).getUTCDay() + 6) % 7) + 1,
  };
}
