import { z } from "zod";
import type { FieldDeclaration } from "./field.ts";

/** Properties that the chat messages of all libraries have. LangChain's message classes match this type. */
export interface ChatMessage {
  readonly type: string;
  readonly content: string | readonly unknown[];
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}

/** A message that a client sends, as plain JSON. A type instead of an interface, because LangChain accepts records. */
export type ChatMessageInput = {
  role: "user" | "assistant" | "system" | "human" | "ai" | "tool" | "developer";
  content: string;
  id?: string;
  name?: string;
};

const isMessage = (value: unknown): boolean =>
  typeof value === "string" || Array.isArray(value) || (typeof value === "object" && value !== null);

/**
 * Declares the conversation. Any agent can add messages, a message with an existing id replaces the earlier one, and the lifetime is `thread`.
 *
 * This declaration does not depend on LangChain; the `./langgraph` entry adds LangGraph's message reducer.
 */
export function messagesField(options: {
  readonly description: string;
}): FieldDeclaration<{ value: readonly ChatMessage[]; update: ChatMessageInput | ChatMessageInput[]; owner: "any" }> {
  const declaration: Omit<FieldDeclaration, "~types"> = {
    description: options.description,
    schema: z.array(z.unknown()),
    updateSchema: z.unknown().refine(isMessage, "expected a message or a list of messages"),
    default: () => [],
    lifetime: "thread",
    owner: "any",
    reducer: undefined,
    holds: "messages",
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- "~types" exists in the type system only
  return declaration as ReturnType<typeof messagesField>;
}
