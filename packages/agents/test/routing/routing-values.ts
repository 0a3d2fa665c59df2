import { applyUpdate, initialState, SeedState } from "@tidemark/core-state";
import {
  type NodeFailure,
  type RetryPolicy,
  type SeedStateUpdate,
  type SeedStateValue,
} from "@tidemark/core-state/internal";
import { decideRoute, defineRegistry, describeAgent, failed as failedBy, type Limits } from "@tidemark/agents";
import { type Failure, type Route, succeeded as succeededBy, type Success } from "@tidemark/agents/internal";
import type { AgentValues } from "../../src/kernel/agent-values.ts";
import { answerRules, approvalRules, classifierRules, plannerRules } from "../../src/nodes/outcome-rules.ts";
import type { OutcomeRules } from "../../src/run/node-outcome.ts";

export const NOW = "2026-01-08T20:30:00.000Z";
export const NOW_SECONDS = 1_767_904_200;

export const policy: RetryPolicy = { maxAttempts: 3, delaySeconds: 0.5, backoffFactor: 1.5 };

export const registry = defineRegistry([
  describeAgent({ name: "capA", description: "Does A." }),
  describeAgent({ name: "weather_agent", description: "Knows the weather.", capabilities: ["weather"] }),
  describeAgent({ name: "janitor", description: "Keeps order.", system: true }),
]);

export const plan = { steps: [{ capability: "capA", contextKey: "first" }, { capability: "respond" }] };

/** Values of a turn with a task, capabilities and a plan, overridden by `different`. */
export const values = (different: Partial<SeedStateValue> = {}): SeedStateValue => ({
  ...initialState(SeedState),
  task_current_task: "Do A.",
  planning_active_capabilities: ["capA"],
  planning_execution_plan: plan,
  execution_start_time: NOW_SECONDS,
  ...different,
});

export const failure = (
  severity: NodeFailure["classification"]["severity"],
  different: Partial<NodeFailure> = {},
): Partial<SeedStateValue> => ({
  control_has_error: true,
  control_retry_count: 1,
  control_error_info: {
    node: "capA",
    classification: { severity },
    retryPolicy: policy,
    originalError: "broken",
    timestamp: NOW,
    ...different,
  },
});

export const route = (state: Partial<SeedStateValue>, limits: Partial<Limits> = {}): Route =>
  decideRoute(state, { registry, limits, now: NOW });

/** Reduces an update as LangGraph does. */
export const reduce = (state: SeedStateValue, update: SeedStateUpdate): SeedStateValue =>
  applyUpdate(SeedState, state, update);

const rules: Readonly<Record<string, OutcomeRules>> = {
  approval: approvalRules,
  classifier: classifierRules,
  clarify: answerRules,
  error: answerRules,
  planner: plannerRules,
  respond: answerRules,
  task_extraction: {},
};

/** Rules of a built-in node; undefined for an agent. */
export const rulesOf = (node: string): OutcomeRules | undefined => rules[node];

/** Records a success as the node does. */
export const succeeded = (before: AgentValues, success: Success): SeedStateUpdate =>
  succeededBy(before, { ...success, builtIn: rulesOf(success.node) });

/** Records a failure as the node does. */
export const failed = (before: AgentValues, run: Failure): SeedStateUpdate =>
  failedBy(before, { ...run, builtIn: rulesOf(run.node) });
