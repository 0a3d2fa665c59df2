import { type AgentStateUpdate, type ApprovalRequest, type StateDeclaration } from "@tidemark/core-state";
import { hasPlan } from "@tidemark/core-state/internal";
import { systemClock } from "@tidemark/state-manager";
import type { AgentValues } from "../kernel/agent-values.ts";
import { declinedApprovals } from "../approvals/declined.ts";
import { isInfrastructure } from "../failures/backoff.ts";
import { eventIdOf } from "../kernel/event-stamper.ts";
import { pendingHandoff } from "../handoffs/handoff.ts";
import { handoffForStep } from "../handoffs/handoff-step.ts";
import { killed } from "../limits/kill.ts";
import { beginStep } from "../plans/tracking.ts";
import type { Route } from "../kernel/route-decision.ts";
import { currentStep } from "../plans/plan-in-sight.ts";
import { nodeOf, routed } from "./route-update.ts";
import { decideRoute } from "./route.ts";
import { resultsIn } from "../plans/step-results.ts";
import { declaredOnly } from "../run/infrastructure-node.graph.ts";
import { type ApprovalMoment, approvalOptions, missingApproval } from "../approvals/step-approval.graph.ts";
import type { RouterOptions } from "./router-options.graph.ts";

/** Where a run goes next, and what is written on the way. */
interface Decision {
  readonly route: Route;
  /** The next node; null when the run is over. */
  readonly next: string | null;
  readonly update: Readonly<Record<string, unknown>>;
}

/** What counts besides the values. */
interface Moment {
  /** Why the run was killed meanwhile; null when it was not. */
  readonly killReason?: string | null;
  /** True once the pause before another attempt is over. */
  readonly hasPaused?: boolean;
  /** The thread of the run, in which approvals count. */
  readonly threadId?: string | undefined;
}

/** Decides by the values of a moment. */
export type Decide = (values: object, moment?: Moment) => Decision;

/**
 * Makes the part of the router that decides: from values alone, without waiting and without writing anything itself.
 *
 * @internal
 */
export function routerDecision<State extends StateDeclaration>(state: State, options: RouterOptions<State>): Decide {
  const { registry, limits, clock = systemClock } = options;
  const asking = approvalOptions(options);

  return (values, { killReason = null, hasPaused = false, threadId } = {}) => {
    const now = clock.now();
    const known = routeValues(values);
    const stopped: AgentStateUpdate = killReason === null ? {} : killed(known, killReason, now);
    const seen = routeValues({ ...known, ...stopped });
    const rejected = rejection(seen);
    const decided =
      rejected ?? decideRoute(seen, { registry, ...(limits !== undefined && { limits }), now, hasPaused });
    const route = hasNode(decided) ? decided : lost(decided);
    const request = rejected === null ? approvalFor(seen, route, { now, threadId }) : null;
    // What was declined is not asked about again within a turn: a failed agent that is tried again would ask for ever.
    const ended = request === null ? null : notApproved(seen, request);
    if (request !== null && ended === null) {
      const waiting = routed(seen, { to: "approval", because: "a person has to approve" }, now);
      const update = { ...stopped, ...waiting, execution_pending_approvals: { [request.id]: request } };
      return { route, next: "approval", update: declaredOnly(state, update) };
    }
    const taken = ended ?? route;
    const update = {
      ...stopped,
      ...routed(seen, taken, now),
      ...tracked(seen, taken, now),
      ...handoff(seen, taken, now),
    };
    return { route: taken, next: nodeOf(taken), update: declaredOnly(state, update) };
  };

  /** A thread may come from a time when the graph had other nodes; the host would end its run without a word. */
  function hasNode(route: Route): boolean {
    return route.to !== "retry" || isInfrastructure(route.node) || registry.find(route.node) !== null;
  }

  /** The request that has to be answered before the route may be taken; null when nobody has to be asked. */
  function approvalFor(values: AgentValues, route: Route, moment: ApprovalMoment): ApprovalRequest | null {
    const agent =
      route.to === "agent" ? route.agent : route.to === "retry" ? registry.find(route.node)?.name : undefined;
    return agent === undefined ? null : missingApproval(values, agent, moment, asking);
  }

  function handoff(values: AgentValues, route: Route, now: string): AgentStateUpdate {
    const step = currentStep(values);
    // What an agent handed on is no step of the plan; the step that is next begins after it.
    if (route.to !== "agent" || step === null || pendingHandoff(values) !== null) return {};
    const turn = values.runtime_turn_id ?? "turn_0";
    const handoffId = eventIdOf("handoff", turn, String(values.planning_current_step_index ?? 0), route.agent);
    const decision = handoffForStep(values, step, { registry, now, handoffId });
    return decision.outcome === "handedOff" ? decision.update : {};
  }
}

/** The plan as it is once the route is taken: what was done is completed, and the step that is next has begun. */
function tracked(values: AgentValues, route: Route, now: string): AgentStateUpdate {
  const plan = hasPlan(values) ? values.planning_execution_plan : null;
  const index = values.planning_current_step_index ?? 0;
  if (plan === null || route.to !== "agent" || index >= plan.steps.length || pendingHandoff(values) !== null) return {};
  const next = beginStep(plan, { index, now, resultOf: resultsIn(values) });
  return next === plan ? {} : { planning_execution_plan: next };
}

/** Every value of it may be missing. */
const routeValues = (values: object): AgentValues => values;

const lost = (route: Route): Route => ({ to: "error", because: `${nodeOf(route)} is no node of this graph any more` });

/** The way on when this very request has been declined already; null while it may be asked about. */
function notApproved(values: AgentValues, { id }: ApprovalRequest): Route | null {
  const declined = declinedApprovals(values).find((each) => each.id === id);
  return declined === undefined ? null : { to: "respond", because: `"${declined.stepObjective}" was not approved` };
}

/** What a person did not approve is not done: the run goes on to its answer. */
function rejection(values: AgentValues): Route | null {
  const [said] = declinedApprovals(values);
  if (said === undefined || values.control_has_error === true || values.control_is_killed === true) return null;
  return { to: "respond", because: `"${said.stepObjective}" was not approved` };
}
