import { agentControlDefaults, type AgentControl, type SeedStateValue } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { executionSeconds } from "./deadline.ts";
import { agentErrors } from "../kernel/errors.ts";
import { usageTotals } from "./usage.ts";

/** Limits of a turn. Each is a whole number of at least 0, or any number for `maxCost`; 0 disables the action. */
export interface Limits {
  /** Maximum number of times the capabilities may be selected again. Defaults to 1. */
  readonly maxReclassifications: number;
  /** Maximum number of planning attempts, including the first. Defaults to 2. */
  readonly maxPlanningAttempts: number;
  /** Maximum number of retries of one plan step. Defaults to 0. */
  readonly maxStepRetries: number;
  /** Maximum number of retries of a node without a retry policy. Defaults to 3. */
  readonly maxRetries: number;
  /** Maximum number of questions to the user before the work continues without an answer. Defaults to 2. */
  readonly maxClarifications: number;
  /** Maximum number of steps in a plan. Defaults to 50. */
  readonly maxSteps: number;
  /** Maximum number of nodes that run in one turn. Defaults to 100. */
  readonly maxIterations: number;
  /** Maximum duration of a turn in seconds, not counting waits for a person and pauses before it was continued. Defaults to 300. */
  readonly maxExecutionTimeSeconds: number;
  /** Calls of models in one turn, failed ones included. Defaults to 100. */
  readonly maxModelCalls: number;
  /** Calls of tools in one turn, failed ones included. Defaults to 200. */
  readonly maxToolCalls: number;
  /** Tokens, in and out, after which no model is called any more. Defaults to 2,000,000. */
  readonly maxTokens: number;
  /** Cost by the prices of the application, after which no model is called any more. Defaults to no limit. */
  readonly maxCost: number;
  /**
   * Calls of models in one turn whose tokens are not known, or under `maxCost` whose cost is not known, after which no model is called
   * any more. Defaults to 20.
   */
  readonly maxUncountedCalls: number;
}

/** State fields that contain limits and counters. All of them are optional. */
export type Counted = Partial<
  Pick<
    SeedStateValue,
    | "agent_control"
    | "runtime_agent_control"
    | "control_max_retries"
    | "control_reclassification_count"
    | "control_plans_created_count"
    | "control_current_step_retry_count"
    | "control_retry_count"
    | "control_clarification_count"
    | "control_iteration"
    | "control_is_awaiting_validation"
    | "control_validation_timestamp"
    | "execution_start_time"
    | "planning_execution_plan"
    | "runtime_usage"
  >
>;

/** Kind of limit. */
export type AttemptKind =
  | "clarification"
  | "cost"
  | "iteration"
  | "modelCall"
  | "planning"
  | "reclassification"
  | "step"
  | "stepRetry"
  | "time"
  | "token"
  | "toolCall"
  | "uncounted";

/** Decision whether another attempt is allowed, with its reason. */
export interface Allowance {
  readonly kind: AttemptKind;
  readonly allowed: boolean;
  /** Used part of the limit: attempts, steps or seconds. */
  readonly used: number;
  readonly limit: number;
  readonly because: string;
}

const DEFAULTS: Limits = Object.freeze({
  maxReclassifications: 1,
  maxPlanningAttempts: 2,
  maxStepRetries: 0,
  maxRetries: 3,
  maxClarifications: 2,
  maxSteps: 50,
  maxIterations: 100,
  maxExecutionTimeSeconds: 300,
  maxModelCalls: 100,
  maxToolCalls: 200,
  maxTokens: 2_000_000,
  maxCost: Number.POSITIVE_INFINITY,
  maxUncountedCalls: 20,
});

const NAMES: readonly (keyof Limits)[] = [
  "maxReclassifications",
  "maxPlanningAttempts",
  "maxStepRetries",
  "maxRetries",
  "maxClarifications",
  "maxSteps",
  "maxIterations",
  "maxExecutionTimeSeconds",
  "maxModelCalls",
  "maxToolCalls",
  "maxTokens",
  "maxCost",
  "maxUncountedCalls",
];

