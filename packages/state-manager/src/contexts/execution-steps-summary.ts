import type { StepResult } from "@tidemark/core-state/internal";

/** The part of a state that says what each step came to. */
export interface WithStepResults {
  readonly execution_step_results?: Readonly<Record<string, Partial<StepResult>>> | null | undefined;
}

/**
 * Gives one line per step that has run, in the order of the plan: `Step 1: Find the weather`.
 *
 * A step is called by its objective, else by its capability, else `unknown`; one without a position counts as the first.
 *
 * @example
 * ```ts
 * import { getExecutionStepsSummary } from "@tidemark/state-manager/internal";
 *
 * const results = { answer: { stepIndex: 1, capability: "respond" }, oslo: { stepIndex: 0, taskObjective: "Find the weather" } };
 * console.log(getExecutionStepsSummary({ execution_step_results: results })); // [ 'Step 1: Find the weather', 'Step 2: respond' ]
 * ```
 */
export function getExecutionStepsSummary(values: WithStepResults): string[] {
  return (
    Object.values(values.execution_step_results ?? {})
      // A record from an old thread may hold null where a result was.
      .map((result: Partial<StepResult> | null) => ({ index: result?.stepIndex ?? 0, name: nameOf(result ?? {}) }))
      .toSorted((one, other) => one.index - other.index)
      .map(({ index, name }) => `Step ${index + 1}: ${name}`)
  );
}

/** An empty objective says nothing, so the next name is taken. */
const nameOf = ({ taskObjective, capability }: Partial<StepResult>): string =>
  [taskObjective, capability].find((name) => name !== undefined && name !== "") ?? "unknown";
