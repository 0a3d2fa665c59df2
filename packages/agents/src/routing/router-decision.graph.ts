import { hasPlan, type SeedStateUpdate } from "@tidemark/core-state/internal";
import { type ApprovalRequest, type StateDeclaration } from "@tidemark/core-state";
import { type Clock, systemClock } from "@tidemark/state-manager";
import { type AgentValues, declaredOnly, withFlags, withStoredStop } from "../kernel/agent-values.ts";
import { declinedApprovals } from "../approvals/state.ts";
import { eventIdOf } from "../kernel/event-stamper.ts";
import { pendingHandoff } from "../handoffs/handoff.ts";
import { handoffForStep } from "../handoffs/handoff-step.ts";
import { killedUpdate } from "../limits/kill.ts";
import { beginStep } from "../plans/tracking.ts";
import type { ExplainedRow, Route, StepRun } from "../kernel/route-decision.ts";
import { currentStep } from "../plans/stored-plan.ts";
import { valuesOfStep } from "../parallel/step-view.ts";
import type { ParallelOptions } from "./route-facts.ts";
import type { FailurePolicy } from "../plans/failure-policy.ts";
import { passedFailures } from "./passed-failures.ts";
import { nodeOf, routeUpdate } from "./route-update.ts";
import { explainRoute } from "./explain-route.ts";
import { conditionOf, decideRoute } from "./route.ts";
import { stepResultReader } from "../plans/step-results.ts";
import { isBuiltInNode } from "../kernel/built-in-nodes.ts";
import type { Limits } from "../limits/limits.ts";
import type { AgentRegistry } from "../roster/registry.ts";
import { type ApprovalMoment, missingApproval, type RouterApprovalOptions } from "../approvals/step-approval.graph.ts";

/** Next target of a run, with its reason and update. */
export interface Decision {
  readonly route: Route;
  /** Next node. Null if the run has ended. */
  readonly next: string | null;
  /** Runs of steps next to each other, if the route leads to steps. Each records its own part of the decision. */
  readonly steps: readonly StepRun[];
  /** True if the update must be stored before the steps start. */
  readonly stores: boolean;
  /** Request that a person must answer before the route is taken. Null if no approval is needed. */
  readonly request: ApprovalRequest | null;
  /** Returns the update of the decision: the next node, the started step, the handoff, and the reason of a stop. */
  readonly update: () => Readonly<Record<string, unknown>>;
  /** Returns the rows of the routing table for the values of this decision. None is taken if something else decided. */
  readonly rows: () => readonly ExplainedRow[];
}

/** Context of a decision in addition to the values. */
export interface Moment {
  /** Reason of a kill, if the run was killed in the meantime. Defaults to null. */
  readonly killReason?: string | null;
  /** Thread of the run, for approvals. */
  readonly threadId?: string | undefined;
  /** Time of the decision. Defaults to the current time. */
  readonly now?: string;
}

/** Decides the next target from the values and the context of the run. */
export type Decide = (values: object, moment?: Moment) => Decision;

/** Options of the router's decision. */
export interface DecisionOptions extends RouterApprovalOptions {
  readonly registry: AgentRegistry;
  readonly limits?: Partial<Limits> | undefined;
  readonly clock?: Pick<Clock, "now"> | undefined;
  /** Steps that run next to each other. Defaults to one step at a time. */
  readonly parallel?: Omit<ParallelOptions, "waits"> | undefined;
  /** Action after a step has finally failed. Defaults to ending the plan. */
  readonly onStepFailure?: FailurePolicy | undefined;
  /** Agent that starts every turn of a graph without a plan. Defaults to a plan. */
  readonly direct?: string | undefined;
}

/**
 * Creates the decision function for the edges of a graph and for the chosen node. It decides from values alone, without
 * waiting or writing.
 *
 * @internal
 */
