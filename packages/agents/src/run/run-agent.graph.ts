import type { ErrorClassification } from "@tidemark/core-state";
import { type Clock, systemClock } from "@tidemark/state-manager";
import { classifyError } from "../failures/classify-error.ts";
import { agentErrors } from "../kernel/errors.ts";
import type { Agent } from "./agent.graph.ts";
import { passesOn } from "./recorded.graph.ts";

/** Result of a run: an answer, or an error with its classification. */
export type RunResult =
  | { readonly outcome: "answered"; readonly answer: unknown }
  | { readonly outcome: "failed"; readonly error: unknown; readonly classification: ErrorClassification };

/** What has to be known of an agent to run it. */
export type RunningAgent = Pick<Agent, "name" | "timeoutSeconds" | "classifyError">;

/** How long a run may take, and who may stop it. */
export interface RunLimits {
  /** The abort signal of the host's run. */
  readonly signal?: AbortSignal | undefined;
  /** What waits for the agent's time to be up; real time when not said. */
  readonly timer?: Pick<Clock, "wait"> | undefined;
}

/**
 * Why nobody waits any more; without a reason of its own each abort makes an error with a stack.
 *
 * @internal
 */
export const DONE = "done";

/**
 * Runs an agent once. Whatever it throws becomes an outcome, except what is not its failure: an interrupt, a command to a
 * graph around it, and the abort of the whole run.
 *
 * When the agent's time is up its signal is aborted, and the run ends also when the agent does not listen.
 */
export async function runAgent(
  agent: RunningAgent,
  work: (signal: AbortSignal) => unknown,
  { signal, timer = systemClock }: RunLimits = {},
): Promise<RunResult> {
  const own = new AbortController();
  const joined = signal === undefined ? own.signal : AbortSignal.any([signal, own.signal]);
  const over = new AbortController();
  const stopAfter = async (seconds: number): Promise<void> => {
    await timer.wait(seconds * 1000, over.signal);
    if (!over.signal.aborted) own.abort(agentErrors.agentTimedOut({ agent: agent.name, seconds }));
  };
  if (agent.timeoutSeconds !== undefined) void stopAfter(agent.timeoutSeconds);
  try {
    return { outcome: "answered", answer: await firstOf(work, joined, over.signal) };
  } catch (error) {
    if (passesOn(error)) throw error;
    signal?.throwIfAborted();
    return { outcome: "failed", error, classification: classificationOf(agent, error) };
  } finally {
    over.abort(DONE);
  }
}

/** The answer of the work, or the reason of the abort: whichever comes first. */
async function firstOf(
  work: (signal: AbortSignal) => unknown,
  signal: AbortSignal,
  over: AbortSignal,
): Promise<unknown> {
  signal.throwIfAborted();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener(
      "abort",
      () => {
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the reason is whatever the caller aborted with
        reject(signal.reason);
      },
      { once: true, signal: over },
    );
  });
  // Async, so that what is thrown at once is a rejection too.
  const working = (async () => await work(signal))();
  return await Promise.race([working, aborted]);
}

function classificationOf(agent: RunningAgent, error: unknown): ErrorClassification {
  return classifyError(error, (each) => agent.classifyError?.(each) ?? usual(each));
}

/** What the agent's own errors of this package call for. */
function usual(error: unknown): ErrorClassification | null {
  if (agentErrors.agentTimedOut.is(error)) return { severity: "retriable", userMessage: "It took too long." };
  if (agentErrors.noStructuredOutput.is(error)) {
    return { severity: "critical", userMessage: "The model cannot give structured output." };
  }
  if (agentErrors.missingInputs.is(error)) {
    const { code, problem } = error.details;
    const metadata = { code, problem };
    return { severity: "replanning", userMessage: "The step lacked what it needs.", metadata };
  }
  return null;
}
