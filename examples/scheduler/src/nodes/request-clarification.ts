import { clarifyingQuestion } from "../domain/language/clarifying-question.ts";
import { getAgentOutput } from "../flow/get-agent-output.ts";
import type { SchedulerServices } from "../services.ts";
import type { SchedulerUpdate, SchedulerValue } from "../state.ts";
import type { SchedulerNode } from "./agent-node.ts";
import { rootNode } from "./root-node.ts";

/** Asks one question about what is missing and keeps the request open, so that the next message can complete it. */
export function requestClarification({ calendar }: SchedulerServices): SchedulerNode {
  return rootNode((values: SchedulerValue) => {
    const parsed = values.scheduler_parsed_event;
    const question = parsed === null ? "What would you like to schedule?" : questionFor(values, calendar);
    return {
      execution_final_answer: question,
      control_workflow_status: "awaiting_user",
      control_clarification_needed: true,
      control_clarification_count: values.control_clarification_count + 1,
      control_missing_context: parsed?.missing ?? [],
      scheduler_pending_request: parsed === null ? null : { parsed, question },
    };
  });
}

/** Without a time that fits, the question is about the time; else about what the request lacks. */
function questionFor(values: SchedulerValue, calendar: SchedulerServices["calendar"]): string {
  const parsed = values.scheduler_parsed_event;
  if (parsed === null) return "What would you like to schedule?";
  const noTime = getAgentOutput(values, "scheduling") !== null && parsed.missing.length === 0;
  return noTime
    ? "I found no time that fits. When else could it be?"
    : clarifyingQuestion(parsed, calendar.household, calendar);
}
