export { type Clock, type Ids, randomIds, systemClock } from "@tidemark/checkpoint/internal";

/**
 * Converts an ISO 8601 time to milliseconds since 1970.
 *
 * @internal
 */
export const millisecondsOf = (instant: string): number => Date.parse(instant);

/**
 * Converts a time to ISO 8601 in UTC. Null for a time that no date has.
 *
 * @internal
 */
export function instantAt(time: Date | string | number): string | null {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
