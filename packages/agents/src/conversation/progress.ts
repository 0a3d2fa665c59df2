import { nearestName } from "@tidemark/core-state/internal";
import { agentErrors } from "../kernel/errors.ts";

/** The part of a state that says how far a turn has come. */
export interface WithProgress {
  readonly control_iteration?: number;
  readonly control_next_agent?: string;
}

/** What is noted of a node that ran; all of it is owned by "runtime". */
export interface RanUpdate {
  readonly control_iteration?: number;
  readonly control_last_agent: string;
  readonly control_next_agent: string;
}

/** The node that ran, and the one that runs next: a name, or `END`. */
export interface AgentRun {
  readonly agent: string;
  readonly next: string;
  /** False for a node that does no work of its own, such as the one that asks the user. */
  readonly counts?: boolean;
}

/**
 * Gives the update that notes a node's run: every agent counts once, whether it succeeded or failed, and asking the user
 * does not count.
 */
export function agentRan(values: WithProgress, run: AgentRun): RanUpdate {
  const { agent, next, counts = true } = run;
  const counted = counts ? { control_iteration: (values.control_iteration ?? 0) + 1 } : {};
  return { ...counted, control_last_agent: agent, control_next_agent: next };
}

/** Whether another agent may run in this turn. */
export type IterationCheck =
  | { readonly outcome: "within"; readonly left: number }
  | { readonly outcome: "reached"; readonly answer: string };

/** Says whether another agent may run; once `maxIterations` (20 when not said) have run, it gives the words to stop with. */
export function checkIterations(
  values: WithProgress,
  { maxIterations = 20 }: { readonly maxIterations?: number } = {},
): IterationCheck {
  const left = maxIterations - (values.control_iteration ?? 0);
  // A limit that is no number stops rather than never stopping.
  if (left > 0) return { outcome: "within", left };
  return {
    outcome: "reached",
    answer: `I stopped after ${maxIterations} steps without reaching an answer. Please ask for less at once.`,
  };
}

/**
 * Gives the node that runs next, as `control_next_agent` names it: one of `known`, or `END`.
 *
 * Any other name throws `agents/unknownAgent` with the nearest known one; a misspelt route never ends a run in silence.
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
