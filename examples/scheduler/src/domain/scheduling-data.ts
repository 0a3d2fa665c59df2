import { z } from "zod";
import { Instant } from "./interval.ts";

/** Candidate time. `score` is from 0 to 1; violations are sentences. */
export const TimeSlot = z.strictObject({
  startTime: Instant,
  endTime: Instant,
  score: z.number().min(0).max(1),
  availableParticipants: z.array(z.string()),
  constraintViolations: z.array(z.string()),
});
export type TimeSlot = z.infer<typeof TimeSlot>;

/** Output of the `scheduling` agent; `recommendedTime` is the start of the best candidate. */
export const SchedulingData = z.strictObject({
  candidateTimes: z.array(TimeSlot),
  recommendedTime: Instant.nullable(),
});
export type SchedulingData = z.infer<typeof SchedulingData>;
