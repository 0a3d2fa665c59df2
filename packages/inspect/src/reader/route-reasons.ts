import { defineRegistry, describeAgent, explainRoute, type Limits } from "@tidemark/agents";
import { isBuiltInNode, nodeOf } from "@tidemark/agents/internal";
import { sameJson } from "@tidemark/reducers/internal";
import { lastRun, type ThreadStep, type ThreadSteps } from "../history/thread-steps.ts";
import { INPUT } from "../source/channels.ts";
import { isPlainList, isPlainRecord, plainValue } from "../values/plain-value.ts";
import { redactedText, type Redaction } from "../values/redaction.ts";

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
  /** Rows of the table. Only if `agrees` are they the reason why the step ran. */
  readonly rows: readonly RouteRow[];
  /** Node that the rows lead to. Null if the run ends. */
  readonly leadsTo: string | null;
  /** False if another node ran: the thread does not contain what decided. */
  readonly agrees: boolean;
  /** `graph`: its own rules decided again. `thread`: they were worked out of the thread, without its agents and approvals. */
  readonly knownFrom: "graph" | "thread";
  /** True if a row names a default limit, because the limits of the application are not known. */
  readonly usesDefaultLimits: boolean;
}

/** Place of a decision: the checkpoint whose values it saw, and the time at which it was made. */
export interface DecisionPlace {
  readonly at: ThreadStep;
  readonly now: string;
}

/** Field in which a graph of Tidemark keeps the start of its turn. */
const START = "execution_start_time";

/**
 * The place at which it was decided that the nodes of a step run: the end of the step before. An edit in between starts no node, so what was decided
 * before it counts, unless it has changed the nodes that run next. Null where no edge decides.
 */
export function decisionPlace(all: ThreadSteps, ran: ThreadStep): DecisionPlace | null {
  const parent = all.byId.get(ran.parent ?? "");
  if (parent === undefined || ran.source !== "loop" || ran.nodes.length === 0) return null;
  const before = lastRun(all, parent.id);
  const at = before !== undefined && sameJson([...before.next], [...parent.next]) ? before : parent;
  const time = lastRun(all, at.id, START)?.at ?? null;
  return time === null ? null : { at, now: time };
}

/** Nodes that edges lead to, whatever the routing table says: a turn begins, and proposals are decided. */
const FIXED: ReadonlySet<string> = new Set(["turn_start", "turn_guard", "history_summary", "commit"]);

/** Repeats the decision of the edge after a node, with the rules of the graph itself. Null if the graph has no such edge. */
export type ExplainEdge = (
  from: string,
  decision: { readonly values: Readonly<Record<string, unknown>>; readonly threadId: string; readonly now: string },
) => {
  readonly next: readonly string[];
  readonly rows: readonly RouteRow[];
  readonly because: string | null;
} | null;

/** A step, and what is known of the decision that led to it. */
interface RanStep {
  readonly threadId: string;
  readonly ran: ThreadStep;
  readonly place: DecisionPlace;
  readonly limits: Partial<Limits> | undefined;
  readonly explain: ExplainEdge | undefined;
}

/** Field that only threads of `createAgentGraph` have: the agent that runs next. */
export const ROUTING_FIELD = "control_next_agent";

/** Evaluates the routing table of `createAgentGraph` for the values of a decision. Null for a thread of another graph. */
export function routeReasons(
  values: Readonly<Record<string, unknown>>,
  all: ThreadSteps,
  step: RanStep,
): RouteReasons | null {
  if (typeof values[ROUTING_FIELD] !== "string") return null;
  if (step.ran.nodes.every((node) => FIXED.has(node))) return null;
  // An application with another clock, such as a test, has other times than the checkpoints.
  const times = [step.place.now, newestTimestamp(values)].filter((time) => time !== null);
  const found = times.map((now) => reasonsOfGraph(values, step, now) ?? reasonsOfThread(values, all, { ...step, now }));
  return found.find(({ agrees }) => agrees) ?? found[0] ?? null;
}

/** Redacts reasons, which may mention values. */
export const shownRoute = (reasons: RouteReasons | null, redact: Redaction): RouteReasons | null =>
  reasons && {
    ...reasons,
    rows: reasons.rows.map((row) => ({ ...row, because: redactedText(redact, "__reason__", row.because) })),
  };

/** Stands for what decides before the table, such as an approval that was refused. */
const OTHER_RULE = { condition: "another rule of the application applies", holds: true, taken: true };

/** Decides again with the rules of the graph itself. */
function reasonsOfGraph(
  values: Readonly<Record<string, unknown>>,
  { threadId, explain, ran, place }: RanStep,
  now: string,
): RouteReasons | null {
  const [from] = place.at.nodes;
  const explained = from === undefined ? undefined : explain?.(from, { values, threadId, now });
  if (explained === undefined || explained === null) return null;
  const { next, rows, because } = explained;
  const other = because === null || rows.some((row) => row.taken) ? [] : [{ ...OTHER_RULE, because }];
  return {
    rows: [...other, ...rows.map(shownRow)],
    leadsTo: next[0] ?? null,
    agrees: sameNodes(next, ran.nodes),
    knownFrom: "graph",
    usesDefaultLimits: false,
  };
}

/** Decides again with what the thread says of its agents. */
function reasonsOfThread(
  values: Readonly<Record<string, unknown>>,
  all: ThreadSteps,
  { ran, limits, now }: RanStep & { readonly now: string },
): RouteReasons {
  const agents = agentsOf(all).flatMap((name) => {
    try {
      return [describeAgent({ name, description: name })];
    } catch {
      // A node with such a name is not an agent.
      return [];
    }
  });
  const registry = defineRegistry(agents);
  const parallel = ran.nodes.length > 1 ? { parallel: { maxConcurrency: ran.nodes.length } } : {};
  const explained = explainRoute(values, { registry, now, limits, ...parallel });
  const route = explained.find((row) => row.taken)?.route ?? null;
  const leadsTo = route === null ? null : nodeOf(route);
  const next = route?.to === "steps" ? route.steps.map(({ agent }) => agent) : leadsTo === null ? [] : [leadsTo];
  return {
    rows: explained.map(shownRow),
    leadsTo,
    agrees: sameNodes(next, ran.nodes),
    knownFrom: "thread",
    usesDefaultLimits: limits === undefined,
  };
}

const shownRow = ({ condition, holds, taken, because }: RouteRow): RouteRow => ({ condition, holds, taken, because });

const sameNodes = (one: readonly string[], other: readonly string[]): boolean =>
  sameJson(one.toSorted(), other.toSorted());

/** Names of nodes of a thread that are not built in, as agents. */
function agentsOf({ steps }: ThreadSteps): readonly string[] {
  const names = new Set(steps.flatMap(({ next, nodes }) => [...next, ...nodes]));
  return [...names].filter((name) => name !== INPUT && !isBuiltInNode(name));
}

/** Newest time that the application itself has recorded. */
function newestTimestamp(values: Readonly<Record<string, unknown>>): string | null {
  const log = plainValue(values["runtime_audit_log"]);
  const entries = isPlainList(log) ? log.filter(isPlainRecord) : [];
  const times = entries.flatMap(({ timestamp }) => (typeof timestamp === "string" ? [timestamp] : []));
  return times.toSorted().at(-1) ?? null;
}
