import { formatPath, nearestName } from "@tidemark/core-state/internal";
import { Plan, type PlanStep, stepAgent } from "@tidemark/core-state";
import { type ContextData } from "@tidemark/reducers";
import { isPlainRecord, isUnsafeKey } from "@tidemark/reducers/internal";
import { whoDoes } from "./dependency-expansion.ts";
import { answeringAgents, findStep, freeStepName, inOrder, isAnsweringStep, orderSteps } from "./order.ts";
import { issuesOf, sizeIssue } from "./issues.ts";
import { checkInputs } from "../roster/agent-inputs.ts";
import type { AgentRegistry } from "../roster/registry.ts";

/** One thing that is wrong with a plan, and where; `code` for programs, `message` for people and planners. */
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
  /** Where in the plan: `steps[1].inputs[0]`. */
  readonly path: string;
  readonly message: string;
}

interface PlanInput {
  readonly contextType: string;
  readonly contextKey: string;
}

/** What was put right in a plan. */
export interface PlanRepair {
  /**
   * There were no steps; or nobody spoke to the user in the end; or a step stood before what it depends on; or the plan
   * said of itself that it had been carried out already.
   */
  readonly code: "emptyPlan" | "answerAppended" | "reordered" | "reset";
  readonly message: string;
}

/** What came of looking at a plan. */
export type PlanCheck =
  | { readonly outcome: "fits"; readonly plan: Plan }
  | { readonly outcome: "repaired"; readonly plan: Plan; readonly repairs: readonly PlanRepair[] }
  | {
      readonly outcome: "refused";
      /** Other capabilities have to be chosen, because the plan names some that nobody has. */
      readonly to: "reclassification";
      /** The names, each once. */
      readonly unknown: readonly string[];
      readonly issues: readonly PlanIssue[];
    }
  | { readonly outcome: "refused"; readonly to: "replanning"; readonly issues: readonly PlanIssue[] };

/** What a plan is held against. */
export interface PlanCheckOptions {
  readonly registry: AgentRegistry;
  /** What the conversation already has: the state's `capability_context_data`. */
  readonly contexts: ContextData;
  /** What the user wants, for the answer that is added to a plan without one. */
  readonly task: string;
  /** More steps than this call for a shorter plan; 50 when not said. */
  readonly maxSteps?: number;
}

/**
 * Says whether a planner's answer can run, puts right what can be, and lists the rest with its place.
 *
 * The answer is a plan in either vocabulary, or a bare list of steps, from anywhere. One of more than 10,000 values is refused
 * at once, and at most 20 faults of its shape are listed. An empty plan becomes one answer, and
 * a plan ends with `respond` or `clarify`. Capabilities that nobody has call for a new choice; a broken shape, too
 * many steps, inputs that are not there or of another type, parameters that do not satisfy the agent's `inputs`, names used
 * twice and circles call for a new plan.
 *
 * @example
 * ```ts
 * import { checkPlan, defineRegistry, describeAgent } from "@tidemark/agents";
 *
 * const registry = defineRegistry([describeAgent({ name: "weather", description: "Knows the weather." })]);
 * const options = { registry, contexts: {}, task: "Will it rain?" };
 *
 * const checked = checkPlan({ steps: [{ capability: "weather", contextKey: "today" }] }, options);
 * console.log(checked.outcome === "repaired" && checked.plan.steps.map((step) => step.capability)); // [ 'weather', 'respond' ]
 *
 * const refused = checkPlan({ steps: [{ capability: "wether" }] }, options);
 * console.log(refused.outcome === "refused" && refused.issues[0]?.message);
 * // Nobody has the capability "wether". Did you mean "weather"?
 * ```
 */
export function checkPlan(answer: unknown, options: PlanCheckOptions): PlanCheck {
  const size = sizeIssue(answer);
  if (size !== null) return refuse([notAPlan([], size.message)]);
  const parsed = Plan.safeParse(Array.isArray(answer) ? { steps: answer } : answer);
  if (!parsed.success) return refuse(issuesOf(parsed.error).map((issue) => ({ code: "notAPlan", ...issue })));
  const plan = parsed.data;
  if (plan.steps.length === 0) {
    const repair = { code: "emptyPlan", message: "The plan had no steps; the answer is its only one." } as const;
    return { outcome: "repaired", plan: { ...plan, steps: [answerStep([], options.task)] }, repairs: [repair] };
  }
  const { maxSteps: limit = 50 } = options;
  if (plan.steps.length > limit) {
    const message = `The plan has ${plan.steps.length} steps; ${limit} are allowed. Do with fewer.`;
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
  return repaired(plan, options.task);
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
    // A step that says both has to be right twice: which of the two counts depends on who reads it.
    (["agentId", "capability"] as const).flatMap((attribute): PlanIssue[] => {
      const capability = step[attribute];
      if (capability === undefined || answeringAgents.includes(capability)) return [];
      if (whoDoes(registry, capability)?.system === false) return [];
      const nearest = nearestName(capability, known);
      const hint = nearest === null ? `Known are: ${known.join(", ")}.` : `Did you mean "${nearest}"?`;
      const message = `Nobody has the capability "${capability}". ${hint}`;
      return [
        { code: "unknownCapability", path: formatPath(["steps", index, attribute]), message, capability, nearest },
      ];
    }),
  );
}

