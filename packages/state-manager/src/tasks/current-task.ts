/** The part of a state that says what the user wants. */
export interface WithCurrentTask {
  readonly task_current_task?: string | null | undefined;
}

/** Gives the task of this turn in one sentence, or null while it was not extracted. */
export const getCurrentTask = (values: WithCurrentTask): string | null => values.task_current_task ?? null;
