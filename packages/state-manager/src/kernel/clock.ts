export { type Clock, type Ids, randomIds, systemClock } from "@tidemark/checkpoint/internal";

/**
 * Milliseconds since 1970 of an instant in ISO 8601, to compare and subtract instants with.
 *
 * @internal
 */
export const millisecondsOf = (instant: string): number => Date.parse(instant);
