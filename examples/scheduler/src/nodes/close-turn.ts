import { getAgentData } from "tidemark/conversation";
import { type PruneRule, pruneState } from "tidemark";
import { QueryData } from "../domain/outputs.ts";
import type { SchedulerServices } from "../services.ts";
import { rootNode } from "./root-node.ts";

/** Number of messages that a conversation keeps; older ones are removed. The page shows what is kept. */
const KEPT_MESSAGES = 400;

/** Agent outputs that are pruned once a field of the scheduler contains their result. */
export const pruneRules: readonly PruneRule[] = [
  { agent: "nl_parser", once: "scheduler_parsed_event" },
  { agent: "scheduling", once: "scheduler_selected_time_slot", empty: ["candidateTimes"] },
];

/** Ends the turn: adds the answer as a message, sets the status, and prunes the state. */
export const closeTurn = ({ clock }: SchedulerServices) =>
  rootNode((values) => {
    const found = getAgentData(values, "query", QueryData);
    const notes = [
      values.scheduler_asked_again,
      ...(values.scheduler_parsed_event?.unread ?? []).map((word) => `I did not understand "${word}".`),
      ...(values.scheduler_parsed_event?.assumed ?? []).map((note) => `I assumed: ${note}.`),
    ];
    const answered = found === null ? null : [...notes.filter((note) => note !== null), found.answer].join(" ");
    const answer = values.execution_final_answer ?? answered ?? "I have no answer to that.";
    const pruned = pruneState(values, { keepMessages: KEPT_MESSAGES - 1, rules: pruneRules });
    return {
      ...pruned,
      messages: [...(pruned.messages ?? []), { role: "assistant", content: answer, name: "scheduler" }],
      execution_final_answer: answer,
      ...(values.control_workflow_status === "in_progress" && { control_workflow_status: "completed" }),
      runtime_updated_at: clock.now(),
    };
  });
