import { getAgentData } from "tidemark/conversation";
import { type PruneRule, pruneState } from "tidemark";
import { QueryData } from "../domain/query-data.ts";
import type { SchedulerServices } from "../services.ts";
import { rootNode } from "./root-node.ts";

/** Messages that a conversation keeps; older ones are really removed. */
const KEPT_MESSAGES = 10;

/** What fields of the scheduler have taken over from the outputs of agents. */
export const takenOver: readonly PruneRule[] = [
  { agent: "nl_parser", once: "scheduler_parsed_event" },
  { agent: "scheduling", once: "scheduler_selected_time_slot", empty: ["candidateTimes"] },
];

/** Ends the turn: says the answer, sets the status, and makes the state smaller. */
export const closeTurn = ({ clock }: SchedulerServices) =>
  rootNode((values) => {
    const found = getAgentData(values, "query", QueryData);
    const answer = values.execution_final_answer ?? found?.answer ?? "I have nothing to say to that.";
    const smaller = pruneState(values, { keepMessages: KEPT_MESSAGES - 1, rules: takenOver });
    return {
      ...smaller,
      messages: [...(smaller.messages ?? []), { role: "assistant", content: answer, name: "scheduler" }],
      execution_final_answer: answer,
      ...(values.control_workflow_status === "in_progress" && { control_workflow_status: "completed" }),
      runtime_updated_at: clock.now(),
    };
  });
