import { checkValues } from "@tidemark/core-state/internal";
import { fieldGroups, type TaskRecord } from "@tidemark/core-state";
import { frozenCopy } from "@tidemark/reducers";
import type { Ids } from "../kernel/clock.ts";
import { stateManagerErrors } from "../kernel/errors.ts";

/** Part of a state that contains the user's tasks. */
export interface WithLedger {
  readonly task_ledger?: readonly TaskRecord[] | null | undefined;
}

/** A task to add. Missing properties are filled in. */
export type NewTask = Pick<TaskRecord, "intent" | "agentOrigin"> & Partial<TaskRecord>;

/** Time and ids of new tasks. */
export interface TaskSources {
  /** Current time, as ISO 8601 with `Z`. */
  readonly now: string;
  /** Source of the ids of new tasks. */
  readonly ids: Ids;
}

/** Result of adding a task. */
export type AddedTask =
  | { readonly added: true; readonly task: TaskRecord; readonly update: { readonly task_ledger: TaskRecord[] } }
  /** The ledger already contains a task with this id. */
  | { readonly added: false; readonly reason: "duplicate"; readonly taskId: string }
  /** The task is invalid. `at` is the path, `message` the reason. */
  | { readonly added: false; readonly reason: "invalid"; readonly at: string; readonly message: string };

/**
 * Returns the update that adds one task to the ledger, or the reason why it cannot be added.
 *
 * A missing or empty id is generated; the time defaults to now, the status to `pending`, the metadata to `{}`. If `ids` returns
 * only ids in use, `state-manager/invalidTask` is thrown.
 *
 * @example
 * ```ts
 * import { addTask } from "@tidemark/state-manager/internal";
 * import { countingIds } from "@tidemark/state-manager/testing";
 *
 * const sources = { now: "2030-01-31T12:00:00.000Z", ids: countingIds("task") };
 * const added = addTask({ task_ledger: [] }, { intent: "flight_search", agentOrigin: "planner" }, sources);
 * if (added.added) console.log(added.task.taskId, added.task.status); // task_1 pending
 * ```
 */
export function addTask(values: WithLedger, task: NewTask, { now, ids }: TaskSources): AddedTask {
  const ledger = values.task_ledger ?? [];
  const given = task.taskId ?? "";
  if (ledger.some(({ taskId }) => taskId === given)) return { added: false, reason: "duplicate", taskId: given };
  const checked = checkTask({
    ...task,
    taskId: given === "" ? unusedId(ledger, ids) : given,
    timestamp: task.timestamp ?? now,
    status: task.status ?? "pending",
    metadata: task.metadata ?? {},
  });
  if (!checked.ok) return { added: false, reason: "invalid", at: checked.at, message: checked.message };
  return { added: true, task: checked.task, update: { task_ledger: [checked.task] } };
}

/** Validates a task and returns a frozen copy. */
export function checkTask(
  task: unknown,
):
  | { readonly ok: true; readonly task: TaskRecord }
  | { readonly ok: false; readonly at: string; readonly message: string } {
  const check = checkValues(onlyLedger, { task_ledger: [task] });
  const [whole] = check.ok ? (check.values.task_ledger ?? []) : [];
  if (whole !== undefined) return { ok: true, task: frozenCopy(whole) };
  const [issue] = check.ok ? [] : check.issues;
  const at = issue !== undefined && "at" in issue ? issue.at.replace(/^\[0\]\.?/, "") : "";
  return { ok: false, at, message: issue?.message ?? "" };
}

const onlyLedger = { version: 1, fields: { task_ledger: fieldGroups.task.task_ledger } };

/** Returns an id that the ledger does not contain. Counters restart with the program, so used ids are skipped. */
export function unusedId(ledger: readonly TaskRecord[], ids: Ids): string {
  const used = new Set(ledger.map(({ taskId }) => taskId));
  for (let tries = 0; tries <= used.size; tries += 1) {
    const id = ids.next();
    if (!used.has(id)) return id;
  }
  throw stateManagerErrors.invalidTask({ at: "taskId", problem: "`ids` keeps returning ids that are in use." });
}
