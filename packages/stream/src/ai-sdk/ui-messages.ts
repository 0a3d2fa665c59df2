import type { RunInterrupt, RunMessage } from "../events/run-events.ts";
import { type Asking, questionParts } from "./question-parts.ts";
import type { UiMessage, UiPart } from "./ui-message.ts";

/** Id of the message that answers a message of the user. The same while it is streamed and when it is loaded again. */
export const answerIdOf = (userMessageId: string): string => `${userMessageId}:answer`;

/**
 * Converts stored messages and open questions to messages of the AI SDK. All that agents wrote after a message of the user is one
 * message, with a step for each message of a model.
 */
export function uiMessagesOf(
  messages: readonly RunMessage[],
  interrupts: readonly RunInterrupt[],
  asking: Asking,
): readonly UiMessage[] {
  const list: UiMessage[] = [];
  const answer = (fallbackId: string): UiMessage => {
    const last = list.at(-1);
    if (last?.role === "assistant") return last;
    const made: UiMessage = { id: last === undefined ? fallbackId : answerIdOf(last.id), role: "assistant", parts: [] };
    list.push(made);
    return made;
  };
  for (const message of messages) {
    const { messageId, role, content } = message;
    if (role === "user") list.push({ id: messageId, role, parts: [{ type: "text", text: content }] });
    else if (role === "assistant") answer(messageId).parts.push(...partsOf(message));
    else if (role === "tool") setResult(list, message);
  }
  endCalls(list);
  for (const interrupt of interrupts) {
    const { tools, question } = questionParts(interrupt, asking);
    const { parts } = answer(`${interrupt.interruptId}:answer`);
    for (const tool of tools) {
      const index = parts.findIndex((part) => part.type === "dynamic-tool" && part.toolCallId === tool.toolCallId);
      if (index === -1) parts.push(tool);
      else parts[index] = tool;
    }
    parts.push(question);
  }
  return list;
}

function partsOf({ content, toolCalls = [] }: RunMessage): readonly UiPart[] {
  return [
    { type: "step-start" },
    ...(content === "" ? [] : [{ type: "text", text: content, state: "done" } as const]),
    ...toolCalls.map(({ toolCallId, name, arguments: text }): UiPart => {
      const input = jsonOrText(text);
      return { type: "dynamic-tool", toolCallId, toolName: name, input, state: "input-available" };
    }),
  ];
}

function setResult(list: readonly UiMessage[], { toolCallId, content }: RunMessage): void {
  for (const { parts } of list) {
    const index = parts.findIndex((part) => part.type === "dynamic-tool" && part.toolCallId === toolCallId);
    const part = parts[index];
    if (part?.type !== "dynamic-tool") continue;
    const { toolCallId: id, toolName, input } = part;
    const output = jsonOrText(content);
    parts[index] = { type: "dynamic-tool", toolCallId: id, toolName, input, state: "output-available", output };
  }
}

/** Ends the calls of earlier answers: the AI SDK waits for the result of every call. */
function endCalls(list: readonly UiMessage[]): void {
  for (const { parts } of list.slice(0, -1)) {
    for (const [index, part] of parts.entries()) {
      if (part.type !== "dynamic-tool" || part.state !== "input-available") continue;
      const { toolCallId, toolName, input } = part;
      const errorText = "The call was not completed.";
      parts[index] = { type: "dynamic-tool", toolCallId, toolName, input, state: "output-error", errorText };
    }
  }
}

/** Arguments and results are text in a conversation, and usually JSON. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
