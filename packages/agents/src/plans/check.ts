import { formatPath, nearestName, stepAgent } from "@tidemark/core-state/internal";
import { Plan, type PlanStep } from "@tidemark/core-state";
import { type ContextData } from "@tidemark/reducers";
import { isPlainRecord, isUnsafeKey } from "@tidemark/reducers/internal";
import { findAgentFor } from "./dependency-expansion.ts";
import { answeringAgents, findStep, freeStepName, inOrder, isAnsweringStep, orderSteps } from "./order.ts";
import { issuesOf, sizeIssue } from "./issues.ts";
import { checkInputs, storedInputs } from "../roster/agent-inputs.ts";
import type { AgentRegistry } from "../roster/registry.ts";

/** One problem of a plan with its path: `code` for programs, `message` for people and planners. */
export type PlanIssue =
  | PlanIssueOf<"notAPlan">
  | (PlanIssueOf<"unknownCapability"> & { readonly capability: string; readonly nearest: string | null })
  | (PlanIssueOf<"duplicateKey"> & { readonly key: string })
  | (PlanIssueOf<"missingInput" | "laterInput" | "ownInput" | "wrongInputType"> & PlanInput)
  | (PlanIssueOf<"wrongParameters"> & { readonly capability: string })
  | (PlanIssueOf<"unknownDependency"> & { readonly dependency: string })
  | (PlanIssueOf<"tooManySteps"> & { readonly limit: number })
  | (PlanIssueOf<"cycle"> & { readonly steps: readonly number[] });

interface PlanIssueOf<Code extends string> {
  readonly code: Code;
  /** Path in the plan, such as `steps[1].inputs[0]`. */
  readonly path: string;
  readonly message: string;
}

interface PlanInput {
  readonly contextType: string;
  readonly contextKey: string;
}

/** A repair of a plan. */
export interface PlanRepair {
  /**
   * `emptyPlan`: the plan had no steps. `answerAppended`: no step answered the user. `reordered`: a step came before
   * its dependency. `reset`: the plan already contained progress.
   */
  readonly code: "emptyPlan" | "answerAppended" | "reordered" | "reset";
  readonly message: string;
}

/** Result of checking a plan. */
export type PlanCheck =
  | { readonly outcome: "fits"; readonly plan: Plan }
  | { readonly outcome: "repaired"; readonly plan: Plan; readonly repairs: readonly PlanRepair[] }
  | {
      readonly outcome: "refused";
      /** The plan names capabilities that no agent has, so capabilities must be selected again. */
      readonly to: "reclassification";
      /** Unknown names, each once. */
      readonly unknown: readonly string[];
      readonly issues: readonly PlanIssue[];
    }
  | { readonly outcome: "refused"; readonly to: "replanning"; readonly issues: readonly PlanIssue[] };

/** Options of a plan check. */
export interface PlanCheckOptions {
  /** Agents that steps may use, made with `defineRegistry`. */
  readonly registry: AgentRegistry;
  /** Stored contexts: `capability_context_data` of the state. */
  readonly contexts: ContextData;
  /** The user's task, for the answer step that is added to a plan without one. */
  readonly task: string;
  /** Maximum number of steps. Defaults to 50. */
  readonly maxSteps?: number;
}

