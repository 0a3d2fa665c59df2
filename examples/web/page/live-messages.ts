import type { Message } from "@ag-ui/client";
import type { MessageView } from "../src/api.ts";

/** Converts messages of the AG-UI client for the page: those of people and agents. */
export const liveMessages = (messages: readonly Message[]): readonly MessageView[] =>
  messages.flatMap((message): MessageView[] => {
    const { id, role, content } = message;
    if ((role !== "user" && role !== "assistant") || typeof content !== "string" || content === "") return [];
    return [{ id, speaker: role, name: ("name" in message ? message.name : null) ?? null, text: content }];
  });

/** Converts messages of the page for the AG-UI client. */
export const sentMessages = (messages: readonly MessageView[]): Message[] =>
  messages.map(({ id, speaker, name, text }) => ({
    id,
    role: speaker,
    content: text,
    ...(name !== null && { name }),
  }));
