import { z } from "zod";

/** Output of the `query` agent; `results` depends on the type, and `answer` is for people. */
export const QueryData = z.strictObject({
  queryType: z.enum(["availability", "event_lookup", "resource_status", "conflict_check"]),
  answer: z.string(),
  results: z.record(z.string(), z.json()),
});
export type QueryData = z.infer<typeof QueryData>;
