import { type AgentControl, type SeedStateValue } from "@tidemark/core-state";
import { agentControlDefaults } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { executionSeconds } from "./deadline.ts";
import { agentErrors } from "../kernel/errors.ts";
import { usageTotals } from "./usage.ts";

/** How often and how long a turn may try, each a whole number from 0; 0 means never. `maxCost` may have a fraction. */
export interface Limits {
  /** How often the capabilities may be chosen anew. */
  readonly maxReclassifications: number;
  /** How often a plan may be attempted, the first one included. */
  readonly maxPlanningAttempts: number;
  /** How often one step of a plan may be tried again. */
  readonly maxStepRetries: number;
  /** How often a node without a retry policy of its own may be tried again at most. */
  readonly maxRetries: number;
  /** How many questions the user may be asked before the work goes on without an answer. */
  readonly maxClarifications: number;
  /** How many steps a plan may have. */
  readonly maxSteps: number;
  /** How many nodes may run in one turn, whatever they are. */
  readonly maxIterations: number;
  /** How long a turn may run, in seconds, without the time that people took to answer. */
  readonly maxExecutionTimeSeconds: number;
  /** Calls of models in one turn, failed ones included. Defaults to 100. */
  readonly maxModelCalls: number;
  /** Calls of tools in one turn, failed ones included. Defaults to 200. */
  readonly maxToolCalls: number;
  /** Tokens, in and out, after which no model is called any more. Defaults to 2,000,000. */
  readonly maxTokens: number;
  /** Cost by the prices of the application, after which no model is called any more. Defaults to no limit. */
  readonly maxCost: number;
}

/** What the limits are read from and counted in; every field may be missing. */
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

/** What can be tried more than once, or for too long. */
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
  | "toolCall";

/** Whether something may be tried (once more), and why. */
export interface Allowance {
  readonly kind: AttemptKind;
  readonly allowed: boolean;
  /** How much of the limit is used up: attempts, steps or seconds. */
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
];

/** The limits that `agent_control` has too. */
const OF_CONTROL = [
  "maxReclassifications",
  "maxPlanningAttempts",
  "maxStepRetries",
  "maxExecutionTimeSeconds",
] as const;

/**
 * Gives the limits of a turn: what was set in the state, else what the application configured, else the safe defaults.
 *
 * `agent_control` always contains all settings, so a value there counts as set when it differs from the default, when
 * `setToDefault` names it, or when it was set for the whole thread. What is not a whole number from 0 in the state is ignored;
 * in the configuration it throws `agents/invalidLimit`.
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
  if (isLimit(retries) && retries !== DEFAULTS.maxRetries) limits.maxRetries = retries;
  return limits;
}

/**
 * Says for one kind of attempt whether there may be one more, with what is used of the limit and the reason.
 *
 * A count that is no number counts as used up: a broken counter must not make a loop endless.
 */
export function mayAttempt(kind: AttemptKind, values: Counted, options: { limits: Limits; now: string }): Allowance {
  return MEASURES[kind](values, options);
}

/** Gives the allowance of every kind of attempt, for an explanation or a view of what is left. */
export function allowances(values: Counted, options: { limits: Limits; now: string }): readonly Allowance[] {
  return KINDS.map((kind) => mayAttempt(kind, values, options));
}

/**
 * Gives the number of supersteps after which every turn within these limits has ended: the host's `recursionLimit` for a graph
 * in which each node may go back to the router, and the router may commit what was proposed before it decides.
 */
export const recursionLimitOf = ({ maxIterations }: Pick<Limits, "maxIterations">): number => 3 * (maxIterations + 3);

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
  // The failure that asks for the next attempt is counted already.
  stepRetry: (values, { limits }) => upTo("stepRetry", values.control_current_step_retry_count, limits.maxStepRetries),
  time: (values, { limits, now }) => below("time", executionSeconds(values, now), limits.maxExecutionTimeSeconds),
  modelCall: (values, { limits }) => below("modelCall", usageTotals(values.runtime_usage).calls, limits.maxModelCalls),
  toolCall: (values, { limits }) => below("toolCall", usageTotals(values.runtime_usage).toolCalls, limits.maxToolCalls),
  token: (values, { limits }) => below("token", usageTotals(values.runtime_usage).tokens, limits.maxTokens),
  cost: (values, { limits }) => below("cost", usageTotals(values.runtime_usage).cost, limits.maxCost),
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
  names.some((each) => each === name);

const definedOf = (configured: Partial<Limits>): Partial<Limits> =>
  Object.fromEntries(Object.entries(configured).filter(([, value]) => value !== undefined));

const settingOf = (settings: unknown, name: keyof AgentControl): unknown =>
  isPlainRecord(settings) && Object.hasOwn(settings, name) ? settings[name] : undefined;