/**
 * Checks whether a planner's answer can run, repairs what it can, and lists the other issues with their paths.
 *
 * The answer is a plan, or a list of steps, from any source. Steps may use `agentId` and `task`, or `capability` and
 * `taskObjective`. An answer of more than 10,000 values is refused without further checks, and at most 20 issues of its
 * shape are listed. An empty plan becomes a single answer step, and every plan ends with `respond` or `clarify`.
 * Unknown capabilities lead to reclassification. An invalid shape, too many steps, missing inputs or inputs of another
 * type, parameters that do not satisfy the agent's `inputs`, duplicate names and cycles lead to replanning.
 *
 * @example
 * ```ts
 * import { checkPlan, defineRegistry, describeAgent } from "tidemark/agents";
 *
 * const registry = defineRegistry([describeAgent({ name: "weather", description: "Knows the weather." })]);
 * const options = { registry, contexts: {}, task: "Will it rain?" };
 *
 * const checked = checkPlan({ steps: [{ capability: "weather", contextKey: "today" }] }, options);
 * console.log(checked.outcome === "repaired" && checked.plan.steps.map((step) => step.capability)); // [ 'weather', 'respond' ]
 *
 * const refused = checkPlan({ steps: [{ capability: "wether" }] }, options);
 * console.log(refused.outcome === "refused" && refused.issues[0]?.message);
 * // No agent has the capability "wether". Did you mean "weather"?
 * ```
 */
export function checkPlan(answer: unknown, options: PlanCheckOptions): PlanCheck {
  const size = sizeIssue(answer);
  if (size !== null) return refuse([notAPlan([], size.message)]);
  const parsed = Plan.safeParse(Array.isArray(answer) ? { steps: answer } : answer);
  if (!parsed.success) return refuse(issuesOf(parsed.error).map((issue) => ({ code: "notAPlan", ...issue })));
  const plan = parsed.data;
  if (plan.steps.length === 0) {
    const repair = { code: "emptyPlan", message: "The plan had no steps. An answer step was added." } as const;
    return { outcome: "repaired", plan: { ...plan, steps: [answerStep([], options.task)] }, repairs: [repair] };
  }
  const { maxSteps: limit = 50 } = options;
  if (plan.steps.length > limit) {
    const message = `The plan has ${plan.steps.length} steps, but at most ${limit} are allowed. Use fewer steps.`;
    return refuse([{ code: "tooManySteps", path: "steps", message, limit }]);
  }
  const issues = [
    ...unknownCapabilities(plan.steps, options.registry),
    ...duplicateKeys(plan.steps),
    ...wrongInputs(plan.steps, options),
    ...wrongParameters(plan.steps, options.registry),
    ...wrongDependencies(plan.steps),
  ];
  if (issues.length > 0) return refuse(issues);
  return repairPlan(withStoredParameters(plan, options.registry), options.task);
}

function refuse(issues: readonly PlanIssue[]): PlanCheck {
  const unknown = issues.flatMap((issue) => (issue.code === "unknownCapability" ? [issue.capability] : []));
  if (unknown.length === 0) return { outcome: "refused", to: "replanning", issues };
  return { outcome: "refused", to: "reclassification", unknown: [...new Set(unknown)], issues };
}

const notAPlan = (path: readonly PropertyKey[], message: string): PlanIssue => ({
  code: "notAPlan",
  path: formatPath(path),
  message,
});

function unknownCapabilities(steps: readonly PlanStep[], registry: AgentRegistry): PlanIssue[] {
  const able = registry.agents.filter((agent) => !agent.system);
  const known = [...new Set(able.flatMap((agent) => [agent.name, ...agent.capabilities]))];
  return steps.flatMap((step, index) =>
    // A step with both names must have both right, because readers may use either of them.
    (["agentId", "capability"] as const).flatMap((property): PlanIssue[] => {
      const capability = step[property];
      if (capability === undefined || answeringAgents.includes(capability)) return [];
      if (findAgentFor(registry, capability)?.system === false) return [];
      const nearest = nearestName(capability, known);
      const hint = nearest === null ? `Known capabilities: ${known.join(", ")}.` : `Did you mean "${nearest}"?`;
      const message = `No agent has the capability "${capability}". ${hint}`;
      return [
        { code: "unknownCapability", path: formatPath(["steps", index, property]), message, capability, nearest },
      ];
    }),
  );
}

