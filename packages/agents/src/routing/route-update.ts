import type { JsonObject, NodeFailure, SeedStateUpdate } from "@tidemark/core-state/internal";
import type { AgentValues } from "../kernel/agent-values.ts";
import { waitEndUpdate, turnEndUpdate, waitUpdate } from "../limits/deadline.ts";
import { killedUpdate } from "../limits/kill.ts";
import type { Route } from "../kernel/route-decision.ts";

/** Returns the name of the node that a route leads to, the first of several. Null if the run ends. */
export function nodeOf(route: Route): string | null {
  if (route.to === "end") return null;
  if (route.to === "steps") return route.steps[0]?.agent ?? null;
  return route.to === "agent" ? route.agent : route.to === "retry" ? route.node : route.to;
}

/**
 * Returns the router's update for a route: the next node, and the data that must be stored with it.
 *
 * A stopped run gets its reason. A route to the error node gets a failure with the reason. While a person is asked, the
 * turn's time is paused.
 */
export function routeUpdate(values: AgentValues, route: Route, now: string): SeedStateUpdate {
  const node = nodeOf(route);
  const next: SeedStateUpdate = {
    control_next_agent: node ?? "END",
    // Any other node ends the wait for a person. Otherwise the time would stay paused.
    ...(node === "approval" ? waitUpdate(values, now) : waitEndUpdate(values, now)),
  };
  if (route.to === "end")
    return { ...next, ...((values.execution_total_time ?? null) === null && turnEndUpdate(values, now)) };
  if (route.to === "agent") return { ...next, control_active_agent: route.agent };
  return route.to === "error" ? { ...next, ...stopUpdate(values, route, now) } : next;
}

function stopUpdate(values: AgentValues, route: Extract<Route, { to: "error" }>, now: string): SeedStateUpdate {
  if (route.killReason !== undefined) return killedUpdate(values, route.killReason, now);
  if (values.control_is_killed === true) return {};
  const known = values.control_has_error === true ? (values.control_error_info ?? null) : null;
  const failure = isFailure(known) ? withStop(known, route.because) : unrecordedFailure(route.because, now);
  return { control_has_error: true, control_error_info: failure, control_last_error: failure };
}

/** False for null and for an empty object, which are stored when a failure was recorded without details. */
const isFailure = (value: NodeFailure | null): value is NodeFailure =>
  value !== null && typeof value.classification === "object" && typeof value.node === "string";

function withStop(failure: NodeFailure, because: string): NodeFailure {
  const metadata: JsonObject = { ...failure.classification.metadata, stoppedBecause: because };
  return { ...failure, classification: { ...failure.classification, metadata } };
}

const unrecordedFailure = (because: string, now: string): NodeFailure => ({
  node: "router",
  classification: { severity: "fatal", userMessage: because, metadata: { stoppedBecause: because } },
  originalError: because,
  timestamp: now,
});
