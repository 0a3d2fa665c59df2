import { Command, END, type LangGraphRunnableConfig } from "@langchain/langgraph";
import {
  type AgentStateUpdate,
  type ApprovalRequest,
  hasPlan,
  type JsonObject,
  type Plan,
  type StateDeclaration,
} from "@tidemark/core-state";
import type { GraphValueOf } from "@tidemark/core-state/langgraph";
import { type CommitPolicies, systemClock } from "@tidemark/state-manager";
import { rootWriter } from "@tidemark/state-manager/langgraph";
import { type ApprovalPolicy, needsApproval } from "../approval-policy.ts";
import { PLAN_APPROVAL, planApprovalPayload, requestApproval } from "../approval-request.ts";
import { declinedApprovals } from "../approval-declined.ts";
import { approvalRequests, COMMIT_APPROVAL } from "../approval-state.ts";
import { isInfrastructure, pause } from "../backoff.ts";
import { instantAfter } from "../clock.ts";
import { eventIdOf } from "../event-stamper.ts";
import { pendingHandOff } from "../hand-off.ts";
import { handOffForStep } from "../hand-off-step.ts";
import { killed } from "../kill.ts";
import { failed } from "../node-outcome.ts";
import { beginStep } from "../plan-tracking.ts";
import type { AgentRegistry } from "../registry.ts";
import type { Route } from "../route-decision.ts";
import type { RouteValues } from "../route-facts.ts";
import { currentStep } from "../route-plan.ts";
import { nodeOf, routed } from "../route-update.ts";
import { decideRoute } from "../route.ts";
import { resultsIn } from "./answer-nodes.ts";
import { passesOn } from "./recorded.ts";
import type { StopOptions } from "./stoppable.ts";

/** What the router decides by. */
export interface RouterOptions<State extends StateDeclaration> extends StopOptions {
  readonly registry: AgentRegistry;
  /** When a person has to approve what an agent is about to do. */
  readonly approvals?: ApprovalPolicy;
  /** What happens to proposals whose field has moved on. */
  readonly policies?: CommitPolicies<State>;
  /** How long a request for approval waits, in seconds; for ever when not said. */
  readonly approvalSeconds?: number;
}

/**
 * Makes the node that decides who comes next: it commits what was proposed, asks for approval where that is needed, keeps the
 * plan's statuses true, waits before another attempt, and goes where `decideRoute` says.
 *
 * Every other node goes back to it, except those that answer. `control_next_agent` says where it went.
 */
