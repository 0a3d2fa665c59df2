import { withPeople } from "@tidemark/agents/internal/langgraph";
import type { PendingInterrupt } from "@tidemark/state-manager";
import { blockMessages } from "../events/message-blocks.graph.ts";
import { plainJson } from "../events/plain-json.ts";
import { visibleMessages } from "../events/visible-messages.graph.ts";
import { visibility } from "../events/visibility.ts";
import type { UiMessage } from "./ui-message.ts";
import { uiMessagesOf } from "./ui-messages.ts";

/** Options of {@link toUiMessages}. */
export interface ToUiMessagesOptions {
  /** Open questions, as `session.pending()` returns them. They are shown in the last message. */
  readonly pending?: readonly PendingInterrupt[];
  /** Names of the tools whose arguments and results are shown. Of calls of other tools, only the name is. Defaults to none. */
  readonly tools?: readonly string[];
}

/**
 * Converts the messages of a state to messages of the AI SDK, for the option `messages` of `useChat`.
 *
 * All that was written after a message of the user is one message with the role `assistant`. It has a step for each message of a
 * model, with its reasoning, text, sources, files and calls in the order in which they were streamed. Its id is the same as while it
 * was streamed. Messages for the system are left out. For a turn that waits for an answer, also pass what its agents have written:
 * `[...state.messages, ...(await session.unfinishedMessages())]`.
 *
 * @example
 * ```ts
 * import { AIMessage, HumanMessage } from "@langchain/core/messages";
 * import { toUiMessages } from "tidemark/ai-sdk";
 *
 * const messages = [new HumanMessage({ id: "m1", content: "Hi" }), new AIMessage({ id: "m2", content: "Hello." })];
 * console.log(toUiMessages(messages).map(({ id, role }) => `${id} ${role}`)); // [ 'm1 user', 'm1:answer assistant' ]
 * ```
 */
export function toUiMessages(
  messages: readonly unknown[],
  { pending = [], tools }: ToUiMessagesOptions = {},
): readonly UiMessage[] {
  const interrupts = pending.map(({ id: interruptId, value }) => ({ interruptId, value: plainJson(value) }));
  const shown = visibleMessages(visibility({ tools })).list(withPeople(messages));
  return uiMessagesOf(blockMessages(shown), { interrupts, asking: { threadId: "", signer: null } });
}
