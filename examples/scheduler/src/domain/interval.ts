import { z } from "zod";

/** Instant as ISO 8601 in UTC, to the second or finer: "2026-11-24T15:00:00Z". */
export const Instant = z.iso.datetime();

/** Time interval between two instants in UTC; the end is exclusive. */
export const Interval = z.strictObject({ start: Instant, end: Instant });
export type Interval = z.infer<typeof Interval>;
