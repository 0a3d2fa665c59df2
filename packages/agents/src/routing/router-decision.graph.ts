import { hasPlan, type SeedStateUpdate } from "@tidemark/core-state/internal";
import { type ApprovalRequest, type StateDeclaration } from "@tidemark/core-state";
import { type Clock, systemClock } from "@tidemark/state-manager";
import { type AgentValues, declaredOnly } from "../kernel/agent-values.ts";
import { declinedApprovals } from "../approvals/declined.ts";
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
import { isBuiltInNode } from "../kernel/built-in-nodes.ts";
import type { Limits } from "../limits/limits.ts";
import type { AgentRegistry } from "../roster/registry.ts";
import { type ApprovalMoment, missingApproval, type RouterApprovalOptions } from "../approvals/step-approval.graph.ts";

/** Where a run goes next, and why. */
export interface Decision {
  readonly route: Route;
  /** The next node; null when the run is over. */
  readonly next: string | null;
  /** The question that a person has to answer before the route is taken; null when nobody has to be asked. */
  readonly request: ApprovalRequest | null;
  /** Returns what is written about it: who comes next, the step that begins, the handoff, why a run was stopped. */
  readonly update: () => Readonly<Record<string, unknown>>;
}

/** Circumstances of a decision besides the values. */
export interface Moment {
  /** Reason for which the run was killed meanwhile. Defaults to null: it was not. */
  readonly killReason?: string | null;
  /** The thread of the run, in which approvals count. */
  readonly threadId?: string | undefined;
  /** Time of the decision. Defaults to the present. */
  readonly now?: string;
}

/** Decides by the values of a moment. */
export type Decide = (values: object, moment?: Moment) => Decision;

/** What an assembled graph is routed by. */
export interface DecisionOptions extends RouterApprovalOptions {
  readonly registry: AgentRegistry;
  readonly limits?: Partial<Limits> | undefined;
  readonly clock?: Pick<Clock, "now"> | undefined;
}

/**
 * Makes the decision that the edges of a graph take, and that the chosen node records: from values alone, without waiting and
 * without writing anything.
 *
 * @internal
 */
export function routerDecision(state: StateDeclaration, options: DecisionOptions): Decide {
  const { registry, limits, clock = systemClock } = options;

  return (values, { killReason = null, threadId, now = clock.now() } = {}) => {
    const known = routeValues(values);
    const stopped: SeedStateUpdate = killReason === null ? {} : killed(known, killReason, now);
    const seen = killReason === null ? known : routeValues({ ...known, ...stopped });
    const rejected = rejection(seen);
    const decided = rejected ?? decideRoute(seen, { registry, limits, now });
    const route = hasNode(decided) ? decided : lost(decided);
    const request = rejected === null ? approvalFor(seen, route, { now, threadId }) : null;
    // What was declined is not asked about again within a turn: a failed agent that is tried again would ask for ever.
    const ended = request === null ? null : notApproved(seen, request);
    if (request !== null && ended === null) {
      const update = () =>
        declaredOnly(state, {
          ...stopped,
          ...routed(seen, { to: "approval", because: "a person has to approve" }, now),
          execution_pending_approvals: { [request.id]: request },
        });
      return { route, next: "approval", request, update };
    }
    const taken = ended ?? route;
    const update = () =>
      declaredOnly(state, {
        ...stopped,
        ...routed(seen, taken, now),
        ...tracked(seen, taken, now),
        ...handoff(seen, taken, now),
      });
    return { route: taken, next: nodeOf(taken), request: null, update };
  };

  /** A thread may come from a time when the graph had other nodes; LangGraph would end its run without a word. */
  function hasNode(route: Route): boolean {
    return route.to !== "retry" || isBuiltInNode(route.node) || registry.find(route.node) !== null;
  }

  /** The request that has to be answered before the route may be taken; null when nobody has to be asked. */
  function approvalFor(values: AgentValues, route: Route, moment: ApprovalMoment): ApprovalRequest | null {
    const agent =
      route.to === "agent" ? route.agent : route.to === "retry" ? registry.find(route.node)?.name : undefined;
    return agent === undefined ? null : missingApproval(values, agent, moment, options);
  }

  function handoff(values: AgentValues, route: Route, now: string): SeedStateUpdate {
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
function tracked(values: AgentValues, route: Route, now: string): SeedStateUpdate {
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
