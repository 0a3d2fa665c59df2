import type { StepResult } from "@tidemark/core-state/internal";

/** Part of a state that contains the step results. */
export interface WithStepResults {
  readonly execution_step_results?: Readonly<Record<string, Partial<StepResult>>> | null | undefined;
}

/**
 * Returns one line per executed step, in the order of the plan: `Step 1: Find the weather`.
 *
 * The name of a step is its objective, its capability, or `unknown`. A step without an index counts as the first.
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
      // A record from an old thread may contain null instead of a result.
      .map((result: Partial<StepResult> | null) => ({ index: result?.stepIndex ?? 0, name: nameOf(result ?? {}) }))
      .toSorted((one, other) => one.index - other.index)
      .map(({ index, name }) => `Step ${index + 1}: ${name}`)
  );
}

/** Returns the first name that is not empty. */
const nameOf = ({ taskObjective, capability }: Partial<StepResult>): string =>
  [taskObjective, capability].find((name) => name !== undefined && name !== "") ?? "unknown";
