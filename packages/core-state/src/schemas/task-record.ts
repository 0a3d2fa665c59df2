import { z } from "zod";
import { JsonObject } from "./json-value.ts";
import { Timestamp } from "./timestamp.ts";

/** Where a task stands; `failed` keeps what went wrong from being reported as done. */
export const TaskStatus = z.enum(["pending", "in_progress", "done", "failed"]);
export type TaskStatus = z.infer<typeof TaskStatus>;

/** One thing the user wants, kept in the ledger for the life of the conversation. */
export const TaskRecord = z.strictObject({
  taskId: z.string().min(1),
  /** When the task was recorded. */
  timestamp: Timestamp,
  /** The agent that recorded it. */
  agentOrigin: z.string().min(1),
  /** What is wanted, in a word or a sentence: `flight_search`. */
  intent: z.string(),
  status: TaskStatus,
  metadata: JsonObject,
});
export type TaskRecord = z.infer<typeof TaskRecord>;

/** A whole task, or what changes of one that is in the ledger: `{ taskId, status: "done" }`. Metadata is merged. */
export const TaskChange = TaskRecord.partial().required({ taskId: true });
export type TaskChange = z.infer<typeof TaskChange>;
