import { defineRegistry, describeAgent, explainRoute } from "@tidemark/agents";
import { isBuiltInNode, nodeOf } from "@tidemark/agents/internal";
import type { ThreadStep, ThreadSteps } from "../history/thread-steps.ts";
import { INPUT } from "../source/channels.ts";

/** One row of the routing table, for the values that the decision saw. */
export interface RouteRow {
  readonly condition: string;
  readonly holds: boolean;
  /** True for the first row that holds: it decided. */
  readonly taken: boolean;
  readonly because: string;
}

/** Routing table for the values of a step. */
export interface RouteReasons {
  readonly rows: readonly RouteRow[];
  /** Node that the rows lead to. Null if the run ends. */
  readonly leadsTo: string | null;
  /** False if another node ran: the application has agents or limits that the thread does not contain. */
  readonly agrees: boolean;
}

/** Names of nodes of a thread that are not built in, as agents. */
function agentsOf({ steps }: ThreadSteps): readonly string[] {
  const names = new Set(steps.flatMap(({ next, nodes }) => [...next, ...nodes]));
  return [...names].filter((name) => name !== INPUT && !isBuiltInNode(name));
}

/** Evaluates the routing table of `createAgentGraph` for some values. Null for a thread of another graph. */
export function routeReasons(
  values: Readonly<Record<string, unknown>>,
  all: ThreadSteps,
  ran: ThreadStep,
): RouteReasons | null {
  if (typeof values["control_next_agent"] !== "string" || ran.at === null) return null;
  const agents = agentsOf(all).flatMap((name) => {
    try {
      return [describeAgent({ name, description: name })];
    } catch {
      // A node with such a name is not an agent.
      return [];
    }
  });
  // The rules read whatever a thread contains, and never throw.
  const explained = explainRoute(values, { registry: defineRegistry(agents), now: ran.at });
  const taken = explained.find((row) => row.taken)?.route ?? null;
  const leadsTo = taken === null ? null : nodeOf(taken);
  return {
    rows: explained.map(({ condition, holds, taken: decided, because }) => ({
      condition,
      holds,
      taken: decided,
      because,
    })),
    leadsTo,
    agrees: leadsTo === null ? ran.nodes.length === 0 : ran.nodes.includes(leadsTo),
  };
}
