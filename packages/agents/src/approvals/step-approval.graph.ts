import { type ApprovalRequest, type HandoffRecord, type PlanStep } from "@tidemark/core-state";
import { agentControlDefaults, hasPlan, type JsonObject, stepAgent } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { AgentValues } from "../kernel/agent-values.ts";
import { isSigned, requesterIn, whenIn } from "@tidemark/state-manager/internal";
import { type ApprovalPolicy, approversFrom, needsApproval } from "./policy.ts";
import { PLAN_APPROVAL, planApprovalPayload, planRequestId, requestApproval } from "./request.ts";
import { approvalRequests } from "./state.ts";
import { instantAfter } from "../kernel/clock.ts";
import { directedAgent } from "../roster/directed-mode.ts";
import { isOfTurn, pendingHandoff } from "../handoffs/handoff.ts";
import type { AgentDescription } from "../roster/agent-description.ts";
import { checkInputs, shownInputs } from "../roster/agent-inputs.ts";
import type { AgentRegistry } from "../roster/registry.ts";
import { currentStep } from "../plans/stored-plan.ts";

/** Approval options of a graph created by `createAgentGraph`. */
export interface RouterApprovalOptions {
  readonly registry: Pick<AgentRegistry, "find" | "withCapability">;
  readonly approvals?: ApprovalPolicy<AgentValues> | undefined;
  /** Seconds until a request expires. Defaults to no limit. */
  readonly approvalSeconds?: number | undefined;
}

/** Time and thread of an agent's run. */
export interface ApprovalMoment {
  readonly now: string;
  readonly threadId: string | undefined;
}

/** Work that a person may have to approve before an agent runs. */
export interface ApprovalPart {
  readonly id: string;
  readonly capability: string;
  readonly objective: string;
  readonly payload: JsonObject;
  readonly step: PlanStep | null;
  readonly inputs: ApprovalInputs;
}

/** Inputs of the pending work. */
interface ApprovalInputs {
  /** Parameters of the step, or the payload of the handoff. */
  readonly parameters: JsonObject;
  /** Contexts that the step reads, by type. */
  readonly contexts: JsonObject;
}

const NO_INPUTS: ApprovalInputs = { parameters: {}, contexts: {} };

/**
 * Returns the approvals that an agent's work depends on, in the order in which people are asked: the plan and then its
 * step; or the handoff; or the user's direct choice of this agent.
 */
export function approvalParts(
  values: AgentValues,
  agent: string,
  registry: RouterApprovalOptions["registry"],
): readonly ApprovalPart[] {
  const turn = values.runtime_turn_id ?? "turn_0";
  const handoff = handedTo(values, agent);
  const task = values.task_current_task ?? values.task_user_input ?? agent;
  if (handoff !== null) {
    const objective = handoff.explanation ?? `Continue the work of ${handoff.fromAgentId}`;
    const payload = shownInputs(registry.find(agent), { ...handoff.payload });
    return [
      {
        id: handoff.handoffId,
        capability: agent,
        objective,
        payload,
        step: null,
        inputs: { parameters: { ...handoff.payload }, contexts: {} },
      },
    ];
  }
  const step = currentStep(values);
  const plan = hasPlan(values) ? values.planning_execution_plan : null;
  if (plan === null || step === null || directedAgent(values) === agent || agentForStep(step, registry) !== agent) {
    const payload = { agent, task, parameters: null, inputs: null };
    return [
      { id: `${turn}:agent:${agent}`, capability: agent, objective: task, payload, step: null, inputs: NO_INPUTS },
    ];
  }
  const id = (part: number | "plan"): string => planRequestId(turn, plan, part);
  const whole: ApprovalPart = {
    id: id("plan"),
    capability: PLAN_APPROVAL,
    objective: plan.query ?? "Carry out the plan",
    payload: planApprovalPayload(plan),
    step: null,
    inputs: NO_INPUTS,
  };
  const own: ApprovalPart = {
    id: id(values.planning_current_step_index ?? 0),
    capability: agent,
    objective: step.task ?? step.taskObjective ?? agent,
    payload: stepPayload(agent, step, registry),
    step,
    inputs: { parameters: { ...step.parameters }, contexts: contextsOf(values, step) },
  };
  return [whole, own];
}

