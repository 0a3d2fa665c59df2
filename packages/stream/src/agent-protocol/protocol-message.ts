import { isPlainRecord } from "@tidemark/reducers/internal";
import type { RunMessage } from "../events/run-events.ts";

/** Message as LangGraph's clients read it in the values of a thread. */
export interface ProtocolMessage {
  readonly type: "ai" | "human" | "system" | "tool";
  readonly id: string;
  readonly content: string;
  readonly name?: string;
  readonly tool_calls?: readonly ProtocolCall[];
  readonly tool_call_id?: string;
}

/** Call of a tool in a message. */
export interface ProtocolCall {
  readonly type: "tool_call";
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Types of messages in LangGraph's protocol, by role. */
export const messageTypes = { user: "human", assistant: "ai", system: "system", tool: "tool" } as const;

/** Converts a message for LangGraph's clients. */
export function protocolMessage(message: RunMessage): ProtocolMessage {
  const { messageId: id, role, content, name, toolCalls, toolCallId } = message;
  const calls = (toolCalls ?? []).map((call) => protocolCall(call.toolCallId, call.name, call.arguments));
  return {
    type: messageTypes[role],
    id,
    content,
    ...(name !== undefined && { name }),
    ...(role === "assistant" && { tool_calls: calls }),
    ...(toolCallId !== undefined && { tool_call_id: toolCallId }),
  };
}

/** Creates a call of a tool. Arguments that are not a JSON object become an empty one. */
export const protocolCall = (id: string, name: string, text: string): ProtocolCall => ({
  type: "tool_call",
  id,
  name,
  args: argumentsIn(text),
});

function argumentsIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text);
    return isPlainRecord(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
