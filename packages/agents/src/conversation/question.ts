import { getUserQuery } from "@tidemark/state-manager/internal";
import { agentErrors } from "../kernel/errors.ts";

/**
 * Returns the user's question in this turn: their last message.
 *
 * A conversation without a user message throws `agents/emptyConversation`.
 */
export function currentQuestion(messages: readonly unknown[]): string {
  const question = getUserQuery({ messages });
  if (question === null) throw agentErrors.emptyConversation({ messages: messages.length });
  return question;
}
