import { initialState } from "@tidemark/core-state";
import { SchedulerState, type SchedulerValue } from "../state.ts";

/**
 * Gives the values with which a new conversation begins: the user's request, who asks, and nothing done yet.
 *
 * Every value is fresh and frozen, so two conversations share none. The message itself is not among them: it enters
 * the graph as input.
 */
export function initializeState(
  userInput: string,
  userId: string,
  { now, conversationId }: { readonly now: string; readonly conversationId: string },
): SchedulerValue {
  return Object.freeze({
    ...initialState(SchedulerState),
    messages: [],
    task_user_input: userInput,
    control_next_action: "nl_parser",
    runtime_user_id: userId,
    runtime_session_id: conversationId,
    runtime_created_at: now,
    runtime_updated_at: now,
  });
}
