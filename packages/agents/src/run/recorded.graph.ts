import { isGraphBubbleUp, type LangGraphRunnableConfig } from "@langchain/langgraph";
import { type Clock, systemClock } from "@tidemark/state-manager";
import type { AgentValues } from "../kernel/agent-values.ts";
import { failed } from "./node-outcome.ts";
import { type NodeErrors, unreported } from "../failures/node-errors.ts";

/** True for what is no failure of a node: an interrupt, or a command to a graph around this one. Anything can be thrown. */
export const passesOn = (error: unknown): boolean => error instanceof Error && isGraphBubbleUp(error);

/** Whose failures are recorded. */
export interface RecordedOptions {
  /** The node's name, under which it is counted. */
  readonly name: string;
  /** Whether the node can do a step of a plan; true when not said. */
  readonly steps?: boolean;
  readonly clock?: Pick<Clock, "now"> | undefined;
  /** Receives what is thrown before it is recorded. Defaults to nobody. */
  readonly errors?: NodeErrors | undefined;
}

/**
 * Makes a failure of what a node throws, for the router: also of an answer that does not fit the state.
 *
 * Nothing of the answer is written then. Interrupts pass, and so does whatever is thrown once the run was aborted.
 */
export function recorded<Values extends object, Answer>(
  node: (values: Values, config: LangGraphRunnableConfig) => Promise<Answer>,
  { name, steps = true, clock = systemClock, errors = unreported }: RecordedOptions,
): (values: Values, config: LangGraphRunnableConfig) => Promise<Answer | object> {
  return async (values, config) => {
    const startedAt = clock.now();
    try {
      return await node(values, config);
    } catch (error) {
      if (passesOn(error) || config.signal?.aborted === true) throw error;
      const known: AgentValues = values;
      errors.report(error, { node: name, values: known });
      return failed(known, { node: name, ...(!steps && { step: null }), error, startedAt, now: clock.now() });
    }
  };
}
