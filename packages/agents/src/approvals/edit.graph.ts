import { type ApprovalRequest, type Plan, PlanStep } from "@tidemark/core-state";
import { hasPlan, type JsonObject } from "@tidemark/core-state/internal";
import { digest } from "@tidemark/state-manager";
import type { AgentValues } from "../kernel/agent-values.ts";
import { z } from "zod";
import { approvalHash, PLAN_APPROVAL, planApprovalPayload, planRequestId } from "./request.ts";
import { approvalRequests } from "./state.ts";
import { pendingHandoff } from "../handoffs/handoff.ts";
import { handoffOf, outcomeOf } from "../parallel/outcomes.ts";
import { valuesOfStep } from "../parallel/step-view.ts";
import { isSettled } from "../plans/order.ts";
import { checkPlan } from "../plans/check.ts";
import { type AnswerIssue, issuesOf } from "../plans/issues.ts";
import { shownInputs } from "../roster/agent-inputs.ts";
import type { AgentRegistry } from "../roster/registry.ts";
import { currentStep } from "../plans/stored-plan.ts";
import type { EditedWork, WorkEdit } from "./work.graph.ts";
import { approvalParts, agentForStep, stepPayload } from "./step-approval.graph.ts";

/**
 * Creates the function with which a graph of `createAgentGraph` applies an approved edit to the next step, the plan or the
 * handoff.
 *
 * The agent of a step and the completed steps of a plan cannot be edited. An edit is valid only if the work that runs
 * afterwards has exactly the edited payload.
 */
export const workEdit =
  (registry: AgentRegistry): WorkEdit =>
  (request, values) => {
    const thread: AgentValues = values;
    const agentValues = valuesOfRequest(request, thread);
    const plan = hasPlan(thread) ? thread.planning_execution_plan : null;
    const step = currentStep(agentValues);
    const agent =
      request.approvalType === PLAN_APPROVAL && step !== null ? agentForStep(step, registry) : request.capability;
    const part = approvalParts(agentValues, agent ?? "", registry).find(({ id }) => id === request.id);
    if (part === undefined) return unfit("", "the requested work is no longer next");
    if (pendingHandoff(agentValues)?.handoffId === request.id) return editedHandoff(request, thread, registry);
    if (plan === null || step === null) return unfit("", "only a step, a plan or a handoff can be edited");
    if (part.capability === PLAN_APPROVAL) return editedPlan(request, { values: agentValues, plan, registry });
    if (part.step === null) return unfit("", "only a step, a plan or a handoff can be edited");
    return editedStep(request, { values: agentValues, plan, registry });
  };

/** Values as the requested work sees them: several steps may be in progress. */
function valuesOfRequest({ id, requestedAt }: ApprovalRequest, values: AgentValues): AgentValues {
  if (!hasPlan(values)) return values;
  const { planning_execution_plan: plan } = values;
  for (const [index, step] of plan.steps.entries()) {
    if (isSettled(step)) continue;
    if (planRequestId(values.runtime_turn_id, plan, index) === id) {
      return { ...values, planning_current_step_index: index };
    }
    const handoff = handoffOf(values, outcomeOf(values, step, index));
    if (handoff?.handoffId === id) return valuesOfStep(values, { index, agent: handoff.toAgentId }, requestedAt);
  }
  return values;
}

interface Work {
  readonly values: AgentValues;
  readonly plan: Plan;
  readonly registry: AgentRegistry;
}

/** True for equal JSON, regardless of key order. */
const same = (one: unknown, other: unknown): boolean => digest(one ?? null) === digest(other ?? null);

const unfit = (path: string, message: string): EditedWork => ({ ok: false, issues: [{ path, message }] });

const StepPayload = z.strictObject({
  agent: z.string(),
  task: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullable(),
  inputs: z.array(z.record(z.string(), z.string())).nullable(),
});

function editedStep(request: ApprovalRequest, { values, plan, registry }: Work): EditedWork {
  const parsed = StepPayload.safeParse(request.payload);
  if (!parsed.success) return { ok: false, issues: issuesOf(parsed.error) };
  const { agent, task, parameters, inputs } = parsed.data;
  if (agent !== request.capability)
    return unfit("agent", `expected "${request.capability}": the agent cannot be edited`);
  const index = values.planning_current_step_index ?? 0;
  const steps = plan.steps.map((step, position) =>
    position === index ? { ...step, ...taskOf(step, task), parameters, inputs } : step,
  );
  const edited: Plan = { ...plan, steps };
  const issues = planIssues(edited, { values, plan, registry }).map((issue) => withinStep(issue, index));
  if (issues.length > 0) return { ok: false, issues };
  const [next] = steps.slice(index);
  const changed = changedInputs(agent, parameters ?? {}, registry);
  if (changed !== null) return unfit("parameters", changed);
  if (next === undefined || !same(stepPayload(agent, next, registry), request.payload)) return unfit("", UNLIKE);
  return { ok: true, update: { planning_execution_plan: edited }, requests: keepPlanApproval(values, plan, edited) };
}

