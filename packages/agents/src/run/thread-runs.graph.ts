import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { KillSwitch, StoppableRun } from "../limits/kill.ts";

/**
 * The runs of one graph that can be killed: each from its first node to its last, over the gaps between nodes.
 *
 * Give the same one to all nodes of a graph. A run that the host gave up between two nodes stays open: killing it stops
 * whoever continues it, and a new turn replaces it. There is at most one for each thread.
 */
export class ThreadRuns {
  readonly #runs: KillSwitch;
  readonly #open = new Map<string, StoppableRun>();

  constructor(runs: KillSwitch) {
    this.#runs = runs;
  }

  /** A turn begins: a new run, whatever an older one left behind. */
  begin(config: LangGraphRunnableConfig): StoppableRun {
    this.leave(config);
    return this.enter(config);
  }

  /** The run of a thread that is under way; a new one when there is none. */
  enter(config: LangGraphRunnableConfig): StoppableRun {
    const threadId = threadOf(config);
    const known = this.#open.get(threadId);
    if (known !== undefined) return known;
    const run = this.#runs.begin(threadId);
    this.#open.set(threadId, run);
    return run;
  }

  /** Why the run of a thread was killed; null when it was not, or there is none. Begins no run. */
  reason(config: LangGraphRunnableConfig): string | null {
    return this.#open.get(threadOf(config))?.reason() ?? null;
  }

  /** The run of a thread is over, or waits for a person. */
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
