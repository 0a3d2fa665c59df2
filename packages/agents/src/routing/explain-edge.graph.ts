import { isPlainRecord } from "@tidemark/reducers/internal";
import type { AgentValues } from "../kernel/agent-values.ts";
import type { Limits } from "../limits/limits.ts";
import type { PastMoment, RouteExplanation } from "./graph-routing.graph.ts";

/**
 * Repeats the decision of the edge after a node of a graph that `createAgentGraph` made, with the agents, limits and approvals of that graph.
 * Null for any other graph or node.
 *
 * The graph may come from another copy of this package, as an application has that runs under a tool.
 *
 * @internal
 */
export function explainEdge(
  graph: object,
  from: string,
  { values, ...moment }: PastMoment & { readonly values: AgentValues },
): RouteExplanation | null {
  for (const edge of edgesAfter(graph, from)) {
    const explain = memberOf(edge, "explain");
    if (typeof explain !== "function") continue;
    try {
      const explained: unknown = Reflect.apply(explain, edge, [values, moment]);
      if (isExplanation(explained)) return explained;
    } catch {
      // Policies of the application may refuse values of the past. Then nothing is known.
      return null;
    }
  }
  return null;
}

/**
 * Limits that were passed to `createAgentGraph`. Null for any other graph.
 *
 * @internal
 */
export function limitsOfGraph(graph: object): Partial<Limits> | null {
  const [limits] = edgesAfter(graph, "turn_start").map((edge) => memberOf(edge, "limits"));
  // `limitsOf` validates them, as the graph does when it decides.
  return isPlainRecord(limits) ? limits : null;
}

/** Conditional edges after a node. */
function edgesAfter(graph: object, from: string): readonly unknown[] {
  const edges = memberOf(memberOf(memberOf(graph, "builder"), "branches"), from);
  return isPlainRecord(edges) ? Object.values(edges).map((branch) => memberOf(branch, "path")) : [];
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

const isExplanation = (value: unknown): value is RouteExplanation =>
  isPlainRecord(value) && Array.isArray(value["next"]) && Array.isArray(value["rows"]);
