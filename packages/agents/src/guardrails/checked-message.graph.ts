import { AIMessage, AIMessageChunk } from "@langchain/core/messages";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { ASKED_AT } from "../kernel/asked-at.ts";
import { isMetadata } from "./words.ts";

/** Properties that a plain message keeps beside its text. */
const KEPT = ["id", "name", "role", "type", "tool_calls"];

/** A message of the assistant with another text, without anything else that could contain words but its calls. */
export function withText<Message extends object>(message: Message, text: string): Message {
  if (!isAnswer(message)) {
    const kept = KEPT.map((part): [string, unknown] => [part, Reflect.get(message, part)]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same members
    return Object.fromEntries([...kept, ["content", text]].filter(([, part]) => part !== undefined)) as Message;
  }
  return copyOf(message, { content: text, response_metadata: wordless(message.response_metadata) });
}

/** The message without metadata that could contain words. The message itself if it has none. */
export function withoutWords<Message extends object>(message: Message): Message {
  const metadata: unknown = Reflect.get(message, "response_metadata");
  if (!isPlainRecord(metadata)) return message;
  const response_metadata = wordless(metadata);
  if (JSON.stringify(response_metadata) === JSON.stringify(metadata)) return message;
  if (!isAnswer(message)) return { ...message, response_metadata };
  const { content, additional_kwargs } = message;
  return copyOf(message, { content, additional_kwargs, response_metadata });
}

const isAnswer = (message: object): message is AIMessage | AIMessageChunk =>
  AIMessage.isInstance(message) || AIMessageChunk.isInstance(message);

/** A message with the calls and the usage of another, and its own words. */
function copyOf<Message extends AIMessage | AIMessageChunk>(
  message: Message,
  words: Pick<AIMessage, "content" | "response_metadata"> & Partial<Pick<AIMessage, "additional_kwargs">>,
): Message {
  const { id, name, tool_calls = [], invalid_tool_calls = [], usage_metadata } = message;
  const copy = new AIMessage({
    ...words,
    tool_calls,
    invalid_tool_calls,
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    ...(usage_metadata !== undefined && { usage_metadata }),
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a message of the assistant, like the given one
  return copy as object as Message;
}

/** Metadata without words: known names, numbers, and when the model answered. */
function wordless(metadata: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(metadata).flatMap(([key, value]): [string, unknown][] => {
    if (
      isMetadata(key) ||
      (key === ASKED_AT && isTime(value)) ||
      typeof value === "number" ||
      typeof value === "boolean"
    )
      return [[key, value]];
    return isPlainRecord(value) ? [[key, wordless(value)]] : [];
  });
  return Object.fromEntries(entries);
}

const isTime = (value: unknown): boolean => typeof value === "string" && /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value);
