import type { Message } from "@ag-ui/client";
import type { MessageView } from "../src/api.ts";

/** The messages of AG-UI's client as the page shows them: what people and agents said. */
export const liveMessages = (messages: readonly Message[]): readonly MessageView[] =>
  messages.flatMap((message): MessageView[] => {
    const { id, role, content } = message;
    if ((role !== "user" && role !== "assistant") || typeof content !== "string" || content === "") return [];
    return [{ id, speaker: role, name: ("name" in message ? message.name : null) ?? null, text: content }];
  });

/** What the page shows, as AG-UI's client holds it. */
export const sentMessages = (messages: readonly MessageView[]): Message[] =>
  messages.map(({ id, speaker, name, text }) => ({
    id,
    role: speaker,
    content: text,
    ...(name !== null && { name }),
  }));
