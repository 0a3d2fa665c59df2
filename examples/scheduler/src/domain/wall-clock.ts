import { Temporal } from "temporal-polyfill";

/** Milliseconds of one day on a wall clock. */
export const dayMilliseconds = 86_400_000;

/**
 * Reads a wall time as a number: the milliseconds it would be since 1970 if the wall clock showed UTC.
 *
 * Such numbers order and add like the wall clock itself; NaN when the text is no time that a calendar has.
 */
export function readWallTime(wall: string): number {
  const value = Date.parse(wall.length === 10 ? `${wall}T00:00:00Z` : `${wall}Z`);
  return Number.isNaN(value) || formatWallTime(value, wall.length === 10) !== wall ? Number.NaN : value;
}

/** Writes such a number as "2026-11-24T16:00:00", or as "2026-11-24" for whole days. */
export const formatWallTime = (wall: number, allDay: boolean): string =>
  new Date(wall).toISOString().slice(0, allDay ? 10 : 19);

/** Writes epoch milliseconds as an instant to the second: "2026-11-24T15:00:00Z". */
export const formatInstant = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

/** True for the name of a time zone such as "Europe/Copenhagen"; an offset such as "+01:00" is no zone. */
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
 * Gives the instant (epoch milliseconds) at which the wall clock of a zone shows a time.
 *
 * A time that the clock skips moves later by the length of the gap; of a time that it shows twice, the first is
 * meant ("compatible" in Temporal and RFC 5545).
 */
export function wallToInstant(wall: number, timeZone: string): number {
  const offset = offsetOfDay(timeZone, Math.floor(wall / dayMilliseconds));
  return offset === null ? resolve(wall, timeZone) : wall - offset;
}

/** Gives what the wall clock of a zone shows at an instant, as a wall-time number. */
export function instantToWall(instant: number, timeZone: string): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
  return instant + zoned.offsetNanoseconds / 1_000_000;
}

const resolve = (wall: number, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(wall)
    .toZonedDateTimeISO("UTC")
    .toPlainDateTime()
    .toZonedDateTime(timeZone, { disambiguation: "compatible" }).epochMilliseconds;

/** Remembers zones that exist, and their offsets. */
const offsetsByZone = new Map<string, Map<number, number | null>>();
const rememberedDays = 50_000;

/** The zone's offset during one day of the wall clock; null on and beside a day on which it changes. */
function offsetOfDay(timeZone: string, day: number): number | null {
  let offsets = offsetsByZone.get(timeZone);
  // Starting over is simpler than forgetting the oldest day, and happens after a century and more.
  if (offsets === undefined || offsets.size >= rememberedDays) {
    offsets = new Map();
  }
  const known = offsets.get(day);
  if (known !== undefined) return known;
  // The noon before tells a day whose midnight is skipped from one that is steady from its start.
  const [before, start, end] = [day - 0.5, day, day + 1].map((moment) => {
    const wall = moment * dayMilliseconds;
    return wall - resolve(wall, timeZone);
  });
  const offset = start !== undefined && before === start && start === end ? start : null;
  offsets.set(day, offset);
  offsetsByZone.set(timeZone, offsets);
  return offset;
}
