import { END } from "@langchain/langgraph";
import { checkIterations, nextAgentOf, type WithProgress } from "../conversation/progress.ts";

/** Target of a run that has reached the maximum number of iterations. */
export interface IterationStop<Stop extends string> {
  /** Node that informs the user, with the text of `checkIterations`. */
  readonly stop: Stop;
  /** Maximum number of agent runs in a turn. Defaults to 20. */
  readonly maxIterations?: number;
}

/**
 * Creates the conditional edge that follows `control_next_agent` to one of the given nodes or to the end.
 *
 * Any other name throws `agents/unknownAgent`, so that a misspelled route never ends a run silently. With `limit`, the
 * edge leads to `stop` after the maximum number of agent runs.
 */
export function routeToNextAgent<const Name extends string, const Stop extends string = never>(
  known: readonly Name[],
  limit?: IterationStop<Stop>,
): (values: WithProgress) => Name | Stop | typeof END {
  return (values) => {
    const next = nextAgentOf(values, known);
    if (next === "END") return END;
    const { maxIterations = 20 } = limit ?? {};
    return limit !== undefined && checkIterations(values, { maxIterations }).outcome === "reached" ? limit.stop : next;
  };
}
