import { Temporal } from "temporal-polyfill";
import type { Interval } from "./calendar-event.ts";

/** Milliseconds in a day on a wall clock. */
export const dayMilliseconds = 86_400_000;

/**
 * Parses a wall time as a number: its milliseconds since 1970 if the wall clock showed UTC.
 *
 * These numbers sort and add like wall-clock times. An invalid time is NaN.
 */
export function readWallTime(wall: string): number {
  const value = Date.parse(wall.length === 10 ? `${wall}T00:00:00Z` : `${wall}Z`);
  return Number.isNaN(value) || formatWallTime(value, wall.length === 10) !== wall ? Number.NaN : value;
}

/** Formats a wall-time number as "2026-11-24T16:00:00", or as "2026-11-24" for whole days. */
export const formatWallTime = (wall: number, allDay: boolean): string =>
  new Date(wall).toISOString().slice(0, allDay ? 10 : 19);

/** Formats epoch milliseconds as an instant to the second: "2026-11-24T15:00:00Z". */
export const formatInstant = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

/** Formats an interval in epoch milliseconds. */
export const intervalOf = ({ start, end }: { readonly start: number; readonly end: number }): Interval => ({
  start: formatInstant(start),
  end: formatInstant(end),
});

const at = (instant: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);

/** True for the name of a time zone such as "Europe/Copenhagen"; an offset such as "+01:00" does not count. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && at(0, name).epochMilliseconds === 0;
  } catch {
    return false;
  }
}

/** Instants of wall-clock times: a turn converts the same ones many times, and each takes a while. */
const instants = new Map<string, number>();
const maxInstants = 50_000;

/**
 * Converts a wall-clock time of a zone to its instant, in epoch milliseconds.
 *
 * A time skipped by a clock change moves later by the length of the gap; of a repeated time, the first is used ("compatible" in
 * Temporal and RFC 5545).
 */
export function wallToInstant(wall: number, timeZone: string): number {
  const key = `${wall} ${timeZone}`;
  const instant = instants.get(key) ?? at(wall, "UTC").toPlainDateTime().toZonedDateTime(timeZone).epochMilliseconds;
  if (instants.size >= maxInstants) instants.clear();
  instants.set(key, instant);
  return instant;
}

/** Converts an instant to a wall-time number of a zone. */
export const instantToWall = (instant: number, timeZone: string): number =>
  instant + at(instant, timeZone).offsetNanoseconds / 1_000_000;

/** Time of day of a wall-time number, in milliseconds since midnight. */
export const timeOfDay = (wall: number): number => ((wall % dayMilliseconds) + dayMilliseconds) % dayMilliseconds;

const MINUTE = 60_000;

/** Conversion between epoch milliseconds and the wall clock of one time zone. A day is a date: "2026-11-24". */
export type LocalClock = ReturnType<typeof localClock>;

/** Creates the clock of a time zone. */
export const localClock = (timeZone: string) => ({
  dayOf: (instant: number): string => formatWallTime(instantToWall(instant, timeZone), true),
  /** Returns the minutes since midnight. */
  minutesOf: (instant: number): number => Math.floor(timeOfDay(instantToWall(instant, timeZone)) / MINUTE),
  at: (day: string, minutes: number): number => wallToInstant(readWallTime(day) + minutes * MINUTE, timeZone),
  addDays: (day: string, days: number): string => formatWallTime(readWallTime(day) + days * dayMilliseconds, true),
});
