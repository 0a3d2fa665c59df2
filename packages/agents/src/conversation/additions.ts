import { speakerOf, textOf } from "@tidemark/state-manager";
import { answeredCallOf, messageIdOf, toolCallsOf } from "./messages.ts";

/**
 * Returns the messages that a call added: those of `after` that are not in `before`, in order.
 *
 * An agent may return the whole conversation, its last part, or only new messages. Messages are equal if they are the
 * same object or have the same id. Text is compared only where ids are missing, and only up to the last user message.
 *
 * @example
 * ```ts
 * import { newMessages } from "tidemark/agents";
 *
 * const before = [{ role: "user", content: "How long is the Nile?" }];
 * const after = [...before, { role: "assistant", content: "6,650 km." }];
 * console.log(newMessages(before, after)); // [ { role: 'assistant', content: '6,650 km.' } ]
 * console.log(newMessages(after, after)); // []
 * ```
 */
export function newMessages<Message>(before: readonly unknown[], after: readonly Message[]): readonly Message[] {
  const objects = new Set(before);
  const ids = new Set(before.map(messageIdOf).filter((id) => id !== null));
  return after.slice(commonLength(before, after)).filter((message) => {
    if (typeof message === "object" && objects.has(message)) return false;
    const id = messageIdOf(message);
    return id === null || !ids.has(id);
  });
}

/** Number of messages at the start of `after` that repeat the end of `before`. */
function commonLength(before: readonly unknown[], after: readonly unknown[]): number {
  const first = before.findIndex((_, start) => {
    const length = before.length - start;
    if (length > after.length) return false;
    const rest = before.slice(start);
    if (!rest.every((message, index) => isSame(message, after[index]))) return false;
    // An agent may repeat its own text. Only a user message proves that it returned its input.
    return rest.some((message) => speakerOf(message) === "user");
  });
  return first === -1 ? 0 : before.length - first;
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  const ids = [messageIdOf(one), messageIdOf(other)];
  return ids[0] !== null && ids[1] !== null ? ids[0] === ids[1] : wordsOf(one) === wordsOf(other);
}

const wordsOf = (message: unknown): string =>
  JSON.stringify([speakerOf(message), textOf(message), toolCallsOf(message), answeredCallOf(message)]);
