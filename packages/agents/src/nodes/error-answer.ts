import { NodeFailure, StepResult } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { AgentValues } from "../kernel/agent-values.ts";

/** One step that was done before the run stopped. */
export interface KeptResult {
  /** The key that its result stands under. */
  readonly key: string;
  readonly capability: string;
  readonly task: string | null;
}

/** What a user is told of a run that did not get to its end. */
export interface ErrorAnswer {
  /** `killed` for a run that somebody or the time limit stopped, `failed` for every other. */
  readonly outcome: "failed" | "killed";
  /** The node that failed, with what it said; null when nothing is recorded. */
  readonly failure: NodeFailure | null;
  /** Why the run goes no further. */
  readonly reason: string;
  /** What was done and stays, in the order of the steps. */
  readonly kept: readonly KeptResult[];
  /** All of that in words, for people. */
  readonly text: string;
}

/**
 * Writes the answer of a run that stopped: what failed, why there was no other attempt, and what was kept.
 *
 * It needs no record of a failure: a killed run and a plan nobody can carry out get their answer too.
 *
 * @example
 * ```ts
 * import { errorAnswer } from "@tidemark/agents/internal";
 *
 * const answer = errorAnswer({ control_is_killed: true, control_kill_reason: "time limit", control_error_info: null });
 * console.log(answer.outcome, answer.text); // killed The run was stopped: time limit. Nothing was finished before.
 * ```
 */
export function errorAnswer(values: AgentValues): ErrorAnswer {
  const kept = keptResults(values.execution_step_results);
  const failure = readFailure(values.control_error_info) ?? readFailure(values.control_last_error);
  const done = keptText(kept);
  if (values.control_is_killed === true) {
    const reason = values.control_kill_reason ?? "no reason was given";
    return { outcome: "killed", failure, reason, kept, text: `The run was stopped: ${ended(reason)} ${done}` };
  }
  if (failure === null) {
    const reason = "nothing was recorded about the failure";
    return { outcome: "failed", failure, reason, kept, text: `The request could not be completed. ${done}` };
  }
  const { userMessage, metadata } = failure.classification;
  // The text of an error is for the log, not for users.
  const message = userMessage ?? "Something unexpected went wrong.";
  const stopped = metadata?.["stoppedBecause"];
  const reason = typeof stopped === "string" ? stopped : `the failure is ${failure.classification.severity}`;
  const what = failure.node === "router" ? "The request could not be completed" : `"${nameOf(failure)}" failed`;
  return { outcome: "failed", failure, reason, kept, text: `${what}: ${ended(message)} ${done}` };
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
  if (kept.length === 0) return "Nothing was finished before.";
  const list = kept.map(({ capability, task }) => (task === null || task === "" ? capability : task)).join("; ");
  return `Finished before and kept: ${ended(list)}`;
}

const ended = (sentence: string): string => (/[.!?]$/u.test(sentence) ? sentence : `${sentence}.`);
