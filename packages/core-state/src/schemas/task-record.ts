import { z } from "zod";
import { JsonObject } from "./json-value.ts";
import { Timestamp } from "./timestamp.ts";

/** Status of a task. */
export const TaskStatus = z.enum(["pending", "in_progress", "done", "failed"]);
export type TaskStatus = z.infer<typeof TaskStatus>;

/** One task of the user, stored in the ledger for the life of the conversation. */
export const TaskRecord = z.strictObject({
  taskId: z.string().min(1),
  /** Time at which the task was recorded. */
  timestamp: Timestamp,
  /** The agent that recorded it. */
  agentOrigin: z.string().min(1),
  /** The user's intent, as a word or a sentence: `flight_search`. */
  intent: z.string(),
  status: TaskStatus,
  metadata: JsonObject,
});
export type TaskRecord = z.infer<typeof TaskRecord>;

/** A complete task, or a partial change of a task in the ledger: `{ taskId, status: "done" }`. Metadata is merged. */
export const TaskChange = TaskRecord.partial().required({ taskId: true });
export type TaskChange = z.infer<typeof TaskChange>;
