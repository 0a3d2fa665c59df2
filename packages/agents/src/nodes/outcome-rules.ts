import type { SeedStateUpdate } from "@tidemark/core-state/internal";
import { type AgentValues, needsReclassification } from "../kernel/agent-values.ts";
import { answeredByPerson, ended } from "../limits/deadline.ts";
import { countOf, type OutcomeRules, reclassify } from "../run/node-outcome.ts";

/** Outcome of a planner: every plan, and every failure that is not retried, is one attempt. A new plan begins at its first step. */
export const plannerRules: OutcomeRules = {
  onSuccess: (values, { update }) => ({
    planning_current_step_index: update?.planning_current_step_index ?? 0,
    control_current_step_retry_count: 0,
    ...onePlanMore(values),
  }),
  onFailure: (values, { classification }) => (classification.severity === "retriable" ? {} : onePlanMore(values)),
};

/**
 * Outcome of a classifier: a choice drops the plan that the last choice led to. A choice that the run was sent back for counts.
 */
export const classifierRules: OutcomeRules = {
  onSuccess(values, { update }) {
    const chosen = update?.planning_active_capabilities ?? values.planning_active_capabilities ?? [];
    const none = chosen.length === 0;
    return {
      planning_execution_plan: null,
      planning_current_step_index: 0,
      control_needs_reclassification: none,
      control_reclassification_reason: none ? "No capability fits the task." : null,
      ...choiceAgain(values),
    };
  },
  onFailure(values, { classification, message }) {
    if (classification.severity === "retriable") return {};
    // A classifier that failed has chosen: the next time it chooses again, whatever sent the run back to it.
    return { ...choiceAgain(values), ...reclassify(classification, message) };
  },
};

/** Outcome of an approval: the person has answered. An error of another node stays, because nothing was attempted. */
export const approvalRules: OutcomeRules = {
  clears: "own",
  onSuccess: (values, { now }) => answeredByPerson(values, now),
  onFailure: (values, { now }) => answeredByPerson(values, now),
};

/** Outcome of a node that ends the turn: the time that the turn took. */
export const answerRules: OutcomeRules = { onSuccess: (values, { now }) => ended(values, now) };

const onePlanMore = (values: AgentValues): SeedStateUpdate => ({
  control_plans_created_count: countOf(values.control_plans_created_count) + 1,
});

const choiceAgain = (values: AgentValues): SeedStateUpdate =>
  needsReclassification(values)
    ? { control_reclassification_count: countOf(values.control_reclassification_count) + 1 }
    : {};
