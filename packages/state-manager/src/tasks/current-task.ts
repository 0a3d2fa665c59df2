/** Part of a state that contains the current task. */
export interface WithCurrentTask {
  readonly task_current_task?: string | null | undefined;
}

/** Returns the task of this turn in one sentence, or null before it is extracted. */
export const getCurrentTask = (values: WithCurrentTask): string | null => values.task_current_task ?? null;
