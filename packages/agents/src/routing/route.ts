import type { AgentValues } from "../kernel/agent-values.ts";
import type { Route } from "../kernel/route-decision.ts";
import { routeRows } from "./route-rows.ts";
import { type RouteOptions, routeFacts } from "./route-facts.ts";

/**
 * Decides which node runs next, from the state alone: the first row of the routing table whose condition is true.
 *
 * Ended, killed and timed-out runs start no further node. Then come answers of people, errors within their limits, and
 * the steps from the task to the next plan step. Never throws and changes nothing: invalid values lead to the error
 * node. `succeeded` and `failed` count the attempts for the limits; `routeUpdate` returns the router's update.
 *
 * @example
 * ```ts
 * import { decideRoute, defineRegistry, describeAgent } from "tidemark/agents";
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
  for (const { condition, decide } of routeRows) {
    const decision = decide(facts);
    if (typeof decision === "string") continue;
    conditions.set(decision, condition);
    return decision;
  }
  return { to: "error", because: "no row of the routing table applies" };
}

/** Conditions by route. A route has no property for it, because it is stored and compared. */
const conditions = new WeakMap<Route, string>();

/**
 * Condition of the row that decided a route: a fixed text, unlike `because`, which can contain values. Null for a route that no row
 * decided.
 *
 * @internal
 */
export const conditionOf = (route: Route): string | null => conditions.get(route) ?? null;
