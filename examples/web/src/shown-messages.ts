import { speakerOf, textOf } from "tidemark/conversation";
import type { MessageView } from "./api.ts";

/** Messages of a state that people read: those of users and agents with a text. */
export const shownMessages = (values: object): readonly MessageView[] => {
  const messages: unknown = Reflect.get(values, "messages");
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [];
  return list.flatMap((message, index) => {
    const speaker = speakerOf(message);
    const text = textOf(message);
    if ((speaker !== "user" && speaker !== "assistant") || text === "") return [];
    return [{ id: textIn(message, "id") ?? `message-${index}`, speaker, text }];
  });
};

function textIn(message: unknown, key: string): string | null {
  const value: unknown = typeof message === "object" && message !== null ? Reflect.get(message, key) : null;
  return typeof value === "string" && value !== "" ? value : null;
}