/** Limits that are also settings of `agent_control`. */
const OF_CONTROL = [
  "maxReclassifications",
  "maxPlanningAttempts",
  "maxStepRetries",
  "maxExecutionTimeSeconds",
] as const;

/**
 * Returns the limits of a turn from the state, else from the application's configuration, else the defaults.
 *
 * `agent_control` always contains all settings. A value there counts as set when it differs from the default, when
 * `setToDefault` names it, or when it was set for the whole thread. Invalid values in the state are ignored. In the
 * configuration they throw `agents/invalidLimit`.
 *
 * @example
 * ```ts
 * import { limitsOf } from "@tidemark/agents/internal";
 * import { AgentState, initialState } from "@tidemark/core-state";
 *
 * const values = initialState(AgentState);
 * console.log(limitsOf(values).maxPlanningAttempts); // 2
 * console.log(limitsOf(values, { maxPlanningAttempts: 4 }).maxPlanningAttempts); // 4
 * ```
 */
export function limitsOf(values: Counted, configured: Partial<Limits> = {}): Limits {
  for (const [name, value] of Object.entries(configured)) {
    if (!isOneOf(name, NAMES)) throw agentErrors.invalidLimit({ limit: name, value, known: NAMES });
    if (value !== undefined && !(name === "maxCost" ? isAmount(value) : isLimit(value)))
      throw agentErrors.invalidLimit({ limit: name, value, known: NAMES });
  }
  const limits: Record<keyof Limits, number> = { ...DEFAULTS, ...definedOf(configured) };
  const safe = agentControlDefaults();
  const named: unknown = settingOf(values.agent_control, "setToDefault");
  const setToDefault: readonly unknown[] = Array.isArray(named) ? named : [];
  for (const name of OF_CONTROL) {
    const ofThread: unknown = settingOf(values.runtime_agent_control, name);
    const ofTurn: unknown = settingOf(values.agent_control, name);
    if (isLimit(ofThread)) limits[name] = ofThread;
    if (isLimit(ofTurn) && (ofTurn !== safe[name] || setToDefault.includes(name))) limits[name] = ofTurn;
  }
  const retries: unknown = values.control_max_retries;
  if (isLimit(retries)) limits.maxRetries = retries;
  return limits;
}

/**
 * Decides whether one more attempt of a kind is allowed, with the used amount and the reason.
 *
 * A counter that is not a number counts as used up: a broken counter must not cause an endless loop.
 */
export function mayAttempt(kind: AttemptKind, values: Counted, options: { limits: Limits; now: string }): Allowance {
  return MEASURES[kind](values, options);
}

/** Returns the allowance of every kind of attempt, for explanations and views of what is left. */
export function allowances(values: Counted, options: { limits: Limits; now: string }): readonly Allowance[] {
  return KINDS.map((kind) => mayAttempt(kind, values, options));
}

/**
 * Returns LangGraph's `recursionLimit` for a graph within these limits: the number of supersteps after which every turn
 * has ended, if each node may return to the router and the router may commit proposals before it decides, and may summarize the
 * conversation before the next node.
 */
export const recursionLimitOf = (
  { maxIterations }: Pick<Limits, "maxIterations">,
  { summarizes = false }: { readonly summarizes?: boolean } = {},
): number => (summarizes ? 4 : 3) * (maxIterations + 3);

const MEASURES: Readonly<
  Record<AttemptKind, (values: Counted, options: { limits: Limits; now: string }) => Allowance>
