import { getUserQuery } from "@tidemark/state-manager/internal";
import { agentErrors } from "../kernel/errors.ts";

/**
 * Gives what the user asks in this turn: their last message, never the first one of the conversation.
 *
 * A conversation in which the user said nothing throws `agents/emptyConversation`.
 */
export function currentQuestion(messages: readonly unknown[]): string {
  const question = getUserQuery({ messages });
  if (question === null) throw agentErrors.emptyConversation({ messages: messages.length });
  return question;
}
