import type { AgentValues } from "../kernel/agent-values.ts";
import type { Route } from "../kernel/route-decision.ts";
import { routeRows } from "./route-rows.ts";
import { type RouteOptions, routeFacts } from "./route-facts.ts";

/**
 * Decides which node runs next, from the values alone: the first row of the table that holds.
 *
 * A run that is over ends, a killed one and one whose time is up start nothing more; then come people's answers, errors with
 * their limits, and the way from the task to the next step. It never throws and changes nothing: what cannot be read leads to
 * the error node. Every limit is counted by `succeeded` and `failed`; `routed` gives what the router writes.
 *
 * @example
 * ```ts
 * import { decideRoute, defineRegistry, describeAgent } from "@tidemark/agents";
 *
 * const registry = defineRegistry([describeAgent({ name: "weather", description: "Knows the weather." })]);
 * const now = "2026-01-08T20:30:00Z";
 * console.log(decideRoute({}, { registry, now }).to); // task_extraction
 * const values = {
 *   task_current_task: "Will it rain?",
 *   planning_active_capabilities: ["weather"],
 *   planning_execution_plan: { steps: [{ capability: "weather" }, { capability: "respond" }] },
 * };
 * console.log(decideRoute(values, { registry, now }).because); // step 1 of 2 is for "weather"
 * ```
 */
export function decideRoute(values: AgentValues, options: RouteOptions): Route {
  const facts = routeFacts(values, options);
  for (const { decide } of routeRows) {
    const decision = decide(facts);
    if (typeof decision !== "string") return decision;
  }
  return { to: "error", because: "no row of the routing table holds" };
}
