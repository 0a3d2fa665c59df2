import { toUiMessages } from "tidemark/ai-sdk";
import { type Text, textsIn } from "./texts.ts";

/** Texts that a state contains. */
export function storedTexts(values: object): readonly Text[] {
  const messages: unknown = Reflect.get(values, "messages");
  return textsIn(toUiMessages(Array.isArray(messages) ? messages : []));
}

/** Place of the last text, if it asks for something that only typed text can answer: the status is `awaiting_user`. Null otherwise. */
export function askingPlace(values: object): number | null {
  if (Reflect.get(values, "control_workflow_status") !== "awaiting_user") return null;
  const texts = storedTexts(values);
  return texts.at(-1)?.speaker === "assistant" ? texts.length - 1 : null;
}
