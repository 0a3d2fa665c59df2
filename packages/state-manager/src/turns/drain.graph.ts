import { isGraphBubbleUp } from "@langchain/langgraph";

/**
 * The `RunControl` of LangGraph for a run that has to stop before its next step after a signal, as part of a config. A LangGraph that does not know
 * it ignores it.
 */
export function drainControl(signal: AbortSignal | undefined): object {
  if (signal === undefined) return {};
  // Nodes may ask for a drain as well, with `runtime.control`.
  let reason: string | undefined;
  const control = {
    requestDrain(asked = "shutdown") {
      reason = asked;
    },
    get drainRequested() {
      return this.drainReason !== undefined;
    },
    get drainReason() {
      return reason ?? (signal.aborted ? "shutdown" : undefined);
    },
  };
  return { control };
}

/** True for what a run throws that was drained. Older versions of LangGraph do not export its class. */
export const isDrained = (error: unknown): boolean =>
  error instanceof Error && isGraphBubbleUp(error) && error.name === "GraphDrained";
