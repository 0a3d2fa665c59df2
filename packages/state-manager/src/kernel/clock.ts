export { type Clock, type Ids, randomIds, systemClock } from "@tidemark/checkpoint/internal";

/**
 * Converts an ISO 8601 time to milliseconds since 1970.
 *
 * @internal
 */
export const millisecondsOf = (instant: string): number => Date.parse(instant);
