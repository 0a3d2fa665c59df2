import { type Plan, type PlanStep, stepAgent, stepTask } from "@tidemark/core-state";
import { isAnsweringStep } from "./order.ts";

/** The share of the steps that were completed, from 0 to 1; 0 for a plan without steps. */
export const planProgress = ({ steps }: Plan): number =>
  steps.length === 0 ? 0 : steps.filter((step) => step.status === "completed").length / steps.length;

/** What is said when no step of a plan came to anything. */
export const noResultAnswer = "I am sorry, I could not complete any step of the plan.";

/**
 * What the user is told of a plan: the words of the step that answers, or the results of the others put together.
 *
 * None gives a fixed apology, one its text, several a part for each, under its task; what failed or was skipped is named.
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

/** What went wrong in detail stands in the plan: an error's own words are not for everybody. */
const lack = (step: PlanStep): string => (step.status === "failed" ? "_Failed_" : "_Skipped_");