export function routerNode<State extends StateDeclaration>(
  state: State,
  options: RouterOptions<State>,
): (values: GraphValueOf<State>, config: LangGraphRunnableConfig) => Promise<Command | Command[]> {
  const { registry, runs, limits, policies, clock = systemClock, timer = systemClock } = options;
  const commit = rootWriter(state, { ...(policies !== undefined && { policies }), clock });

  return async (values, config) => {
    const startedAt = clock.now();
    try {
      return await decide(values, config);
    } catch (error) {
      if (passesOn(error) || config.signal?.aborted === true) {
        runs?.leave(config);
        throw error;
      }
      // Whoever decides cannot be asked what to do about it: the run ends with an answer that says so.
      const failure = failed(routeValues(values), { node: "router", step: null, error, startedAt, now: clock.now() });
      return go({ ...failure, control_next_agent: "error" }, "error");
    }
  };

  async function decide(values: GraphValueOf<State>, config: LangGraphRunnableConfig): Promise<Command | Command[]> {
    if (needsCommit(values)) {
      const written = commit(values, config);
      const updates = Array.isArray(written) ? written : [new Command({ update: { ...written } })];
      return [...updates, new Command({ goto: "router" })];
    }
    const run = runs?.enter(config);
    let sight = look(values, { killReason: run?.reason() ?? null });
    if (sight.route.to === "retry") {
      const signals = [config.signal, run?.signal].filter((each) => each !== undefined);
      await pause(sight.route.delaySeconds, { ...clock, wait: timer.wait }, AbortSignal.any(signals));
      config.signal?.throwIfAborted();
      // While nobody worked the run may have been killed, or its time may have run out.
      sight = look(values, { killReason: run?.reason() ?? null, hasPaused: true });
    }
    const { now, seen, stopped, route, request } = sight;
    if (request !== null) {
      const waiting = routed(seen, { to: "approval", because: "a person has to approve" }, now);
      return go({ ...stopped, ...waiting, execution_pending_approvals: { [request.id]: request } }, "approval");
    }
    const next = nodeOf(route);
    if (next === null) runs?.leave(config);
    return go(
      { ...stopped, ...routed(seen, route, now), ...tracked(seen, route, now), ...handOff(seen, route, now) },
      next,
    );
  }

  /** What the values lead to at this moment; a run that was killed meanwhile counts as killed. */
  function look(values: object, moment: { killReason: string | null; hasPaused?: boolean }) {
    const { killReason, hasPaused = false } = moment;
    const now = clock.now();
    const known = routeValues(values);
    const stopped: AgentStateUpdate = killReason === null ? {} : killed(known, killReason, now);
    const seen = routeValues({ ...known, ...stopped });
    const rejected = rejection(seen);
    const decided =
      rejected ?? decideRoute(seen, { registry, ...(limits !== undefined && { limits }), now, hasPaused });
    const route = hasNode(decided) ? decided : lost(decided);
    return { now, seen, stopped, route, request: rejected === null ? approvalFor(seen, route, now) : null };
  }

  /** A thread may come from a time when the graph had other nodes; the host would end its run without a word. */
  function hasNode(route: Route): boolean {
    return route.to !== "retry" || isInfrastructure(route.node) || registry.find(route.node) !== null;
  }

  function go(update: AgentStateUpdate, next: string | null): Command {
    const declared = Object.entries(update).filter(([name]) => Object.hasOwn(state.fields, name));
    return new Command({ update: Object.fromEntries(declared), goto: next ?? END });
  }

  /** The request that has to be answered before the route may be taken; null when nobody has to be asked. */
  function approvalFor(values: RouteValues, route: Route, now: string): ApprovalRequest | null {
    const plan = hasPlan(values) ? values.planning_execution_plan : null;
    if (route.to !== "agent") return null;
    const { approvals = {}, approvalSeconds } = options;
    const known = approvalRequests(values);
    const expiresAt = approvalSeconds === undefined ? null : instantAfter(now, approvalSeconds);
    const ask = (id: string, capability: string, about: { objective: string; payload: JsonObject }) => {
      if (!needsApproval(values, { capability }, approvals).needed) return null;
      const request = requestApproval({
        id,
        capability,
        stepObjective: about.objective,
        payload: about.payload,
        now,
        expiresAt,
      });
      // What was approved has to be what would run now.
      return known[id]?.status === "approved" && known[id].hash === request.hash ? null : request;
    };
    const handed = pendingHandOff(values);
    if (handed !== null) {
      const objective = handed.explanation ?? `Go on with the work of "${handed.fromAgentId}"`;
      return ask(handed.handoffId, handed.toAgentId, { objective, payload: { ...handed.payload } });
    }
    if (plan === null) return null;
    const whole = ask(idOf(plan, values, "plan"), PLAN_APPROVAL, {
      objective: plan.query ?? "Carry out the plan",
      payload: planApprovalPayload(plan),
    });
    if (whole !== null) return whole;
    const step = currentStep(values);
    if (step === null) return null;
    const { task, taskObjective, parameters = null, inputs = null } = step;
    const payload: JsonObject = {
      agent: route.agent,
      task: task ?? taskObjective ?? "",
      parameters,
      inputs: inputs === null ? null : inputs.map((each) => ({ ...each })),
    };
    const index = values.planning_current_step_index ?? 0;
    return ask(idOf(plan, values, String(index)), route.agent, {
      objective: task ?? taskObjective ?? route.agent,
      payload,
    });
  }

  function handOff(values: RouteValues, route: Route, now: string): AgentStateUpdate {
    const step = currentStep(values);
    // What an agent handed on is no step of the plan; the step that is next begins after it.
    if (route.to !== "agent" || step === null || pendingHandOff(values) !== null) return {};
    const turn = values.runtime_turn_id ?? "turn_0";
    const handoffId = eventIdOf("handoff", turn, String(values.planning_current_step_index ?? 0), route.agent);
    const decision = handOffForStep(values, step, { registry, now, handoffId });
    return decision.outcome === "handedOff" ? decision.update : {};
  }
}

/** The plan as it is once the route is taken: what was done is completed, and the step that is next has begun. */
function tracked(values: RouteValues, route: Route, now: string): AgentStateUpdate {
  const plan = hasPlan(values) ? values.planning_execution_plan : null;
  const index = values.planning_current_step_index ?? 0;
  if (plan === null || route.to !== "agent" || index >= plan.steps.length || pendingHandOff(values) !== null) return {};
  const next = beginStep(plan, { index, now, resultOf: resultsIn(values) });
  return next === plan ? {} : { planning_execution_plan: next };
}

/** Every value of it may be missing. */
const routeValues = (values: object): RouteValues => values;

const lost = (route: Route): Route => ({ to: "error", because: `${nodeOf(route)} is no node of this graph any more` });

/** A commit leaves some proposals open: those have been looked at, and wait for an answer. */
function needsCommit({ control_proposals: proposals, execution_pending_approvals: requests }: WithProposals): boolean {
  if (!Array.isArray(proposals) || proposals.length === 0) return false;
  const isNew = proposals.some((each: unknown) => Reflect.get(Object(each), "openSince") === undefined);
  const asked = Object.values(approvalRequests({ execution_pending_approvals: requests }));
  return isNew || asked.some(({ approvalType, status }) => approvalType === COMMIT_APPROVAL && status !== "pending");
}

interface WithProposals {
  readonly control_proposals?: unknown;
  readonly execution_pending_approvals?: unknown;
}

/** What a person did not approve is not done: the run goes on to its answer. */
function rejection(values: RouteValues): Route | null {
  const [said] = declinedApprovals(values);
  if (said === undefined || values.control_has_error === true || values.control_is_killed === true) return null;
  return { to: "respond", because: `"${said.stepObjective}" was not approved` };
}

/** The same for a router that runs again, another for another plan. */
const idOf = (plan: Plan, values: RouteValues, part: string): string =>
  `${values.runtime_turn_id ?? "turn_0"}:${plan.planId ?? "plan"}:${part}`;
