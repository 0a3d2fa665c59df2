import { z } from "zod";
import type { FieldDeclaration } from "./field.ts";

/** What every chat message has, whichever library made it; LangChain's message classes fit. */
export interface ChatMessage {
  readonly type: string;
  readonly content: string | readonly unknown[];
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}

/** A message as a client sends it: plain JSON. A type and no interface, because LangChain takes records. */
export type ChatMessageInput = {
  role: "user" | "assistant" | "system" | "human" | "ai" | "tool" | "developer";
  content: string;
  id?: string;
  name?: string;
};

const isMessage = (value: unknown): boolean =>
  typeof value === "string" || Array.isArray(value) || (typeof value === "object" && value !== null);

/**
 * Declares the conversation: any agent adds to it, messages fold by id, and it lives as long as the thread.
 *
 * This declaration knows nothing of LangChain; the `./langgraph` door gives the field the host's own message reducer.
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
