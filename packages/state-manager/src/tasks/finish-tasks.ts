import type { TaskChange } from "@tidemark/core-state/internal";
import type { WithLedger } from "./task-ledger.ts";

/** How the tasks of a turn went, as ids. */
export interface TaskOutcomes {
  readonly succeeded: readonly string[];
  readonly failed?: readonly string[];
}

/** What should be written to the ledger, and which of the given ids change nothing there. */
export interface FinishedTasks {
  /** The changes to propose, or to write where one may; null when there are none. */
  readonly changes: { readonly task_ledger: TaskChange[] } | null;
  readonly unchanged: readonly {
    readonly taskId: string;
    /** `unknown`: not in the ledger; `failed`: a failure stays one until somebody takes the task up again. */
    readonly because: "unknown" | "done" | "failed";
  }[];
}

/**
 * Gives the changes that close the tasks of a turn: those that succeeded become `done`, those that failed `failed`.
 *
 * No other task is touched. A task that is named as both has failed. One that the ledger has as failed is not made `done`:
 * whoever tries it again sets it to `in_progress` first. An id that the ledger does not have makes no task.
 *
 * @example
 * ```ts
 * import { finishTasks } from "@tidemark/state-manager";
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
