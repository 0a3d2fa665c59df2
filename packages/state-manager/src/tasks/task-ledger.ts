import { checkValues } from "@tidemark/core-state/internal";
import { fieldGroups, type TaskRecord } from "@tidemark/core-state";
import { frozenCopy } from "@tidemark/reducers";
import type { Ids } from "../kernel/clock.ts";
import { stateManagerErrors } from "../kernel/errors.ts";

/** The part of a state that holds all that the user has asked for. */
export interface WithLedger {
  readonly task_ledger?: readonly TaskRecord[] | null | undefined;
}

/** A task to be added; what is left out is filled in. */
export type NewTask = Pick<TaskRecord, "intent" | "agentOrigin"> & Partial<TaskRecord>;

/** Where the time and the ids of tasks come from. */
export interface TaskSources {
  /** Now, as ISO 8601 with `Z`. */
  readonly now: string;
  readonly ids: Ids;
}

/** What came of adding a task. */
export type AddedTask =
  | { readonly added: true; readonly task: TaskRecord; readonly update: { readonly task_ledger: TaskRecord[] } }
  /** The ledger has a task of this id. */
  | { readonly added: false; readonly reason: "duplicate"; readonly taskId: string }
  /** It is no task that could be stored: `at` names the place, `message` says why. */
  | { readonly added: false; readonly reason: "invalid"; readonly at: string; readonly message: string };

/**
 * Gives the update that adds one task to the ledger, or says why there is none; neither argument is changed.
 *
 * A task without an id (or with an empty one) gets one that the ledger does not have, one without a time the present one,
 * one without a status is `pending`, one without metadata has none. Ids that repeat themselves throw
 * `state-manager/invalidTask`.
 *
 * @example
 * ```ts
 * import { addTask } from "@tidemark/state-manager";
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

/** Holds a task against the ledger's own declaration; the one it gives is a frozen copy. */
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

/** Ids that count from one again with each start of a program meet those of its last run, so some are passed over. */
export function unusedId(ledger: readonly TaskRecord[], ids: Ids): string {
  const used = new Set(ledger.map(({ taskId }) => taskId));
  for (let tries = 0; tries <= used.size; tries += 1) {
    const id = ids.next();
    if (!used.has(id)) return id;
  }
  throw stateManagerErrors.invalidTask({ at: "taskId", problem: "The ids that were given repeat themselves." });
}
