import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { type Clock, systemClock } from "@tidemark/state-manager";
import type { AgentValues } from "../kernel/agent-values.ts";
import { remainingSeconds, TIME_LIMIT } from "../limits/deadline.ts";
import { killed } from "../limits/kill.ts";
import { type Limits, limitsOf } from "../limits/limits.ts";
import type { NodeErrors } from "../failures/node-errors.ts";
import { passesOn } from "./recorded.graph.ts";
import { DONE } from "./run-agent.graph.ts";
import type { ThreadRuns } from "./thread-runs.graph.ts";

/** Who may stop a node while it works. */
export interface StopOptions {
  /** The runs that can be killed from outside; without it only the time limit stops one. */
  readonly runs?: ThreadRuns | undefined;
  readonly limits?: Partial<Limits>;
  /** Whether it may be stopped; true when not said. Whoever says that a run was stopped may not. */
  readonly stops?: boolean;
  /** Whether the run is over when the node has done its work: for those that answer. */
  readonly last?: boolean;
  /** Receives what the node throws before it is recorded. Defaults to nobody. */
  readonly errors?: NodeErrors | undefined;
  /** Where times come from; the machine's clock when not said. */
  readonly clock?: Clock;
  /** What waits until the time is up; real time when not said, whatever `clock` shows. */
  readonly timer?: Pick<Clock, "wait">;
}

/** A node as the host calls it. */
export type StoppableNode<Values, Answer> = (values: Values, config: LangGraphRunnableConfig) => Promise<Answer>;

/**
 * Lets a node be stopped while it works: by the kill switch, or because the turn's time is up.
 *
 * What the node waits for is aborted through the signal of its config. A stopped node writes why it was stopped, and nothing of
 * what it had begun; the router ends the run with what other nodes found. An abort by the caller is thrown on, as ever.
 */
export function stoppable<Values extends object, Answer>(
  node: StoppableNode<Values, Answer>,
  { runs, limits, stops = true, last = false, clock = systemClock, timer = systemClock }: StopOptions,
): StoppableNode<Values, Answer | object> {
  return async (values, config) => {
    const over = new AbortController();
    const late = new AbortController();
    const run = runs?.enter(config);
    if (stops) {
      const { maxExecutionTimeSeconds } = limitsOf(values, limits);
      const seconds = remainingSeconds(values, { maxExecutionTimeSeconds, now: clock.now() });
      void abortAfter(timer.wait(seconds * 1000, over.signal), over.signal, late);
    }
    const signals = [late.signal, stops ? run?.signal : undefined, config.signal].filter((each) => each !== undefined);
    try {
      const answer = await node(values, { ...config, signal: AbortSignal.any(signals) });
      if (last && Reflect.get(Object(answer), "control_has_error") !== true) runs?.leave(config);
      return answer;
    } catch (error) {
      const passes = passesOn(error) || config.signal?.aborted === true;
      const reason = run?.reason() ?? (late.signal.aborted ? TIME_LIMIT : null);
      if (passes || reason === null) {
        // It waits for a person, or the host gives it up.
        runs?.leave(config);
        throw error;
      }
      const known: AgentValues = values;
      return { ...killed(known, reason, clock.now()), control_iteration: (known.control_iteration ?? 0) + 1 };
    } finally {
      over.abort(DONE);
    }
  };
}

async function abortAfter(waited: Promise<void>, over: AbortSignal, late: AbortController): Promise<void> {
  await waited;
  if (!over.aborted) late.abort(new Error(TIME_LIMIT));
}
