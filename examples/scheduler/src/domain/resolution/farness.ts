import type { Span } from "../free-busy.ts";
import type { ResolutionChange } from "../resolution.ts";
import { formatInstant } from "../wall-clock.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Up to 0.25 for the days and 0.05 for the hours between two times. */
export const farness = (from: Span, to: Span): number => {
  const apart = Math.abs(to.start - from.start);
  return Math.min(0.25, Math.floor(apart / DAY) * 0.05) + Math.min(0.05, ((apart % DAY) / HOUR) * 0.005);
};

/** Says that the proposal (null), or another event, starts at another time. */
export const timeChange = (eventId: string | null, from: Span, to: Span): ResolutionChange => ({
  eventId,
  field: "startTime",
  oldValue: formatInstant(from.start),
  newValue: formatInstant(to.start),
  action: "move",
});
