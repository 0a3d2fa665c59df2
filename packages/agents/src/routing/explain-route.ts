import type { AgentValues } from "../kernel/agent-values.ts";
import type { ExplainedRow } from "../kernel/route-decision.ts";
import { type RouteOptions, routeFacts } from "./route-facts.ts";
import { routeRows } from "./route-rows.ts";

/**
 * Returns every row of the routing table, with its result for these values and the reason. The first row whose condition is
 * true is taken.
 *
 * @example
 * ```ts
 * import { defineRegistry, explainRoute } from "tidemark/agents";
 *
 * const rows = explainRoute({ control_is_killed: true }, { registry: defineRegistry([]), now: "2026-01-08T20:30:00Z" });
 * console.log(rows.find((row) => row.taken)?.condition); // the run was killed
 * ```
 */
export function explainRoute(values: AgentValues, options: RouteOptions): readonly ExplainedRow[] {
  const facts = routeFacts(values, options);
  let open = true;
  return routeRows.map(({ condition, decide }) => {
    const decision = decide(facts);
    if (typeof decision === "string") return { condition, holds: false, taken: false, route: null, because: decision };
    const taken = open;
    open = false;
    return { condition, holds: true, taken, route: decision, because: decision.because };
  });
}
