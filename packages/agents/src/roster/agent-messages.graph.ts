import { AIMessage, AIMessageChunk, BaseMessage } from "@langchain/core/messages";
import { isPlainRecord } from "@tidemark/reducers/internal";

/**
 * Sets the agent's name on the assistant messages it wrote. Messages with a name, and all other messages, are
 * unchanged.
 *
 * Returns copies, because a model may return the same message again.
 */
export function nameMessages(messages: unknown, name: string): unknown {
  if (Array.isArray(messages)) {
    // A pair of role and text is one message, not two.
    if (isPair(messages)) return nameMessage(messages, name);
    return messages.map((message: unknown) => nameMessage(message, name));
  }
  return nameMessage(messages, name);
}

function nameMessage(message: unknown, name: string): unknown {
  if (BaseMessage.isInstance(message)) {
    const written = AIMessage.isInstance(message) || AIMessageChunk.isInstance(message);
    if (!written || (message.name ?? "") !== "") return message;
    return renameMessage(message, name);
  }
  if (isPair(message)) {
    const [role, content] = message;
    return isAssistant(role) ? { role: "assistant", content, name } : message;
  }
  if (!isPlainRecord(message)) return message;
  const role = message["role"] ?? message["type"];
  return isAssistant(role) && (message["name"] ?? "") === "" ? { ...message, name } : message;
}

/** Copies a message with its class. Its constructor arguments are renamed too, because they are what gets stored. */
function renameMessage<Message extends AIMessage | AIMessageChunk>(message: Message, name: string): Message {
  const prototype: unknown = Object.getPrototypeOf(message);
  const copy: unknown = Object.create(
    typeof prototype === "object" ? prototype : null,
    Object.getOwnPropertyDescriptors(message),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- same prototype, same properties
  return Object.assign(copy as Message, { name, lc_kwargs: { ...message.lc_kwargs, name } });
}

const isPair = (value: unknown): value is readonly [string, unknown] =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === "string" && !BaseMessage.isInstance(value[1]);

const isAssistant = (role: unknown): boolean => role === "assistant" || role === "ai";