/** Handoff under which an agent runs. A retry after a failure runs under the same handoff and approval. */
function handedTo(values: AgentValues, agent: string): HandoffRecord | null {
  const latest = values.execution_handoff_history?.at(-1);
  const failed = values.control_has_error === true && values.control_error_info?.node === agent;
  const again = failed && latest !== undefined && latest.reason !== "plan_step" && isOfTurn(latest, values);
  const handoff = again ? latest : pendingHandoff(values);
  return handoff?.toAgentId === agent ? handoff : null;
}

/** Payload of a plan step's approval request, with the parameters that the agent receives. */
export function stepPayload(
  agent: string,
  { task, taskObjective, parameters: given, inputs }: PlanStep,
  registry: Pick<RouterApprovalOptions["registry"], "find">,
): JsonObject {
  const shown = shownInputs(registry.find(agent), { ...given });
  const parameters = (given ?? null) === null && Object.keys(shown).length === 0 ? null : shown;
  return {
    agent,
    task: task ?? taskObjective ?? "",
    parameters,
    inputs: inputs?.map((input) => ({ ...input })) ?? null,
  };
}

/** Returns the request that must be approved before an agent may run. Null if no approval is needed. */
export function missingApproval(
  values: AgentValues,
  agent: string,
  moment: ApprovalMoment,
  options: RouterApprovalOptions,
): ApprovalRequest | null {
  const requests = approvalRequests(values);
  for (const part of approvalParts(values, agent, options.registry)) {
    if (!needsPerson(values, part, options)) continue;
    const request = requestFor(part, moment, options);
    const before = requests[request.id];
    // The approved content must equal what would run now.
    if (before?.hash !== request.hash) return request;
    // People may have approved it already.
    if (before.status === "pending") return before;
    if (before.status !== "approved" || !isSignedNow(before, values, options)) return request;
  }
  return null;
}

/** Returns the approvals under which an agent runs, the most specific one last. Empty if it runs without one. */
export function grantedApprovals(
  values: AgentValues,
  agent: string,
  moment: ApprovalMoment,
  options: RouterApprovalOptions,
): readonly ApprovalRequest[] {
  const requests = approvalRequests(values);
  return approvalParts(values, agent, options.registry).flatMap((part) => {
    const before = requests[part.id];
    return before?.status === "approved" &&
      before.hash === requestFor(part, moment, options).hash &&
      isSignedNow(before, values, options)
      ? [before]
      : [];
  });
}

const isSignedNow = (
  request: ApprovalRequest,
  values: AgentValues,
  { approvals }: Pick<RouterApprovalOptions, "approvals">,
): boolean => isSigned(request, approversFrom(approvals)(request), requesterIn(values));

/** Inputs parsed with the agent's schema. Null if they are invalid. */
function parsedInputs(agent: AgentDescription | null, { parameters, contexts }: ApprovalInputs): JsonObject | null {
  if (agent === null) return { ...parameters, ...contexts };
  const check = checkInputs(agent, parameters);
  return check.ok ? { ...check.inputs, ...contexts } : null;
}

function needsPerson(
  values: AgentValues,
  part: ApprovalPart,
  { registry, approvals = {} }: RouterApprovalOptions,
): boolean {
  const { capability, step } = part;
  const agent = registry.find(capability);
  const inputs = parsedInputs(agent, part.inputs);
  const call = {
    capability,
    step,
    inputs: inputs ?? {},
    ...(agent !== null && { capabilities: agent.capabilities, ...(agent.readOnly === true && { writes: false }) }),
  };
  // A state without settings uses the safe defaults.
  const { agent_control = agentControlDefaults() } = values;
  // Rules decide only on valid inputs. A person decides on invalid ones.
  const asks = inputs === null && typeof whenIn(approvals[capability]) === "function";
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

/** Agent that does a step: the named agent, or the first agent with the capability. */
export function agentForStep(
  step: PlanStep,
  { find, withCapability }: RouterApprovalOptions["registry"],
): string | null {
  const named = stepAgent(step);
  if (named === null) return null;
  return find(named)?.name ?? withCapability(named).find(({ system }) => !system)?.name ?? null;
}

/** Contexts that a step reads, by type. Missing ones are skipped. */
function contextsOf({ capability_context_data: stored = {} }: AgentValues, { inputs }: PlanStep): JsonObject {
  const read = (inputs ?? []).flatMap((input) =>
    Object.entries(input).flatMap(([type, key]) => {
      const entries: unknown = Object.hasOwn(stored, type) ? stored[type] : undefined;
      const found: unknown = isPlainRecord(entries) && Object.hasOwn(entries, key) ? entries[key] : undefined;
      return found === undefined ? [] : [[type, found] as const];
    }),
  );
  return Object.fromEntries(read);
}
