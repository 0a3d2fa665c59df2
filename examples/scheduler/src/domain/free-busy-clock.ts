import { dayMilliseconds, formatWallTime, instantToWall, readWallTime, wallToInstant } from "./wall-clock.ts";

const MINUTE = 60_000;

/** Conversion between instants, in milliseconds, and the wall clock of one time zone. A day is a date: "2026-11-24". */
export type LocalClock = ReturnType<typeof localClock>;

/** Creates the clock of a time zone. A time skipped by daylight saving time moves forward. */
export const localClock = (timeZone: string) => ({
  timeZone,
  dayOf: (milliseconds: number): string => formatWallTime(instantToWall(milliseconds, timeZone), true),
  /** Returns the minutes since midnight on the wall clock. */
  minutesOf: (milliseconds: number): number => {
    const time = instantToWall(milliseconds, timeZone) % dayMilliseconds;
    return Math.floor((time < 0 ? time + dayMilliseconds : time) / MINUTE);
  },
  /** Returns the wall-clock time of an instant, as a wall-time number. */
  wallOf: (milliseconds: number): number => instantToWall(milliseconds, timeZone),
  at: (day: string, minutes: number): number => wallToInstant(readWallTime(day) + minutes * MINUTE, timeZone),
  addDays: (day: string, days: number): string => formatWallTime(readWallTime(day) + days * dayMilliseconds, true),
  /** Returns 1 for Monday to 7 for Sunday. */
  weekdayOf: (day: string): number => ((new Date(readWallTime(day)).getUTCDay() + 6) % 7) + 1,
});