> = {
  clarification: (values, { limits }) =>
    below("clarification", values.control_clarification_count, limits.maxClarifications),
  iteration: (values, { limits }) => below("iteration", values.control_iteration, limits.maxIterations),
  planning: (values, { limits }) => below("planning", values.control_plans_created_count, limits.maxPlanningAttempts),
  reclassification: (values, { limits }) =>
    below("reclassification", values.control_reclassification_count, limits.maxReclassifications),
  step: (values, { limits }) => upTo("step", stepsOf(values.planning_execution_plan), limits.maxSteps),
  // The failure that leads to the retry is already counted.
  stepRetry: (values, { limits }) => upTo("stepRetry", values.control_current_step_retry_count, limits.maxStepRetries),
  time: (values, { limits, now }) => below("time", executionSeconds(values, now), limits.maxExecutionTimeSeconds),
  modelCall: (values, { limits }) => below("modelCall", usageTotals(values.runtime_usage).calls, limits.maxModelCalls),
  toolCall: (values, { limits }) => below("toolCall", usageTotals(values.runtime_usage).toolCalls, limits.maxToolCalls),
  token: (values, { limits }) => below("token", usageTotals(values.runtime_usage).tokens, limits.maxTokens),
  cost: (values, { limits }) => below("cost", usageTotals(values.runtime_usage).cost, limits.maxCost),
  uncounted: (values, { limits }) =>
    below("uncounted", usageTotals(values.runtime_usage).uncounted, limits.maxUncountedCalls),
};

const KINDS: readonly AttemptKind[] = [
  "time",
  "iteration",
  "clarification",
  "stepRetry",
  "planning",
  "reclassification",
  "step",
  "modelCall",
  "toolCall",
  "token",
  "cost",
  "uncounted",
];

const WORDS: Readonly<Record<AttemptKind, readonly [many: string, limit: keyof Limits]>> = {
  clarification: ["clarifications", "maxClarifications"],
  cost: ["of the cost", "maxCost"],
  iteration: ["iterations", "maxIterations"],
  modelCall: ["model calls", "maxModelCalls"],
  planning: ["planning attempts", "maxPlanningAttempts"],
  reclassification: ["reclassifications", "maxReclassifications"],
  step: ["steps", "maxSteps"],
  stepRetry: ["retries of the step", "maxStepRetries"],
  time: ["seconds", "maxExecutionTimeSeconds"],
  token: ["tokens", "maxTokens"],
  toolCall: ["tool calls", "maxToolCalls"],
  uncounted: ["model calls without known tokens or cost", "maxUncountedCalls"],
};

const below = (kind: AttemptKind, count: unknown, limit: number): Allowance => {
  const used = countOf(count);
  return allowance(kind, { used, limit, allowed: used < limit });
};

const upTo = (kind: AttemptKind, count: unknown, limit: number): Allowance => {
  const used = countOf(count);
  return allowance(kind, { used, limit, allowed: used <= limit });
};

function allowance(
  kind: AttemptKind,
  { used, limit, allowed }: Pick<Allowance, "used" | "limit" | "allowed">,
): Allowance {
  const [many, name] = WORDS[kind];
  const because = `${used} of ${limit} ${many} used (${name})`;
  return { kind, allowed, used, limit, because };
}

const countOf = (count: unknown): number =>
  count === undefined || count === null
    ? 0
    : typeof count === "number" && count >= 0
      ? count
      : Number.POSITIVE_INFINITY;

const stepsOf = (plan: unknown): unknown =>
  typeof plan === "object" && plan !== null && "steps" in plan && Array.isArray(plan.steps) ? plan.steps.length : 0;

const isLimit = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;

/** A cost; infinite for none. */
const isAmount = (value: unknown): value is number => typeof value === "number" && value >= 0;

const isOneOf = <Name extends string>(name: string, names: readonly Name[]): name is Name =>
  names.some((candidate) => candidate === name);

const definedOf = (configured: Partial<Limits>): Partial<Limits> =>
  Object.fromEntries(Object.entries(configured).filter(([, value]) => value !== undefined));

const settingOf = (settings: unknown, name: keyof AgentControl): unknown =>
  isPlainRecord(settings) && Object.hasOwn(settings, name) ? settings[name] : undefined;
