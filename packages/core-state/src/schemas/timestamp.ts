import { z } from "zod";

/** An instant as ISO 8601 in UTC, ending in `Z`: `2026-01-08T20:30:00Z`, to the second or finer. */
export const Timestamp = z.iso.datetime();

/** An instant as seconds since 1970-01-01T00:00:00Z, fractions allowed; not milliseconds. */
export const EpochSeconds = z.number();
