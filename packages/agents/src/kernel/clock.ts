/**
 * Returns the seconds since 1970 of an ISO 8601 time. Null for an invalid time.
 *
 * @internal
 */
export function epochSecondsOf(instant: string): number | null {
  const milliseconds = Date.parse(instant);
  return Number.isNaN(milliseconds) ? null : milliseconds / 1000;
}

/**
 * Returns the seconds between two ISO 8601 times, at least 0. 0 for an invalid time.
 *
 * @internal
 */
export function secondsBetween(from: string, to: string): number {
  const [start, end] = [epochSecondsOf(from), epochSecondsOf(to)];
  // Rounds to milliseconds: the difference of two fractions prints as 0.2999999523.
  return start === null || end === null ? 0 : Math.max(0, Math.round((end - start) * 1000) / 1000);
}

/**
 * Adds seconds to an ISO 8601 time. Returns ISO 8601 in UTC.
 *
 * @internal
 */
export const instantAfter = (instant: string, seconds: number): string =>
  new Date(Date.parse(instant) + seconds * 1000).toISOString();
