import { defineRegistry, describeAgent, explainRoute, type Limits } from "@tidemark/agents";
import { isBuiltInNode, nodeOf } from "@tidemark/agents/internal";
import type { ThreadStep, ThreadSteps } from "../history/thread-steps.ts";
import { INPUT } from "../source/channels.ts";
import { isPlainList, isPlainRecord, plainValue } from "../values/plain-value.ts";

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
  /** True if a row names a default limit, because the limits of the application are not known. */
  readonly usesDefaultLimits: boolean;
}

/** Names of nodes of a thread that are not built in, as agents. */
function agentsOf({ steps }: ThreadSteps): readonly string[] {
  const names = new Set(steps.flatMap(({ next, nodes }) => [...next, ...nodes]));
  return [...names].filter((name) => name !== INPUT && !isBuiltInNode(name));
}

/** Nodes that edges lead to, whatever the routing table says: a turn begins, and proposals are decided. */
const FIXED: ReadonlySet<string> = new Set(["turn_start", "turn_guard", "history_summary", "commit"]);

/** Evaluates the routing table of `createAgentGraph` for some values. Null for a thread of another graph. */
export function routeReasons(
  values: Readonly<Record<string, unknown>>,
  all: ThreadSteps,
  { ran, limits }: { readonly ran: ThreadStep; readonly limits: Partial<Limits> | undefined },
): RouteReasons | null {
  if (typeof values["control_next_agent"] !== "string" || ran.at === null) return null;
  if (ran.nodes.every((node) => FIXED.has(node))) return null;
  const agents = agentsOf(all).flatMap((name) => {
    try {
      return [describeAgent({ name, description: name })];
    } catch {
      // A node with such a name is not an agent.
      return [];
    }
  });
  const registry = defineRegistry(agents);
  const reasonsAt = (now: string): RouteReasons => ({
    ...reasonsOf(explainRoute(values, { registry, now, limits }), ran),
    usesDefaultLimits: limits === undefined,
  });
  const found = reasonsAt(ran.at);
  // An application with another clock, such as a test, has other times than the checkpoints.
  const own = found.agrees ? null : newestTimestamp(values);
  const again = own === null ? found : reasonsAt(own);
  return again.agrees ? again : found;
}

/** Newest time that the application itself has recorded. */
function newestTimestamp(values: Readonly<Record<string, unknown>>): string | null {
  const log = plainValue(values["runtime_audit_log"]);
  const entries = isPlainList(log) ? log.filter(isPlainRecord) : [];
  const times = entries.flatMap(({ timestamp }) => (typeof timestamp === "string" ? [timestamp] : []));
  return times.toSorted().at(-1) ?? null;
}

function reasonsOf(
  explained: ReturnType<typeof explainRoute>,
  ran: ThreadStep,
): Omit<RouteReasons, "usesDefaultLimits"> {
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
