import { speakerOf, textOf } from "@tidemark/state-manager";
import { answeredCallOf, messageIdOf, toolCallsOf } from "./messages.ts";

/**
 * Gives the messages that a call added: those of `after` that were not there `before`, in order.
 *
 * An agent may give back the whole conversation, its last part, or only what is new. Messages are the same when they are
 * the same object or have the same id; the words decide only where ids are missing, and only up to the user's last words.
 *
 * @example
 * ```ts
 * import { newMessages } from "@tidemark/agents";
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

/** How many messages `after` begins with that `before` ends with. */
function commonLength(before: readonly unknown[], after: readonly unknown[]): number {
  const first = before.findIndex((_, start) => {
    const length = before.length - start;
    if (length > after.length) return false;
    const rest = before.slice(start);
    if (!rest.every((message, index) => isSame(message, after[index]))) return false;
    // An agent may well say the same words again; only its user's words show that it repeats what it was given.
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