export function routerDecision(state: StateDeclaration, options: DecisionOptions): Decide {
  const { registry, limits, clock = systemClock, parallel, onStepFailure, direct } = options;

  const stored = (update: SeedStateUpdate, now: string) => declaredOnly(state, withStoredStop(state, update, now));

  return (values, { killReason = null, threadId, now = clock.now() } = {}) => {
    const current = routeValues(values);
    const stopped: SeedStateUpdate = killReason === null ? {} : killedUpdate(current, killReason, now);
    const alive = killReason === null ? current : routeValues({ ...current, ...stopped });
    const passed =
      onStepFailure === undefined ? {} : passedFailures(alive, { registry, limits, now, policy: onStepFailure });
    const seen = Object.keys(passed).length === 0 ? alive : routeValues({ ...alive, ...passed });
    const rejected = routeAfterRejection(seen);
    const waits = (ofStep: AgentValues, agent: string) =>
      missingApproval(ofStep, agent, { now, threadId }, options) !== null;
    const together = parallel === undefined ? undefined : { ...parallel, waits };
    const decided = rejected ?? decideRoute(seen, { registry, limits, now, parallel: together, direct });
    const route = hasNode(decided) ? decided : missingNode(decided);
    const rowsFor = (taken: Route) => () =>
      explainRoute(seen, { registry, limits, now, parallel: together, direct }).map((row) => ({
        ...row,
        taken: row.taken && conditionOf(taken) === row.condition,
      }));
    const requests = rejected === null ? approvalsFor(seen, route, { now, threadId }) : [];
    const [request = null] = requests;
    // A declined request is not repeated within a turn: a retried agent would ask forever.
    const ended = request === null ? null : routeIfDeclined(seen, request);
    if (request !== null && ended === null) {
      const update = () =>
        stored(
          {
            ...stopped,
            ...passed,
            ...routeUpdate(seen, { to: "approval", because: "a person has to approve" }, now),
            execution_pending_approvals: Object.fromEntries(requests.map((each) => [each.id, each])),
          },
          now,
        );
      const asked: Route = { to: "approval", because: "a person has to approve" };
      return { route, next: "approval", steps: [], stores: false, request, update, rows: rowsFor(asked) };
    }
    const taken = ended ?? route;
    const steps = taken.to === "steps" ? taken.steps : [];
    const update = () =>
      stored(
        {
          ...stopped,
          ...passed,
          ...routeUpdate(seen, taken, now),
          ...planProgressUpdate(seen, taken, now),
          ...handoffUpdate(seen, taken, now),
        },
        now,
      );
    // The steps cannot write this part of the decision.
    const stores = steps.length > 0 && Object.keys(passed).length > 0;
    return { route: taken, next: nodeOf(taken), steps, stores, request: null, update, rows: rowsFor(taken) };
  };

  /**
   * False for a node that no longer exists. A thread may be older than the graph, and LangGraph would end its run
   * silently.
   */
  function hasNode(route: Route): boolean {
    return route.to !== "retry" || isBuiltInNode(route.node) || registry.find(route.node) !== null;
  }

  /** Requests that must be answered before the route is taken. */
  function approvalsFor(values: AgentValues, route: Route, moment: ApprovalMoment): readonly ApprovalRequest[] {
    if (route.to === "steps") {
      return route.steps.flatMap((run) => {
        const ofStep = valuesOfStep(values, run, moment.now);
        return missingApproval(ofStep, run.agent, moment, options) ?? [];
      });
    }
    const agent =
      route.to === "agent" ? route.agent : route.to === "retry" ? registry.find(route.node)?.name : undefined;
    return agent === undefined ? [] : [missingApproval(values, agent, moment, options) ?? []].flat();
  }

  function handoffUpdate(values: AgentValues, route: Route, now: string): SeedStateUpdate {
    const step = currentStep(values);
    // A handoff by an agent is not a plan step. The next step starts after it.
    if (route.to !== "agent" || step === null || pendingHandoff(values) !== null) return {};
    const turn = values.runtime_turn_id ?? "turn_0";
    const handoffId = eventIdOf("handoff", turn, String(values.planning_current_step_index ?? 0), route.agent);
    const decision = handoffForStep(values, step, { registry, now, handoffId });
    return decision.outcome === "handedOff" ? decision.update : {};
  }
}

/** Update of the plan for a route: earlier steps are completed, and the next step has started. */
function planProgressUpdate(values: AgentValues, route: Route, now: string): SeedStateUpdate {
  const plan = hasPlan(values) ? values.planning_execution_plan : null;
  const index = values.planning_current_step_index ?? 0;
  if (plan === null || route.to !== "agent" || index >= plan.steps.length || pendingHandoff(values) !== null) return {};
  const next = beginStep(plan, { index, now, resultOf: stepResultReader(values) });
  return next === plan ? {} : { planning_execution_plan: next };
}

/** Types the values of a state, in which every field may be missing. */
const routeValues = (values: object): AgentValues => withFlags(values);

const missingNode = (route: Route): Route => ({
  to: "error",
  because: `this graph no longer has a node ${nodeOf(route)}`,
});

/** Route if this request was already declined. Null while it may be asked. */
function routeIfDeclined(values: AgentValues, { id }: ApprovalRequest): Route | null {
  const declined = declinedApprovals(values).find((request) => request.id === id);
  return declined === undefined ? null : { to: "respond", because: `"${declined.stepObjective}" was not approved` };
}

/** Route after a rejection: the run continues with its answer. */
function routeAfterRejection(values: AgentValues): Route | null {
  const [declined] = declinedApprovals(values);
  if (declined === undefined || values.control_has_error === true || values.control_is_killed === true) return null;
  return { to: "respond", because: `"${declined.stepObjective}" was not approved` };
}
