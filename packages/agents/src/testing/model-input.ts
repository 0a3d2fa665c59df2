import {
  type BaseMessage,
  type BaseMessageLike,
  coerceMessageLikeToMessage,
  HumanMessage,
} from "@langchain/core/messages";

/** What a chat model takes: words, messages in any of the host's forms, or a prompt that gives messages. */
export function messagesOf(input: unknown): readonly BaseMessage[] {
  if (typeof input === "string") return [new HumanMessage(input)];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list of messages, as the host's models take them
  if (Array.isArray(input)) return (input as BaseMessageLike[]).map(coerceMessageLikeToMessage);
  const convert: unknown = Reflect.get(Object(input), "toChatMessages");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the host's prompts give their messages so
  return typeof convert === "function" ? (Reflect.apply(convert, input, []) as BaseMessage[]) : [];
}
