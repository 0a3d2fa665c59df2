import { dayMilliseconds, formatWallTime, instantToWall, readWallTime, wallToInstant } from "./wall-clock.ts";

const MINUTE = 60_000;

/** Conversion between instants, in milliseconds, and the wall clock of one time zone. A day is a date: "2026-11-24". */
export type LocalClock = ReturnType<typeof localClock>;

/** Creates the clock of a time zone. A time skipped by daylight saving time moves forward. */
export const localClock = (timeZone: string) => ({
  dayOf: (milliseconds: number): string => formatWallTime(instantToWall(milliseconds, timeZone), true),
  /** Returns the minutes since midnight on the wall clock. */
  minutesOf: (milliseconds: number): number => {
    const time = instantToWall(milliseconds, timeZone) % dayMilliseconds;
    return Math.floor((time < 0 ? time + dayMilliseconds : time) / MINUTE);
  },
  at: (day: string, minutes: number): number => wallToInstant(readWallTime(day) + minutes * MINUTE, timeZone),
  addDays: (day: string, days: number): string => formatWallTime(readWallTime(day) + days * dayMilliseconds, true),
});
