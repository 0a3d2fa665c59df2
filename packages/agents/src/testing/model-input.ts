import {
  type BaseMessage,
  type BaseMessageLike,
  coerceMessageLikeToMessage,
  HumanMessage,
} from "@langchain/core/messages";

/** Converts the input of a chat model to messages: text, messages in any of LangChain's forms, or a prompt value. */
export function messagesOf(input: unknown): readonly BaseMessage[] {
  if (typeof input === "string") return [new HumanMessage(input)];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list of messages, as LangChain's models accept it
  if (Array.isArray(input)) return (input as BaseMessageLike[]).map(coerceMessageLikeToMessage);
  const convert: unknown = Reflect.get(Object(input), "toChatMessages");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- LangChain's prompt values return messages
  return typeof convert === "function" ? (Reflect.apply(convert, input, []) as BaseMessage[]) : [];
}
