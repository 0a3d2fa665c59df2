import type { TaskChange } from "@tidemark/core-state/internal";
import type { WithLedger } from "./task-ledger.ts";

/** Ids of the succeeded and failed tasks of a turn. */
export interface TaskOutcomes {
  /** Ids of the tasks that were completed. */
  readonly succeeded: readonly string[];
  /** Ids of the tasks that failed. Defaults to none. */
  readonly failed?: readonly string[];
}

/** Changes of the ledger, and the ids that change nothing. */
export interface FinishedTasks {
  /** Changes to write or propose; null without changes. */
  readonly changes: { readonly task_ledger: TaskChange[] } | null;
  readonly unchanged: readonly {
    readonly taskId: string;
    /** `unknown`: not in the ledger; `failed`: a failed task stays failed until it is set to `in_progress` again. */
    readonly because: "unknown" | "done" | "failed";
  }[];
}

/**
 * Returns the changes that close the tasks of a turn: succeeded tasks become `done`, failed ones `failed`.
 *
 * A task in both lists has failed. A task that is already `failed` does not become `done`; set it to `in_progress` to retry it.
 * Unknown ids do not create tasks.
 *
 * @example
 * ```ts
 * import { finishTasks } from "tidemark/agents";
 *
 * const now = "2030-01-31T12:00:00Z";
 * const task = { timestamp: now, agentOrigin: "root", intent: "hotel", status: "in_progress", metadata: {} } as const;
 * const ledger = { task_ledger: [{ ...task, taskId: "a" }, { ...task, taskId: "b" }] };
 * const { changes } = finishTasks(ledger, { succeeded: ["a"], failed: ["b"] });
 * console.log(changes?.task_ledger); // [ { taskId: 'a', status: 'done' }, { taskId: 'b', status: 'failed' } ]
 * ```
 */
export function finishTasks(values: WithLedger, { succeeded, failed = [] }: TaskOutcomes): FinishedTasks {
  const ledger = new Map((values.task_ledger ?? []).map((task) => [task.taskId, task.status]));
  const wanted = new Map<string, "done" | "failed">();
  for (const taskId of succeeded) wanted.set(taskId, "done");
  for (const taskId of failed) wanted.set(taskId, "failed");
  const changes: TaskChange[] = [];
  const unchanged: FinishedTasks["unchanged"][number][] = [];
  for (const [taskId, status] of wanted) {
    const before = ledger.get(taskId);
    if (before === undefined) unchanged.push({ taskId, because: "unknown" });
    else if (before === status) unchanged.push({ taskId, because: status });
    else if (before === "failed") unchanged.push({ taskId, because: "failed" });
    else changes.push({ taskId, status });
  }
  return { changes: changes.length === 0 ? null : { task_ledger: changes }, unchanged };
}
