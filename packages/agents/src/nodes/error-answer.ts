import { NodeFailure, StepResult } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { AgentValues } from "../kernel/agent-values.ts";

/** A step that was completed before the run stopped. */
export interface KeptResult {
  /** Key of its result in `execution_step_results`. */
  readonly key: string;
  readonly capability: string;
  readonly task: string | null;
}

/** Answer to the user for a stopped run. */
export interface ErrorAnswer {
  /** `killed` for a run stopped from outside or by the time limit, else `failed`. */
  readonly outcome: "failed" | "killed";
  /** Failure of the node. Null if none is recorded. */
  readonly failure: NodeFailure | null;
  /** Reason why the run stopped. */
  readonly reason: string;
  /** Completed steps whose results are kept, in step order. */
  readonly kept: readonly KeptResult[];
  /** Text for the user. */
  readonly text: string;
}

/**
 * Writes the answer of a stopped run: the failure, the reason why it was not retried, and the results kept.
 *
 * A recorded failure is not required: killed runs and plans that cannot run also get an answer.
 *
 * @example
 * ```ts
 * import { errorAnswer } from "@tidemark/agents/internal";
 *
 * const answer = errorAnswer({ control_is_killed: true, control_kill_reason: "time limit", control_error_info: null });
 * console.log(answer.outcome, answer.text); // killed The run was stopped: time limit. Nothing was completed.
 * ```
 */
export function errorAnswer(values: AgentValues): ErrorAnswer {
  const kept = keptResults(values.execution_step_results);
  const failure = readFailure(values.control_error_info) ?? readFailure(values.control_last_error);
  const done = keptText(kept);
  if (values.control_is_killed === true) {
    const reason = values.control_kill_reason ?? "no reason was given";
    return { outcome: "killed", failure, reason, kept, text: `The run was stopped: ${withPeriod(reason)} ${done}` };
  }
  if (failure === null) {
    const reason = "no failure was recorded";
    return { outcome: "failed", failure, reason, kept, text: `The request could not be completed. ${done}` };
  }
  const { userMessage, metadata } = failure.classification;
  // The text of an error is for the log, not for users.
  const message = userMessage ?? "Something unexpected went wrong.";
  const stopped = metadata?.["stoppedBecause"];
  const reason = typeof stopped === "string" ? stopped : `the failure is ${failure.classification.severity}`;
  const subject = failure.node === "router" ? "The request could not be completed" : `"${nameOf(failure)}" failed`;
  return { outcome: "failed", failure, reason, kept, text: `${subject}: ${withPeriod(message)} ${done}` };
}

const nameOf = ({ node, capability }: NodeFailure): string => capability ?? node;

function readFailure(value: unknown): NodeFailure | null {
  const failure = NodeFailure.safeParse(value);
  return failure.success ? failure.data : null;
}

function keptResults(results: unknown): readonly KeptResult[] {
  if (!isPlainRecord(results)) return [];
  return Object.entries(results)
    .flatMap(([key, value]: readonly [string, unknown]) => {
      const result = StepResult.safeParse(value);
      return result.success && result.data.success ? [{ key, result: result.data }] : [];
    })
    .toSorted((one, other) => one.result.stepIndex - other.result.stepIndex)
    .map(({ key, result }) => ({ key, capability: result.capability, task: result.taskObjective ?? null }));
}

function keptText(kept: readonly KeptResult[]): string {
  if (kept.length === 0) return "Nothing was completed.";
  const list = kept.map(({ capability, task }) => (task === null || task === "" ? capability : task)).join("; ");
  return `Completed: ${withPeriod(list)}`;
}

const withPeriod = (sentence: string): string => (/[.!?]$/u.test(sentence) ? sentence : `${sentence}.`);
