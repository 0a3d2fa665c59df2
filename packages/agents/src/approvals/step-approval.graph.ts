import { type ApprovalRequest, type HandoffRecord, type PlanStep, stepAgent } from "@tidemark/core-state";
import { agentControlDefaults, hasPlan, type JsonObject } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { AgentValues } from "../kernel/agent-values.ts";
import { type ApprovalPolicy, needsApproval } from "./policy.ts";
import { PLAN_APPROVAL, planApprovalPayload, requestApproval } from "./request.ts";
import { approvalRequests } from "./state.ts";
import { instantAfter } from "../kernel/clock.ts";
import { directedAgent } from "../roster/directed-mode.ts";
import { isOfTurn, pendingHandoff } from "../handoffs/handoff.ts";
import type { AgentDescription } from "../roster/agent-description.ts";
import { checkInputs } from "../roster/agent-inputs.ts";
import type { AgentRegistry } from "../roster/registry.ts";
import { currentStep } from "../plans/plan-in-sight.ts";

/** What approvals of an assembled graph are decided by. */
export interface RouterApprovalOptions {
  readonly registry: Pick<AgentRegistry, "find" | "withCapability">;
  readonly approvals?: ApprovalPolicy<AgentValues> | undefined;
  /** Seconds after which a request expires. Defaults to no limit. */
  readonly approvalSeconds?: number | undefined;
}

/** Where and when an agent is about to run. */
export interface ApprovalMoment {
  readonly now: string;
  readonly threadId: string | undefined;
}

/** One thing that a person may have to approve before an agent runs. */
export interface ApprovalPart {
  readonly id: string;
  readonly capability: string;
  readonly objective: string;
  readonly payload: JsonObject;
  readonly step: PlanStep | null;
  readonly inputs: ApprovalInputs;
}

/** Inputs of the work that waits for approval. */
interface ApprovalInputs {
  /** Parameters of the step, or the payload of the handoff. */
  readonly parameters: JsonObject;
  /** Contexts that the step reads, by type. */
  readonly contexts: JsonObject;
}

const NO_INPUTS: ApprovalInputs = { parameters: {}, contexts: {} };

/**
 * Gives the approvals that the work of an agent depends on, in the order in which people are asked: the plan as a whole, then
 * its step; or the handoff; or the user's own choice of this agent.
 */
export function approvalParts(
  values: AgentValues,
  agent: string,
  registry: RouterApprovalOptions["registry"],
): readonly ApprovalPart[] {
  const turn = values.runtime_turn_id ?? "turn_0";
  const handed = handedTo(values, agent);
  const task = values.task_current_task ?? values.task_user_input ?? agent;
  if (handed !== null) {
    const objective = handed.explanation ?? `Go on with the work of "${handed.fromAgentId}"`;
    const payload = { ...handed.payload };
    return [
      {
        id: handed.handoffId,
        capability: agent,
        objective,
        payload,
        step: null,
        inputs: { parameters: payload, contexts: {} },
      },
    ];
  }
  const step = currentStep(values);
  const plan = hasPlan(values) ? values.planning_execution_plan : null;
  if (plan === null || step === null || directedAgent(values) === agent || doerOf(step, registry) !== agent) {
    const payload = { agent, task, parameters: null, inputs: null };
    return [
      { id: `${turn}:agent:${agent}`, capability: agent, objective: task, payload, step: null, inputs: NO_INPUTS },
    ];
  }
  const id = (part: string): string => `${turn}:${plan.planId ?? "plan"}:${part}`;
  const whole: ApprovalPart = {
    id: id("plan"),
    capability: PLAN_APPROVAL,
    objective: plan.query ?? "Carry out the plan",
    payload: planApprovalPayload(plan),
    step: null,
    inputs: NO_INPUTS,
  };
  const own: ApprovalPart = {
    id: id(String(values.planning_current_step_index ?? 0)),
    capability: agent,
    objective: step.task ?? step.taskObjective ?? agent,
    payload: stepPayload(agent, step),
    step,
    inputs: { parameters: { ...step.parameters }, contexts: contextsOf(values, step) },
  };
  return [whole, own];
}