/** What the schema of an agent makes of edited inputs, so that they are not what runs. Null if it changes nothing. */
function changedInputs(agent: string, given: JsonObject, { find }: Pick<AgentRegistry, "find">): string | null {
  const shown = shownInputs(find(agent), given);
  return same(shown, given) ? null : `become ${JSON.stringify(shown)}: send these`;
}

/** Writes a task under the property names that the step already uses. */
function taskOf(step: PlanStep, task: string): Pick<PlanStep, "task" | "taskObjective"> {
  const named = step.task !== undefined || step.taskObjective === undefined;
  return { ...(named && { task }), ...(step.taskObjective !== undefined && { taskObjective: task }) };
}

const PlanPayload = z.strictObject({
  planId: z.string().optional(),
  query: z.string().optional(),
  summary: z.string().optional(),
  steps: z.array(PlanStep),
});

function editedPlan(request: ApprovalRequest, { values, plan, registry }: Work): EditedWork {
  const parsed = PlanPayload.safeParse(request.payload);
  if (!parsed.success) return { ok: false, issues: issuesOf(parsed.error) };
  const { planId, query, summary, steps } = parsed.data;
  if (planId !== plan.planId || query !== plan.query)
    return unfit("", "the id and the query of a plan cannot be edited");
  const index = values.planning_current_step_index ?? 0;
  const before = planSteps(plan);
  const after = planSteps({ steps });
  const done = [...plan.steps.keys()].filter((position) => position < index || isSettled(plan.steps[position]));
  const redone = done.find((position) => !same(before[position], after[position]));
  if (redone !== undefined) return unfit(`steps[${redone}]`, "this step has been done and cannot be edited");
  const { summary: _summary, ...rest } = plan;
  const kept = steps.map((step, position) =>
    same(before[position], after[position]) ? (plan.steps[position] ?? step) : step,
  );
  const edited: Plan = { ...rest, ...(summary !== undefined && { summary }), steps: kept };
  const issues = planIssues(edited, { values, plan, registry });
  if (issues.length > 0) return { ok: false, issues };
  for (const [position, step] of steps.entries()) {
    const agent = agentForStep(step, registry);
    if (agent === null || same(before[position], after[position])) continue;
    const changed = changedInputs(agent, step.parameters ?? {}, registry);
    if (changed !== null) return unfit(`steps[${position}].parameters`, changed);
  }
  if (!same(planApprovalPayload(edited), request.payload)) return unfit("", UNLIKE);
  return { ok: true, update: { planning_execution_plan: edited } };
}

/** Steps without their progress. */
const planSteps = ({ steps }: Pick<Plan, "steps">): readonly unknown[] => {
  const { steps: bare } = planApprovalPayload({ steps });
  return Array.isArray(bare) ? bare : [];
};

const UNLIKE = "this cannot be run as edited: remove fields that describe progress";

/** Issues of an edited plan. A plan that needs repairs is invalid, because a person approves exactly what runs. */
function planIssues({ query, steps }: Plan, { values, registry }: Work): readonly AnswerIssue[] {
  const contexts = values.capability_context_data ?? {};
  const bare = { steps: planSteps({ steps }) };
  const check = checkPlan(bare, { registry, contexts, task: query ?? "" });
  if (check.outcome === "refused") return check.issues.map(({ path, message }) => ({ path, message }));
  return check.outcome === "repaired" ? check.repairs.map(({ message }) => ({ path: "steps", message })) : [];
}

const withinStep = ({ path, message }: AnswerIssue, index: number): AnswerIssue => {
  const step = `steps[${index}]`;
  return { path: path.startsWith(step) ? path.slice(step.length).replace(/^\./u, "") : path, message };
};

/** An approved plan stays approved when a person approves an edit of one of its steps. */
function keepPlanApproval(values: AgentValues, before: Plan, after: Plan): Readonly<Record<string, ApprovalRequest>> {
  const payload = planApprovalPayload(before);
  const approved = Object.values(approvalRequests(values)).filter(
    (approval) =>
      approval.approvalType === PLAN_APPROVAL &&
      approval.status === "approved" &&
      approval.hash === approvalHash({ ...approval, payload }),
  );
  return Object.fromEntries(
    approved.map((approval) => {
      const edited = {
        ...approval,
        payload: planApprovalPayload(after),
        askedPayload: approval.askedPayload ?? approval.payload,
      };
      return [approval.id, { ...edited, hash: approvalHash(edited) }];
    }),
  );
}

function editedHandoff(
  { id, payload, capability }: ApprovalRequest,
  values: AgentValues,
  registry: AgentRegistry,
): EditedWork {
  const changed = changedInputs(capability, payload, registry);
  if (changed !== null) return unfit("", changed);
  const history = values.execution_handoff_history ?? [];
  if (history.every(({ handoffId }) => handoffId !== id)) return unfit("", "the handoff no longer exists");
  const edited = history.map((record) => (record.handoffId === id ? { ...record, payload } : record));
  return { ok: true, replaced: { execution_handoff_history: edited } };
}
