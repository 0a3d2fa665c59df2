import { END } from "@langchain/langgraph";
import { checkIterations, nextAgentOf, type WithProgress } from "../conversation/progress.ts";

/** Where a run goes when too many agents have run. */
export interface IterationStop<Stop extends string> {
  /** The node that says so to the user, with the words of `checkIterations`. */
  readonly stop: Stop;
  /** How many agents may run in a turn; 20 when not said. */
  readonly maxIterations?: number;
}

/**
 * Makes the conditional edge that follows `control_next_agent`: to one of the known nodes, or to the end.
 *
 * Any other name throws `agents/unknownAgent`; a misspelt route never ends a run in silence. With `limit`, the edge leads to
 * its `stop` once as many agents have run as may.
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
