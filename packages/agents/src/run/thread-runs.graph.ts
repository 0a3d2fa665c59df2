import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { KillSwitch, StoppableRun } from "../limits/kill.ts";

/**
 * Runs of one graph that can be killed. Each spans all nodes of a run and the gaps between them.
 *
 * Pass the same instance to all nodes of a graph. A run that LangGraph ended between two nodes stays open: killing it
 * stops its continuation, and a new turn replaces it. A thread has at most one run.
 */
export class ThreadRuns {
  readonly #runs: KillSwitch;
  readonly #open = new Map<string, StoppableRun>();

  constructor(runs: KillSwitch) {
    this.#runs = runs;
  }

  /** Starts the run of a new turn and ends an older one. */
  begin(config: LangGraphRunnableConfig): StoppableRun {
    this.leave(config);
    return this.enter(config);
  }

  /** Returns the current run of a thread, or starts one. */
  enter(config: LangGraphRunnableConfig): StoppableRun {
    const threadId = threadOf(config);
    const existing = this.#open.get(threadId);
    if (existing !== undefined) return existing;
    const run = this.#runs.begin(threadId);
    this.#open.set(threadId, run);
    return run;
  }

  /**
   * Returns the kill reason of a thread's run. Null if it was not killed, or if the thread has no run. Starts no run.
   */
  reason(config: LangGraphRunnableConfig): string | null {
    return this.#open.get(threadOf(config))?.reason() ?? null;
  }

  /** Ends the run of a thread, because it has finished or waits for a person. */
  leave(config: LangGraphRunnableConfig): void {
    const threadId = threadOf(config);
    this.#open.get(threadId)?.end();
    this.#open.delete(threadId);
  }
}

function threadOf({ configurable }: LangGraphRunnableConfig): string {
  const threadId: unknown = configurable?.["thread_id"];
  return typeof threadId === "string" ? threadId : "";
}
