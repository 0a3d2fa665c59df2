import { describe, expect, test } from "vitest";
import { TaskChange, TaskRecord, TaskStatus } from "../../src/schemas/task-record.ts";

const task: TaskRecord = {
  taskId: "task_1",
  timestamp: "2026-01-08T20:30:00Z",
  agentOrigin: "root_agent",
  intent: "flight_search",
  status: "in_progress",
  metadata: { userQuery: "Fly me to Oslo" },
};

describe("TaskRecord", () => {
  test("accepts a task in each status", () => {
    for (const status of TaskStatus.options) expect(TaskRecord.safeParse({ ...task, status }).success).toBe(true);
    expect(TaskRecord.safeParse({ ...task, status: "pending | in_progress | done" }).success).toBe(false);
  });

  test("TR-08 refuses a task whose id is empty or missing", () => {
    expect(TaskRecord.safeParse({ ...task, taskId: "" }).success).toBe(false);
    expect(TaskRecord.safeParse({ ...task, taskId: undefined }).success).toBe(false);
  });
});

describe("TaskChange", () => {
  test("requires the id and accepts any of the other attributes", () => {
    expect(TaskChange.parse({ taskId: "task_1", status: "done" })).toEqual({ taskId: "task_1", status: "done" });
    expect(TaskChange.parse(task)).toEqual(task);
    expect(TaskChange.safeParse({ status: "done" }).success).toBe(false);
  });

  test("TR-08 refuses an empty id, so that no change creates an invalid task", () => {
    expect(TaskChange.safeParse({ taskId: "", status: "done" }).success).toBe(false);
  });

  test("refuses an unknown attribute", () => {
    expect(TaskChange.safeParse({ taskId: "task_1", state: "done" }).success).toBe(false);
  });
});
