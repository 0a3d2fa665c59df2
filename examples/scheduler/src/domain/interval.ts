import { z } from "zod";

/** An instant as ISO 8601 in UTC: "2026-11-24T15:00:00Z", to the second or finer. */
export const Instant = z.iso.datetime();

/** A stretch of time, start included, end excluded; both are instants in UTC. */
export const Interval = z.strictObject({ start: Instant, end: Instant });
export type Interval = z.infer<typeof Interval>;

/** True when the two intervals share at least one instant; intervals that only touch do not overlap. */
export const overlaps = (one: Interval, other: Interval): boolean =>
  Date.parse(one.start) < Date.parse(other.end) && Date.parse(other.start) < Date.parse(one.end);
