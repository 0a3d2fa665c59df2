import type { JsonObject, NodeFailure, SeedStateUpdate } from "@tidemark/core-state/internal";
import type { AgentValues } from "../kernel/agent-values.ts";
import { answeredByPerson, ended, waitingForPerson } from "../limits/deadline.ts";
import { killed } from "../limits/kill.ts";
import type { Route } from "../kernel/route-decision.ts";

/** Gives the name of the node that a route leads to; null when the run ends. */
export function nodeOf(route: Route): string | null {
  if (route.to === "end") return null;
  return route.to === "agent" ? route.agent : route.to === "retry" ? route.node : route.to;
}

/**
 * Gives what the router writes for a route: who comes next, and what must not be forgotten on the way.
 *
 * A stopped run says why; a run that goes to the error node has a failure that says what stopped it; while a person is asked
 * the time stands still.
 */
export function routed(values: AgentValues, route: Route, now: string): SeedStateUpdate {
  const node = nodeOf(route);
  const next: SeedStateUpdate = {
    control_next_agent: node ?? "END",
    // Whoever else comes next, nobody is waited for any more: else the time would stand still for good.
    ...(node === "approval" ? waitingForPerson(values, now) : answeredByPerson(values, now)),
  };
  if (route.to === "end") return { ...next, ...((values.execution_total_time ?? null) === null && ended(values, now)) };
  if (route.to === "agent") return { ...next, control_active_agent: route.agent };
  return route.to === "error" ? { ...next, ...stopped(values, route, now) } : next;
}

function stopped(values: AgentValues, route: Extract<Route, { to: "error" }>, now: string): SeedStateUpdate {
  if (route.killReason !== undefined) return killed(values, route.killReason, now);
  if (values.control_is_killed === true) return {};
  const known = values.control_has_error === true ? (values.control_error_info ?? null) : null;
  const failure = isFailure(known) ? withStop(known, route.because) : unrecorded(route.because, now);
  return { control_has_error: true, control_error_info: failure, control_last_error: failure };
}

/** Null and an empty object are found where something failed without saying what. */
const isFailure = (value: NodeFailure | null): value is NodeFailure =>
  value !== null && typeof value.classification === "object" && typeof value.node === "string";

function withStop(failure: NodeFailure, because: string): NodeFailure {
  const metadata: JsonObject = { ...failure.classification.metadata, stoppedBecause: because };
  return { ...failure, classification: { ...failure.classification, metadata } };
}

const unrecorded = (because: string, now: string): NodeFailure => ({
  node: "router",
  classification: { severity: "fatal", userMessage: because, metadata: { stoppedBecause: because } },
  originalError: because,
  timestamp: now,
});
