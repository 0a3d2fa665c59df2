import type { UIMessage } from "ai";

/** A text of the conversation, in the order in which people read it. */
export interface Text {
  readonly key: string;
  readonly speaker: "user" | "assistant";
  readonly text: string;
}

/** Texts of messages of the AI SDK: a message of an assistant has all that agents wrote after a message of the user. */
export const textsIn = (messages: readonly Pick<UIMessage, "id" | "parts" | "role">[]): readonly Text[] =>
  messages.flatMap(({ id, role, parts }) =>
    parts.flatMap((part, index): readonly Text[] =>
      part.type !== "text" || part.text === "" || role === "system"
        ? []
        : [{ key: `${id}/${index}`, speaker: role, text: part.text }],
    ),
  );
