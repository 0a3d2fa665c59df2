import { QueryData } from "../domain/query-data.ts";
import { getAgentData } from "@tidemark/state-manager";
import { pruneState } from "../flow/prune-state.ts";
import type { SchedulerServices } from "../services.ts";
import type { SchedulerValue } from "../state.ts";
import type { SchedulerNode } from "./agent-node.ts";
import { rootNode } from "./root-node.ts";

/** Messages that a conversation keeps; older ones are really removed. */
const KEPT_MESSAGES = 10;

/** Ends the turn: says the answer, sets the status, and makes the state smaller. */
export function closeTurn({ clock }: SchedulerServices): SchedulerNode {
  return rootNode((values: SchedulerValue) => {
    const found = getAgentData(values, "query", QueryData);
    const answer = values.execution_final_answer ?? found?.answer ?? "I have nothing to say to that.";
    const { messages: removals = [], ...smaller } = pruneState(values, { keepMessages: KEPT_MESSAGES - 1 });
    return {
      ...smaller,
      messages: [...removals, { role: "assistant", content: answer, name: "scheduler" }],
      execution_final_answer: answer,
      ...(values.control_workflow_status === "in_progress" && { control_workflow_status: "completed" }),
      runtime_updated_at: clock.now(),
    };
  });
}
