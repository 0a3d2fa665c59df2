import { nearestName } from "@tidemark/core-state/internal";
import { agentErrors } from "../kernel/errors.ts";

/** State fields that track the progress of a turn. */
export interface WithProgress {
  readonly control_iteration?: number;
  readonly control_next_agent?: string;
}

/** Update that records a node's run. All fields are owned by `runtime`. */
export interface AgentRunUpdate {
  readonly control_iteration?: number;
  readonly control_last_agent: string;
  readonly control_next_agent: string;
}

/** The node that ran, and the next node: a name, or `END`. */
export interface AgentRun {
  readonly agent: string;
  readonly next: string;
  /** False for a node that does no work, such as one that asks the user. Defaults to true. */
  readonly counts?: boolean;
}

/**
 * Returns the update that records a node's run. Every agent run counts, whether it succeeds or fails. Asking the user
 * does not count.
 */
export function agentRunUpdate(values: WithProgress, run: AgentRun): AgentRunUpdate {
  const { agent, next, counts = true } = run;
  const counted = counts ? { control_iteration: (values.control_iteration ?? 0) + 1 } : {};
  return { ...counted, control_last_agent: agent, control_next_agent: next };
}

/** Result of `checkIterations`. */
export type IterationCheck =
  | { readonly outcome: "within"; readonly left: number }
  | { readonly outcome: "reached"; readonly answer: string };

/**
 * Checks whether another agent may run. After `maxIterations` runs, returns the message to stop with. `maxIterations`
 * defaults to 20.
 */
export function checkIterations(
  values: WithProgress,
  { maxIterations = 20 }: { readonly maxIterations?: number } = {},
): IterationCheck {
  const left = maxIterations - (values.control_iteration ?? 0);
  // NaN counts as reached: an invalid limit must not allow endless runs.
  if (left > 0) return { outcome: "within", left };
  return {
    outcome: "reached",
    answer: `I stopped after ${maxIterations} steps without an answer. Please try a smaller request.`,
  };
}

/**
 * Returns the node in `control_next_agent`: one of `known`, or `END`.
 *
 * Any other name throws `agents/unknownAgent` with the closest known name, so that a misspelled route never ends a run
 * silently.
 *
 * @example
 * ```ts
 * import { nextAgentOf } from "@tidemark/agents/internal";
 *
 * console.log(nextAgentOf({ control_next_agent: "research" }, ["clarify", "research"])); // research
 * ```
 */
export function nextAgentOf<const Name extends string>(values: WithProgress, known: readonly Name[]): Name | "END" {
  const next = values.control_next_agent ?? "";
  if (next === "END") return "END";
  const found = known.find((name) => name === next);
  if (found !== undefined) return found;
  throw agentErrors.unknownAgent({ agent: next, nearest: nearestName(next, known), known });
}
