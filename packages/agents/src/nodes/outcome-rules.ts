import type { SeedStateUpdate } from "@tidemark/core-state/internal";
import { type AgentValues, needsReclassification } from "../kernel/agent-values.ts";
import { waitEndUpdate, turnEndUpdate } from "../limits/deadline.ts";
import { countOf, type OutcomeRules, reclassify } from "../run/node-outcome.ts";

/**
 * Outcome rules of a planner. Every plan, and every failure that is not retried, counts as one attempt. A new plan
 * starts at its first step.
 */
export const plannerRules: OutcomeRules = {
  onSuccess: (values, { update }) => ({
    planning_current_step_index: update?.planning_current_step_index ?? 0,
    control_current_step_retry_count: 0,
    ...countPlan(values),
  }),
  onFailure: (values, { classification }) => (classification.severity === "retriable" ? {} : countPlan(values)),
};

/**
 * Outcome rules of a classifier. A new selection drops the plan of the previous selection. A selection after a
 * reclassification is counted.
 */
export const classifierRules: OutcomeRules = {
  onSuccess(values, { update }) {
    const chosen = update?.planning_active_capabilities ?? values.planning_active_capabilities ?? [];
    const none = chosen.length === 0;
    return {
      planning_execution_plan: null,
      planning_current_step_index: 0,
      control_needs_reclassification: none,
      control_reclassification_reason: none ? "No capability matches the task." : null,
      ...countReclassification(values),
    };
  },
  onFailure(values, { classification, message }) {
    if (classification.severity === "retriable") return {};
    // A failed classifier counts as a selection: its next run is a reclassification.
    return { ...countReclassification(values), ...reclassify(classification, message) };
  },
};

/**
 * Outcome rules of an approval: the person has answered. Errors of other nodes are kept, because no work was attempted.
 */
export const approvalRules: OutcomeRules = {
  clears: "own",
  onSuccess: (values, { now }) => waitEndUpdate(values, now),
  onFailure: (values, { now }) => waitEndUpdate(values, now),
};

/** Outcome rules of a node that ends the turn: they record its duration. */
export const answerRules: OutcomeRules = { onSuccess: (values, { now }) => turnEndUpdate(values, now) };

const countPlan = (values: AgentValues): SeedStateUpdate => ({
  control_plans_created_count: countOf(values.control_plans_created_count) + 1,
});

const countReclassification = (values: AgentValues): SeedStateUpdate =>
  needsReclassification(values)
    ? { control_reclassification_count: countOf(values.control_reclassification_count) + 1 }
    : {};
