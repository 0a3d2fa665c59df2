import { stepAgent, stepTask } from "@tidemark/core-state/internal";
import { type Plan, type PlanStep } from "@tidemark/core-state";
import { isAnsweringStep } from "./order.ts";

/** Returns the share of completed steps, from 0 to 1. 0 for a plan without steps. */
export const planProgress = ({ steps }: Plan): number =>
  steps.length === 0 ? 0 : steps.filter((step) => step.status === "completed").length / steps.length;

/** Answer for a plan without any result. */
export const noResultAnswer = "I'm sorry, I could not complete any step of the plan.";

/**
 * Returns the answer of a plan: the result of the answering step, or the joined results of the other steps.
 *
 * Without a result it returns a fixed apology, with one result its text, with several a section for each task. Failed
 * and skipped steps are named.
 */
export function aggregateAnswer({ steps }: Plan): string {
  const answer = steps.findLast((step) => isAnsweringStep(step) && hasResult(step));
  if (answer !== undefined) return resultOf(answer);
  const worked = steps.filter((step) => !isAnsweringStep(step));
  const [first, second] = worked.filter(hasResult);
  if (first === undefined) return noResultAnswer;
  const open = worked.filter((step) => step.status === "failed" || step.status === "skipped");
  if (second === undefined && open.length === 0) return resultOf(first);
  const parts = worked.filter((step) => hasResult(step) || open.includes(step));
  return parts
    .map((step) => `**${titleOf(step)}**\n\n${hasResult(step) ? resultOf(step) : lack(step)}`)
    .join("\n\n---\n\n");
}

const hasResult = (step: PlanStep): boolean => step.status === "completed" && resultOf(step) !== "";

const resultOf = (step: PlanStep): string => (step.result ?? "").trim();

const titleOf = (step: PlanStep): string => stepTask(step) ?? stepAgent(step) ?? "Step";

/** Details of a failure are only in the plan, because error messages are not for users. */
const lack = (step: PlanStep): string => (step.status === "failed" ? "_Failed_" : "_Skipped_");
