/**
 * Seconds since 1970 of an instant in ISO 8601; null for what is none.
 *
 * @internal
 */
export function epochSecondsOf(instant: string): number | null {
  const milliseconds = Date.parse(instant);
  return Number.isNaN(milliseconds) ? null : milliseconds / 1000;
}

/**
 * Seconds from one instant to another, never below 0; 0 when one of them is none.
 *
 * @internal
 */
export function secondsBetween(from: string, to: string): number {
  const [start, end] = [epochSecondsOf(from), epochSecondsOf(to)];
  // Whole milliseconds first: the difference of two fractions prints as 0.2999999523.
  return start === null || end === null ? 0 : Math.max(0, Math.round((end - start) * 1000) / 1000);
}

/**
 * The instant so many seconds after another one, as ISO 8601 in UTC.
 *
 * @internal
 */
export const instantAfter = (instant: string, seconds: number): string =>
  new Date(Date.parse(instant) + seconds * 1000).toISOString();