/** Parameters that do not satisfy the `inputs` schema of the step's agent. */
function wrongParameters(steps: readonly PlanStep[], registry: AgentRegistry): PlanIssue[] {
  return steps.flatMap((step, index): PlanIssue[] => {
    const capability = stepAgent(step);
    const agent = capability === null ? null : findAgentFor(registry, capability);
    if (capability === null || agent === null) return [];
    const check = checkInputs(agent, step.parameters ?? {});
    if (check.ok) return [];
    return check.issues.map(({ path, message }) => ({
      code: "wrongParameters",
      path: formatPath(["steps", index, "parameters", ...path]),
      message,
      capability,
    }));
  });
}

/** A plan whose parameters are as the schemas of their agents return them. The same plan if nothing changes. */
function withStoredParameters(plan: Plan, registry: AgentRegistry): Plan {
  const steps = plan.steps.map((step): PlanStep => {
    const capability = stepAgent(step);
    const given = step.parameters ?? {};
    const parameters = storedInputs(capability === null ? null : findAgentFor(registry, capability), given);
    return parameters === given || !areScalars(parameters) ? step : { ...step, parameters };
  });
  return steps.every((step, index) => step === plan.steps[index]) ? plan : { ...plan, steps };
}

/** True for values that the parameters of a step can have. */
const areScalars = (values: Readonly<Record<string, unknown>>): values is NonNullable<PlanStep["parameters"]> =>
  Object.values(values).every((value) => ["string", "number", "boolean"].includes(typeof value));

function duplicateKeys(steps: readonly PlanStep[]): PlanIssue[] {
  return (["stepId", "contextKey"] as const).flatMap((property) => {
    const seen = new Map<string, number>();
    return steps.flatMap((step, index): PlanIssue[] => {
      const key = step[property];
      if (key === undefined) return [];
      if (isUnsafeKey(key)) return [notAPlan(["steps", index, property], `"${key}" is not allowed as a name.`)];
      const first = seen.get(key);
      if (first === undefined) {
        seen.set(key, index);
        return [];
      }
      const message = `Step ${first + 1} already has the ${property} "${key}". Use a unique one for each step.`;
      return [{ code: "duplicateKey", path: formatPath(["steps", index, property]), message, key }];
    });
  });
}

function wrongInputs(steps: readonly PlanStep[], options: PlanCheckOptions): PlanIssue[] {
  return steps.flatMap((step, index) =>
    (step.inputs ?? []).flatMap((input, position) =>
      Object.entries(input).flatMap(([contextType, contextKey]): PlanIssue[] => {
        const wrong = wrongInput(steps, { index, contextType, contextKey }, options);
        if (wrong === null) return [];
        const path = formatPath(["steps", index, "inputs", position, contextType]);
        return [{ ...wrong, path, contextType, contextKey }];
      }),
    ),
  );
}

interface PlacedInput extends PlanInput {
  readonly index: number;
}

type WrongInput = Pick<Extract<PlanIssue, PlanInput>, "code" | "message">;

/**
 * A stored context is valid, even if a later step overwrites it. Otherwise an earlier step must create it with this
 * type.
 */
function wrongInput(
  steps: readonly PlanStep[],
  { index, contextType, contextKey }: PlacedInput,
  { registry, contexts }: PlanCheckOptions,
): WrongInput | null {
  if (isStored(contexts, contextType, contextKey)) return null;
  const source = steps.findIndex((step) => step.contextKey === contextKey);
  const creator = steps[source];
  if (creator === undefined) {
    const types = Object.keys(contexts).filter((type) => isStored(contexts, type, contextKey));
    return types.length === 0
      ? { code: "missingInput", message: `Context "${contextKey}" does not exist, and no earlier step creates it.` }
      : {
          code: "wrongInputType",
          message: `The context "${contextKey}" is of type ${types.join(", ")}, not ${contextType}.`,
        };
  }
  if (source === index) {
    return { code: "ownInput", message: `The step reads "${contextKey}", which it creates itself.` };
  }
  if (source > index) {
    return { code: "laterInput", message: `The step reads "${contextKey}", which step ${source + 1} creates later.` };
  }
  const provides = findAgentFor(registry, stepAgent(creator) ?? "")?.provides ?? [];
  // An agent without declared types may provide any type.
  if (provides.length === 0 || provides.includes(contextType)) return null;
  const message = `Step ${source + 1} creates "${contextKey}" of type ${provides.join(", ")}, not ${contextType}.`;
  return { code: "wrongInputType", message };
}