/** Parameters that do not satisfy the `inputs` of the agent that does the step. */
function wrongParameters(steps: readonly PlanStep[], registry: AgentRegistry): PlanIssue[] {
  return steps.flatMap((step, index): PlanIssue[] => {
    const capability = stepAgent(step);
    const agent = capability === null ? null : whoDoes(registry, capability);
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

function duplicateKeys(steps: readonly PlanStep[]): PlanIssue[] {
  return (["stepId", "contextKey"] as const).flatMap((attribute) => {
    const seen = new Map<string, number>();
    return steps.flatMap((step, index): PlanIssue[] => {
      const key = step[attribute];
      if (key === undefined) return [];
      if (isUnsafeKey(key)) return [notAPlan(["steps", index, attribute], `"${key}" cannot be a name.`)];
      const first = seen.get(key);
      if (first === undefined) {
        seen.set(key, index);
        return [];
      }
      const message = `The ${attribute} "${key}" is that of step ${first + 1} already; give each step its own.`;
      return [{ code: "duplicateKey", path: formatPath(["steps", index, attribute]), message, key }];
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

/** A stored context stays good, whoever writes it anew later; else a step before has to make it, and of this type. */
function wrongInput(
  steps: readonly PlanStep[],
  { index, contextType, contextKey }: PlacedInput,
  { registry, contexts }: PlanCheckOptions,
): WrongInput | null {
  if (isStored(contexts, contextType, contextKey)) return null;
  const source = steps.findIndex((step) => step.contextKey === contextKey);
  const maker = steps[source];
  if (maker === undefined) {
    const types = Object.keys(contexts).filter((type) => isStored(contexts, type, contextKey));
    return types.length === 0
      ? { code: "missingInput", message: `There is no context "${contextKey}", and no step before makes it.` }
      : {
          code: "wrongInputType",
          message: `The context "${contextKey}" is of type ${types.join(", ")}, not ${contextType}.`,
        };
  }
  if (source === index) {
    return { code: "ownInput", message: `The step reads "${contextKey}", which it makes itself.` };
  }
  if (source > index) {
    return { code: "laterInput", message: `The step reads "${contextKey}", which only step ${source + 1} makes.` };
  }
  const provides = whoDoes(registry, stepAgent(maker) ?? "")?.provides ?? [];
  // An agent that does not say what it provides may provide anything.
  if (provides.length === 0 || provides.includes(contextType)) return null;
  const message = `Step ${source + 1} makes "${contextKey}" of type ${provides.join(", ")}, not ${contextType}.`;
  return { code: "wrongInputType", message };
}

function isStored(contexts: ContextData, type: string, key: string): boolean {
  // Types with "_" are the framework's own.
  if (type.startsWith("_") || !Object.hasOwn(contexts, type)) return false;
  const entries: unknown = contexts[type];
  return isPlainRecord(entries) && Object.hasOwn(entries, key);
}

function wrongDependencies(steps: readonly PlanStep[]): PlanIssue[] {
  const unknown = steps.flatMap((step, index) =>
    (step.dependsOn ?? []).flatMap((dependency, position): PlanIssue[] => {
      if (findStep(steps, dependency) !== -1) return [];
      const path = formatPath(["steps", index, "dependsOn", position]);
      return [{ code: "unknownDependency", path, message: `There is no step "${dependency}".`, dependency }];
    }),
  );
  const { stuck } = orderSteps(steps);
  if (stuck.length === 0) return unknown;
  const numbers = stuck.map((index) => index + 1).join(", ");
  const message = `The steps ${numbers} wait for each other, so none of them could start.`;
  return [...unknown, { code: "cycle", path: "steps", message, steps: stuck }];
}

function repaired(plan: Plan, task: string): PlanCheck {
  const repairs: PlanRepair[] = [];
  const { order } = orderSteps(plan.steps);
  const fresh = resetPlan(plan);
  if (fresh !== plan) repairs.push({ code: "reset", message: "What the plan said of its own progress was taken out." });
  let { steps } = fresh;
  if (order.some((index, position) => index !== position)) {
    steps = inOrder(steps, order);
    repairs.push({ code: "reordered", message: "Steps were moved behind what they depend on." });
  }
  const last = steps.at(-1);
  if (last !== undefined && !isAnsweringStep(last)) {
    steps = [...steps, answerStep(steps, task)];
    repairs.push({ code: "answerAppended", message: "Nobody spoke to the user in the end; the answer was added." });
  }
  return repairs.length === 0 ? { outcome: "fits", plan } : { outcome: "repaired", plan: { ...fresh, steps }, repairs };
}

/** The plan as nobody has started it: only who runs a step may say that it was done. The same object when it is that. */
function resetPlan(plan: Plan): Plan {
  const { status, currentStepIndex = 0, failureReason, completedAt, ...rest } = plan;
  const steps = plan.steps.map((step) => {
    const { status: claimed = "pending", result, error, startedAt, completedAt: ended, ...told } = step;
    const nothing = [result, error, startedAt, ended].every((each) => each === undefined);
    return claimed === "pending" && nothing ? step : told;
  });
  const open = status === undefined || status === "planning" || status === "executing";
  const untouched = open && currentStepIndex === 0 && failureReason === undefined && completedAt === undefined;
  return untouched && steps.every((step, index) => step === plan.steps[index]) ? plan : { ...rest, steps };
}

/** The answer, in the words of the plan it is added to, under names that no other step has. */
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
