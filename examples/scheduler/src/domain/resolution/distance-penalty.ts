import type { Span } from "../free-busy.ts";
import type { ResolutionChange } from "../resolution.ts";
import { formatInstant } from "../wall-clock.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Penalty for the distance between two times: up to 0.25 for days and 0.05 for hours. */
export const distancePenalty = (from: Span, to: Span): number => {
  const distance = Math.abs(to.start - from.start);
  return Math.min(0.25, Math.floor(distance / DAY) * 0.05) + Math.min(0.05, ((distance % DAY) / HOUR) * 0.005);
};

/** Describes a new start time of the proposal (null) or another event. */
export const timeChange = (eventId: string | null, from: Span, to: Span): ResolutionChange => ({
  eventId,
  field: "startTime",
  oldValue: formatInstant(from.start),
  newValue: formatInstant(to.start),
  action: "move",
});
