import type { ThreadStep } from "../history/thread-steps.ts";
import type { StepReason } from "./answers.ts";

/** Reason why the nodes of a step ran, or why none did. */
export function causeOf(
  { source, nodes }: ThreadStep,
  { parent, routing }: { readonly parent: ThreadStep | undefined; readonly routing: StepReason["routing"] },
): StepReason["cause"] {
  if (source === "update") return "edit";
  if (source === "fork") return "fork";
  if (nodes.length === 0) return "input";
  if (routing !== null) return "routing";
  const isBegin = parent === undefined || (parent.nodes.length === 0 && parent.source !== "update");
  return isBegin ? "start" : "edge";
}
