import { z } from "zod";

/** A point in time as ISO 8601 in UTC, ending in `Z`: `2026-01-08T20:30:00Z`, with seconds and optional fractions. */
export const Timestamp = z.iso.datetime();

/** A point in time as seconds since 1970-01-01T00:00:00Z, with optional fractions; not milliseconds. */
export const EpochSeconds = z.number();
