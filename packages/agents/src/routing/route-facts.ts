import { NodeFailure } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { AgentValues } from "../kernel/agent-values.ts";
import type { AgentDescription } from "../roster/agent-description.ts";
import { type Allowance, type AttemptKind, type Limits, limitsOf, mayAttempt } from "../limits/limits.ts";
import type { AgentRegistry } from "../roster/registry.ts";
import { type PlanInSight, planInSight } from "../plans/plan-in-sight.ts";

/** What a route is decided with. */
export interface RouteOptions {
  readonly registry: Pick<AgentRegistry, "find" | "withCapability">;
  /** What the application sets; values of the state go before it, the safe defaults come after. */
  readonly limits?: Partial<Limits> | undefined;
  readonly now: string;
  /** True once the pause before another attempt is over: it takes no more of the time that is left. */
  readonly hasPaused?: boolean;
}

/**
 * What the rows of the routing table ask for, read once.
 *
 * @internal
 */
export interface RouteFacts {
  readonly values: AgentValues;
  readonly limits: Limits;
  readonly now: string;
  readonly hasPaused: boolean;
  readonly hasError: boolean;
  /** The failure to be dealt with; null when there is none that can be read. */
  readonly failure: NodeFailure | null;
  readonly plan: PlanInSight;
  /** The node that did its work last; null when it failed, or none ran yet. */
  readonly lastDone: string | null;
  /** The agent that the user picked and that may work; null without one. */
  readonly picked: AgentDescription | null;
  /** The id of a request that waits for a person; null when none does. */
  readonly waitingRequest: string | null;
  readonly agentFor: (name: string) => AgentDescription | null;
  readonly may: (kind: AttemptKind) => Allowance;
}

/**
 * Reads the values for the routing table; nothing in them makes it throw.
 *
 * @internal
 */
export function routeFacts(values: AgentValues, options: RouteOptions): RouteFacts {
  const { registry, limits: configured, now, hasPaused = false } = options;
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
    hasError: values.control_has_error === true,
    failure: failure.success ? failure.data : null,
    plan: planInSight(values),
    lastDone: isPlainRecord(result) && result["success"] === true ? (values.control_last_agent ?? null) : null,
    picked: pickedAgent(values, registry),
    waitingRequest: waitingRequest(values),
    agentFor,
    may: (kind) => mayAttempt(kind, values, { limits, now }),
  };
}

/** What is no record in the history of handoffs is passed over, as it would be by whoever reads the last one. */
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

/** The question of a commit waits beside the run: the change it is about is refused until it is answered. */
const BESIDE_THE_RUN = "commit";

function waitingRequest({ execution_pending_approvals: requests }: AgentValues): string | null {
  if (!isPlainRecord(requests)) return null;
  const waiting = Object.entries(requests).find(
    ([, request]: readonly [string, unknown]) =>
      isPlainRecord(request) && request["status"] === "pending" && request["approvalType"] !== BESIDE_THE_RUN,
  );
  return waiting?.[0] ?? null;
}
