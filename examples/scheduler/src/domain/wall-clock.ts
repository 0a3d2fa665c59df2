import { Temporal } from "temporal-polyfill";

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

/** True for the name of a time zone such as "Europe/Copenhagen"; an offset such as "+01:00" does not count. */
export function isTimeZone(name: string): boolean {
  if (offsetsByZone.has(name)) return true;
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    offsetOfDay(name, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Converts a wall-clock time of a zone to its instant, in epoch milliseconds.
 *
 * A time skipped by a clock change moves later by the length of the gap; of a repeated time, the first is used ("compatible" in
 * Temporal and RFC 5545).
 */
export function wallToInstant(wall: number, timeZone: string): number {
  const offset = offsetOfDay(timeZone, Math.floor(wall / dayMilliseconds));
  return offset === null ? resolve(wall, timeZone) : wall - offset;
}

/** Converts an instant to a wall-time number of a zone. */
export function instantToWall(instant: number, timeZone: string): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
  return instant + zoned.offsetNanoseconds / 1_000_000;
}

const resolve = (wall: number, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(wall)
    .toZonedDateTimeISO("UTC")
    .toPlainDateTime()
    .toZonedDateTime(timeZone, { disambiguation: "compatible" }).epochMilliseconds;

/** Cache of zones that exist, and their offsets. */
const offsetsByZone = new Map<string, Map<number, number | null>>();
const maxCachedDays = 50_000;

/** Offset of a zone during one day of the wall clock; null on or next to a day on which it changes. */
function offsetOfDay(timeZone: string, day: number): number | null {
  let offsets = offsetsByZone.get(timeZone);
  // Clearing the cache is simpler than evicting the oldest day, and happens only after a century of days.
  if (offsets === undefined || offsets.size >= maxCachedDays) {
    offsets = new Map();
  }
  const cached = offsets.get(day);
  if (cached !== undefined) return cached;
  // The preceding noon reveals a day whose midnight is skipped.
  const [before, start, end] = [day - 0.5, day, day + 1].map((moment) => {
    const wall = moment * dayMilliseconds;
    return wall - resolve(wall, timeZone);
  });
  const offset = start !== undefined && before === start && start === end ? start : null;
  offsets.set(day, offset);
  offsetsByZone.set(timeZone, offsets);
  return offset;
}
