import type { ThreadView } from "../../src/api.ts";
import type { Text } from "../../src/texts.ts";

/**
 * Text that a person has typed and not sent. This tab keeps its own, so that two tabs do not overwrite each other; a new tab begins with
 * the newest one.
 */
export const drafts = {
  read: (threadId: string): string =>
    sessionStorage.getItem(draftOf(threadId)) ?? localStorage.getItem(draftOf(threadId)) ?? "",
  write(threadId: string, text: string): void {
    const before = drafts.read(threadId);
    sessionStorage.setItem(draftOf(threadId), text);
    if (text !== "") localStorage.setItem(draftOf(threadId), text);
    else if (localStorage.getItem(draftOf(threadId)) === before) localStorage.removeItem(draftOf(threadId));
  },
};

const draftOf = (threadId: string): string => `draft:${threadId}`;

/** Texts that a person has typed and not sent, and that another text has replaced in the message field. They survive a reload. */
export const unsentTexts = {
  read(threadId: string): readonly string[] {
    const stored: unknown = JSON.parse(sessionStorage.getItem(unsentOf(threadId)) ?? "[]");
    return Array.isArray(stored) ? stored.filter((text) => typeof text === "string") : [];
  },
  write: (threadId: string, texts: readonly string[]): void =>
    sessionStorage.setItem(unsentOf(threadId), JSON.stringify(texts)),
};

const unsentOf = (threadId: string): string => `unsent:${threadId}`;

/** A text that was sent, until it is known to be stored. */
export interface SentText {
  readonly text: string;
  /** Number of times that the conversation had this text before. */
  readonly before: number;
}

type Said = Pick<ThreadView, "asked"> & { readonly texts: readonly Text[] };

/** Sent texts that may not have arrived. They survive a reload. */
export const outbox = {
  read(threadId: string): SentText | null {
    const stored: unknown = JSON.parse(sessionStorage.getItem(sentOf(threadId)) ?? "null");
    const text: unknown = Reflect.get(Object(stored), "text");
    const before: unknown = Reflect.get(Object(stored), "before");
    return typeof text === "string" && typeof before === "number" ? { text, before } : null;
  },
  write: (threadId: string, sent: SentText): void => sessionStorage.setItem(sentOf(threadId), JSON.stringify(sent)),
  clear: (threadId: string): void => sessionStorage.removeItem(sentOf(threadId)),
};

const sentOf = (threadId: string): string => `sent:${threadId}`;

/** Number of times that a person has said a text in a conversation, as a message or as a typed answer. */
export const timesSaid = (text: string, { texts, asked }: Said): number =>
  texts.filter((each) => each.speaker === "user" && each.text.trim() === text).length +
  asked.filter(({ answer }) => answer?.typed?.trim() === text).length;

/** True if a text that was sent has arrived. */
export const hasArrived = ({ text, before }: SentText, said: Said): boolean => timesSaid(text, said) > before;
