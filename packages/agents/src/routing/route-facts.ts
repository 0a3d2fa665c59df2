import { NodeFailure } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { AgentValues } from "../kernel/agent-values.ts";
import type { AgentDescription } from "../roster/agent-description.ts";
import { type Allowance, type AttemptKind, type Limits, limitsOf, mayAttempt } from "../limits/limits.ts";
import type { AgentRegistry } from "../roster/registry.ts";
import { type StoredPlan, readStoredPlan } from "../plans/stored-plan.ts";

/** Options of steps that run next to each other. */
export interface ParallelOptions {
  /** Maximum number of steps that run at once. 1 runs one step at a time. */
  readonly maxConcurrency: number;
  /** True for an agent that never runs next to another one. Defaults to none. */
  readonly alone?: (agent: string) => boolean;
  /** True for two agents that cannot run at once. Defaults to none. */
  readonly conflicts?: (one: string, other: string) => boolean;
  /** True for a step that waits for an approval. Receives the values as the step sees them. Defaults to none. */
  readonly waits?: (values: AgentValues, agent: string) => boolean;
}

/** Options of a routing decision. */
export interface RouteOptions {
  /** Agents that can be chosen, made with `defineRegistry`. */
  readonly registry: Pick<AgentRegistry, "find" | "withCapability">;
  /** Limits set by the application. Values in the state take precedence. Defaults to the safe limits. */
  readonly limits?: Partial<Limits> | undefined;
  /** Current time, as ISO 8601 in UTC. */
  readonly now: string;
  /** True after the pause before a retry, so that the pause is not counted again. Defaults to false. */
  readonly hasPaused?: boolean;
  /** Steps that run next to each other. Defaults to one step at a time. */
  readonly parallel?: ParallelOptions | undefined;
  /** Agent that starts every turn of a graph without a plan. Defaults to a plan. */
  readonly direct?: string | undefined;
}

/**
 * Facts that the rows of the routing table use.
 *
 * @internal
 */
export interface RouteFacts {
  readonly values: AgentValues;
  readonly limits: Limits;
  readonly now: string;
  readonly hasPaused: boolean;
  readonly parallel: ParallelOptions;
  readonly hasError: boolean;
  /** Failure to handle. Null without a failure, or if it is invalid. */
  readonly failure: NodeFailure | null;
  readonly plan: StoredPlan;
  /** Node that completed its work last. Null if it failed, or before the first node. */
  readonly lastDone: string | null;
  /** Agent that the user chose, if it may run. Null without one. */
  readonly picked: AgentDescription | null;
  /** Agent that starts the turn, of a graph without a plan. Null in a graph that plans. */
  readonly direct: AgentDescription | null;
  /** Ids of the requests that wait for a person. */
  readonly waitingRequests: readonly string[];
  readonly agentFor: (name: string) => AgentDescription | null;
  readonly may: (kind: AttemptKind) => Allowance;
}

/**
 * Reads the facts for the routing table. Never throws, whatever the values contain.
 *
 * @internal
 */
export function routeFacts(values: AgentValues, options: RouteOptions): RouteFacts {
  const { registry, limits: configured, now, hasPaused = false, parallel = ONE_AT_A_TIME, direct } = options;
  const limits = limitsOf(values, configured);
  const failure = NodeFailure.safeParse(values.control_error_info);
  const result: unknown = values.execution_last_result;
  const agentFor = (name: string): AgentDescription | null => {
    const agents = registry.withCapability(name);
    return registry.find(name) ?? agents.find(({ system }) => !system) ?? null;
  };
  return {
    values: withReadableHandoffs(values),
    limits,
    now,
    hasPaused,
    parallel,
    hasError: values.control_has_error === true,
    failure: failure.success ? failure.data : null,
    plan: readStoredPlan(values),
    lastDone: isPlainRecord(result) && result["success"] === true ? (values.control_last_agent ?? null) : null,
    picked: pickedAgent(values, registry),
    direct: direct === undefined ? null : registry.find(direct),
    waitingRequests: waitingRequests(values),
    agentFor,
    may: (kind) => mayAttempt(kind, values, { limits, now }),
  };
}

/** Removes invalid records from the history of handoffs. */
function withReadableHandoffs(values: AgentValues): AgentValues {
  const history: unknown = values.execution_handoff_history ?? [];
  if (Array.isArray(history) && history.every(isPlainRecord)) return values;
  const readable = Array.isArray(history) ? (values.execution_handoff_history ?? []).filter(isPlainRecord) : [];
  return { ...values, execution_handoff_history: readable };
}

function pickedAgent(values: AgentValues, registry: RouteOptions["registry"]): AgentDescription | null {
  const context: unknown = values.control_directed_mode_context;
  if (values.control_operation_mode !== "directed" || !isPlainRecord(context)) return null;
  const name = context["targetAgentId"];
  const agent = typeof name === "string" ? registry.find(name) : null;
  return agent?.system === true ? null : agent;
}

/** Approval type that does not block the run: only the change of this commit waits for the answer. */
const NON_BLOCKING = "commit";

function waitingRequests({ execution_pending_approvals: requests }: AgentValues): readonly string[] {
  if (!isPlainRecord(requests)) return [];
  const waiting = Object.entries(requests).filter(
    ([, request]: readonly [string, unknown]) =>
      isPlainRecord(request) && request["status"] === "pending" && request["approvalType"] !== NON_BLOCKING,
  );
  return waiting.map(([id]) => id);
}

const ONE_AT_A_TIME: ParallelOptions = { maxConcurrency: 1 };
