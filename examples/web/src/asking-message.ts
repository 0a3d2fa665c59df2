import { shownMessages } from "./shown-messages.ts";

/** Fields that tell whether a message asks. */
const STATUS = "control_workflow_status";
const MESSAGES = "messages";

/**
 * Id of the last message, if it asks for something that only typed text can answer: the status is `awaiting_user`, as after a
 * clarification. Null otherwise, and if messages are not visible.
 */
export function askingMessage(values: unknown, visible: readonly string[] = [MESSAGES]): string | null {
  if (typeof values !== "object" || values === null || !visible.includes(MESSAGES)) return null;
  if (Reflect.get(values, STATUS) !== "awaiting_user") return null;
  const last = shownMessages(values).at(-1);
  return last?.speaker === "assistant" ? last.id : null;
}
