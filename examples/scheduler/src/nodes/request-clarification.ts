import { getAgentOutput, questionAsked } from "tidemark/conversation";
import { isBareAnswer } from "../approval/decision.ts";
import { clarifyingQuestion } from "../domain/language/clarifying-question.ts";
import { impossibleTimes } from "../domain/language/impossible-times.ts";
import type { SchedulerServices } from "../services.ts";
import type { SchedulerValue } from "../state.ts";
import { rootNode } from "./root-node.ts";

/** Asks one question about missing details, and keeps the request open for the next message. */
export const requestClarification = (services: SchedulerServices) =>
  rootNode((values) => {
    const parsed = values.scheduler_parsed_event;
    const question = questionFor(values, services);
    const keeps = parsed !== null && values.scheduler_asked_again === null && !answersNothing(values);
    return {
      execution_final_answer: question,
      control_workflow_status: "awaiting_user",
      ...questionAsked(values, parsed?.missing ?? []),
      scheduler_pending_request: keeps ? { parsed, question } : null,
    };
  });

/** True for "yes", "2" and similar when no question is open. */
const answersNothing = ({ task_user_input: input, scheduler_pending_request: pending }: SchedulerValue): boolean =>
  pending === null && isBareAnswer(input ?? "");

/** Names impossible times, then asks: about the time when none fits, otherwise about the missing details. */
function questionFor(values: SchedulerValue, { calendar, clock, timeZone }: SchedulerServices): string {
  const parsed = values.scheduler_parsed_event;
  if (parsed === null) return "What would you like to schedule?";
  if (answersNothing(values)) return "No question is open. What would you like to schedule?";
  if (values.scheduler_asked_again !== null)
    return `${values.scheduler_asked_again} What would you like to do instead?`;
  const { household } = calendar;
  const context = { household, now: clock.now(), timeZone, speaker: values.runtime_user_id, calendar, pending: null };
  const impossible = impossibleTimes(values.task_user_input ?? "", context).map((time) => `"${time}" does not exist.`);
  const noTime = getAgentOutput(values, "scheduling") !== null && parsed.missing.length === 0;
  const question = noTime
    ? "No free time was found. What other time would work?"
    : clarifyingQuestion(parsed, household, calendar);
  return [...impossible, question].join(" ");
}
