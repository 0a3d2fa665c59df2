import { getAgentOutput, questionAsked } from "tidemark/conversation";
import { isBareAnswer } from "../approval/offer.ts";
import { clarifyingQuestion } from "../domain/reading/question.ts";
import { isClear } from "../domain/request.ts";
import type { SchedulerServices } from "../services.ts";
import type { SchedulerValue } from "../state.ts";
import { rootNode } from "./root-node.ts";

/** Names what was not understood, asks one question, and keeps the request open for the next message. */
export const requestClarification = (services: SchedulerServices) =>
  rootNode((values) => {
    const parsed = values.scheduler_parsed_event;
    const question = questionFor(values, services);
    const keeps =
      parsed !== null && !answersNothing(values) && !(isClear(parsed) && values.scheduler_asked_again !== null);
    return {
      execution_final_answer:
        parsed === null || isClear(parsed) || values.scheduler_asked_again === null
          ? question
          : `${values.scheduler_asked_again} ${question}`,
      control_workflow_status: "awaiting_user",
      ...questionAsked(values, parsed?.missing ?? []),
      scheduler_pending_request: keeps ? { parsed, question } : null,
    };
  });

/** True for "yes", "2" and similar when no question is open. */
const answersNothing = ({ task_user_input: input, scheduler_pending_request: pending }: SchedulerValue): boolean =>
  pending === null && isBareAnswer(input ?? "");

function questionFor(values: SchedulerValue, { calendar, clock }: SchedulerServices): string {
  const parsed = values.scheduler_parsed_event;
  if (parsed === null) return "What would you like to schedule?";
  if (answersNothing(values)) return "No question is open. What would you like to schedule?";
  if (!isClear(parsed)) return clarifyingQuestion(parsed, { calendar, now: clock.now() });
  if (values.scheduler_asked_again !== null)
    return `${values.scheduler_asked_again} What would you like to do instead?`;
  return getAgentOutput(values, "scheduling") === null
    ? "What would you like to do?"
    : "No free time was found. What other time would work?";
}
