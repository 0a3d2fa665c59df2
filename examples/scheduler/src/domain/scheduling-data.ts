import { z } from "zod";
import { Instant } from "./interval.ts";

/** One candidate time. `score` is 0 to 1, best first; violations are sentences. */
export const TimeSlot = z.strictObject({
  startTime: Instant,
  endTime: Instant,
  score: z.number().min(0).max(1),
  availableParticipants: z.array(z.string()),
  constraintViolations: z.array(z.string()),
});
export type TimeSlot = z.infer<typeof TimeSlot>;

/** What the `scheduling` agent found; `recommendedTime` is the start of the best candidate. */
export const SchedulingData = z.strictObject({
  candidateTimes: z.array(TimeSlot),
  recommendedTime: Instant.nullable(),
});
export type SchedulingData = z.infer<typeof SchedulingData>;