/** The handoff by which an agent runs; also when it failed and is tried again, under the approval that it had. */
function handedTo(values: AgentValues, agent: string): HandoffRecord | null {
  const latest = values.execution_handoff_history?.at(-1);
  const failed = values.control_has_error === true && values.control_error_info?.node === agent;
  const again = failed && latest !== undefined && latest.reason !== "plan_step" && isOfTurn(latest, values);
  const handed = again ? latest : pendingHandoff(values);
  return handed?.toAgentId === agent ? handed : null;
}

/** The payload with which a step of a plan asks for approval. */
export function stepPayload(agent: string, { task, taskObjective, parameters, inputs }: PlanStep): JsonObject {
  return {
    agent,
    task: task ?? taskObjective ?? "",
    parameters: parameters ?? null,
    inputs: inputs?.map((each) => ({ ...each })) ?? null,
  };
}

/** The request that has to be answered before an agent may run; null when nobody has to be asked. */
export function missingApproval(
  values: AgentValues,
  agent: string,
  moment: ApprovalMoment,
  options: RouterApprovalOptions,
): ApprovalRequest | null {
  const known = approvalRequests(values);
  for (const part of approvalParts(values, agent, options.registry)) {
    if (!needed(values, part, options)) continue;
    const request = requestFor(part, moment, options);
    // What was approved has to be what would run now.
    const before = known[request.id];
    if (before?.status !== "approved" || before.hash !== request.hash) return request;
  }
  return null;
}

/** The approval under which an agent runs now, the most specific one; null when it runs without one. */
export function grantedApproval(
  values: AgentValues,
  agent: string,
  moment: ApprovalMoment,
  options: RouterApprovalOptions,
): ApprovalRequest | null {
  const known = approvalRequests(values);
  const granted = approvalParts(values, agent, options.registry).map((part) => {
    const before = known[part.id];
    return before?.status === "approved" && before.hash === requestFor(part, moment, options).hash ? before : null;
  });
  return granted.findLast((each) => each !== null) ?? null;
}

/** Inputs as the agent's schema parses them; null when they do not satisfy it. */
function parsedInputs(agent: AgentDescription | null, { parameters, contexts }: ApprovalInputs): JsonObject | null {
  if (agent === null) return { ...parameters, ...contexts };
  const check = checkInputs(agent, parameters);
  return check.ok ? { ...check.inputs, ...contexts } : null;
}

function needed(values: AgentValues, part: ApprovalPart, { registry, approvals = {} }: RouterApprovalOptions): boolean {
  const { capability, step } = part;
  const agent = registry.find(capability);
  const inputs = parsedInputs(agent, part.inputs);
  const call = {
    capability,
    step,
    inputs: inputs ?? {},
    ...(agent !== null && { capabilities: agent.capabilities, ...(agent.readOnly === true && { writes: false }) }),
  };
  // A state without settings has the safe ones.
  const { agent_control = agentControlDefaults() } = values;
  // A rule decides by inputs that satisfy their schema; about any others a person decides.
  const asks = inputs === null && typeof approvals[capability] === "function";
  const policy = asks ? { ...approvals, [capability]: () => true } : approvals;
  return needsApproval({ ...values, agent_control }, call, policy).needed;
}

const requestFor = (
  { id, capability, objective: stepObjective, payload }: ApprovalPart,
  { now, threadId }: ApprovalMoment,
  { approvalSeconds }: RouterApprovalOptions,
): ApprovalRequest => {
  const expiresAt = approvalSeconds === undefined ? null : instantAfter(now, approvalSeconds);
  return requestApproval({ id, capability, stepObjective, payload, now, expiresAt, threadId });
};

/** The agent that does a step: by its name, or the first that has the capability. */
export function doerOf(step: PlanStep, { find, withCapability }: RouterApprovalOptions["registry"]): string | null {
  const named = stepAgent(step);
  if (named === null) return null;
  return find(named)?.name ?? withCapability(named).find(({ system }) => !system)?.name ?? null;
}

/** The contexts that a step names, by type; those that are not stored are left out. */
function contextsOf({ capability_context_data: stored = {} }: AgentValues, { inputs }: PlanStep): JsonObject {
  const read = (inputs ?? []).flatMap((each) =>
    Object.entries(each).flatMap(([type, key]) => {
      const entries: unknown = Object.hasOwn(stored, type) ? stored[type] : undefined;
      const found: unknown = isPlainRecord(entries) && Object.hasOwn(entries, key) ? entries[key] : undefined;
      return found === undefined ? [] : [[type, found] as const];
    }),
  );
  return Object.fromEntries(read);
}