function isStored(contexts: ContextData, type: string, key: string): boolean {
  // Types with "_" are reserved for the framework.
  if (type.startsWith("_") || !Object.hasOwn(contexts, type)) return false;
  const entries: unknown = contexts[type];
  return isPlainRecord(entries) && Object.hasOwn(entries, key);
}

function wrongDependencies(steps: readonly PlanStep[]): PlanIssue[] {
  const unknown = steps.flatMap((step, index) =>
    (step.dependsOn ?? []).flatMap((dependency, position): PlanIssue[] => {
      if (findStep(steps, dependency) !== -1) return [];
      const path = formatPath(["steps", index, "dependsOn", position]);
      return [{ code: "unknownDependency", path, message: `Step "${dependency}" does not exist.`, dependency }];
    }),
  );
  const { stuck } = orderSteps(steps);
  if (stuck.length === 0) return unknown;
  const numbers = stuck.map((index) => index + 1).join(", ");
  const message = `The steps ${numbers} depend on each other, so none of them can start.`;
  return [...unknown, { code: "cycle", path: "steps", message, steps: stuck }];
}

function repairPlan(plan: Plan, task: string): PlanCheck {
  const repairs: PlanRepair[] = [];
  const { order } = orderSteps(plan.steps);
  const pristine = resetPlan(plan);
  if (pristine !== plan) repairs.push({ code: "reset", message: "Progress in the plan was removed." });
  let { steps } = pristine;
  if (order.some((index, position) => index !== position)) {
    steps = inOrder(steps, order);
    repairs.push({ code: "reordered", message: "Steps were moved after their dependencies." });
  }
  const last = steps.at(-1);
  if (last !== undefined && !isAnsweringStep(last)) {
    steps = [...steps, answerStep(steps, task)];
    repairs.push({ code: "answerAppended", message: "No step answered the user. An answer step was added." });
  }
  return repairs.length === 0
    ? { outcome: "fits", plan }
    : { outcome: "repaired", plan: { ...pristine, steps }, repairs };
}

/**
 * Removes progress from a plan, because only the executor may report it. Returns the same object if it contains none.
 */
function resetPlan(plan: Plan): Plan {
  const { status, currentStepIndex = 0, failureReason, completedAt, ...rest } = plan;
  const steps = plan.steps.map((step) => {
    const { status: claimed = "pending", result, error, startedAt, completedAt: endedAt, ...bare } = step;
    const hasNoProgress = [result, error, startedAt, endedAt].every((value) => value === undefined);
    return claimed === "pending" && hasNoProgress ? step : bare;
  });
  const open = status === undefined || status === "planning" || status === "executing";
  const untouched = open && currentStepIndex === 0 && failureReason === undefined && completedAt === undefined;
  return untouched && steps.every((step, index) => step === plan.steps[index]) ? plan : { ...rest, steps };
}

/** Creates an answer step with a unique name, and with the property names that the plan uses. */
function answerStep(steps: readonly PlanStep[], task: string): PlanStep {
  const objective = `Respond to user request: ${task}`;
  const byAgent = steps.some((step) => step.agentId !== undefined && step.capability === undefined);
  const named = steps.some((step) => step.stepId !== undefined);
  const name = freeStepName("user_response", steps);
  return {
    ...(named && { stepId: name }),
    ...(steps.some((step) => step.stepIndex !== undefined) && { stepIndex: steps.length }),
    ...(byAgent ? { agentId: "respond", task: objective } : { capability: "respond", taskObjective: objective }),
    contextKey: name,
  };
}
