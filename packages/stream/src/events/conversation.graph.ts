import { AIMessageChunk, BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { EventStamper } from "@tidemark/agents/internal";
import type { RunEvent, RunMessage } from "./run-events.ts";
import { roleOf, runMessages } from "./messages.graph.ts";

/** Tracks the messages of a run: those already emitted and those stored. Emits the difference. */
export interface Conversation {
  /** Emits a streamed chunk or message of a model or node. `task` is the id of the task that produced it. */
  streamed(message: unknown, from: { readonly node: string; readonly task: string }): readonly RunEvent[];
  /** Emits the messages that a step stored and that were not streamed. */
  committed(messages: unknown): readonly RunEvent[];
  /** Ends the open texts of a task. */
  taskEnded(task: string): readonly RunEvent[];
  /** Ends all open texts. Emits a snapshot if the emitted messages differ from the stored ones. */
  ended(): readonly RunEvent[];
  /** Starts with the stored messages. */
  begin(messages: unknown): readonly RunEvent[];
}

interface OpenText {
  readonly task: string;
  readonly openCalls: Map<number | string, string>;
}

/** Creates a conversation without messages. */
export function conversation(stamper: EventStamper): Conversation {
  let stored: readonly RunMessage[] = [];
  let emitted: RunMessage[] = [];
  const open = new Map<string, OpenText>();
  let last: unknown = null;

  const find = (messageId: string): RunMessage | undefined =>
    emitted.find((message) => message.messageId === messageId);

  function change(messageId: string, role: RunMessage["role"], next: (message: RunMessage) => RunMessage): void {
    const index = emitted.findIndex((message) => message.messageId === messageId);
    const current = emitted[index] ?? { messageId, role, content: "" };
    if (index === -1) emitted.push(next(current));
    else emitted[index] = next(current);
  }

  function text(message: RunMessage, node?: string): RunEvent {
    const { messageId, content: delta, name } = message;
    const role = message.role === "tool" ? "assistant" : message.role;
    change(messageId, role, (current) => ({ ...current, content: current.content + delta }));
    const details = {
      messageId,
      role,
      delta,
      ...(node !== undefined && { node }),
      ...(name !== undefined && { name }),
    };
    return stamper.stamp({ type: "text_delta", ...details });
  }

  function callStarted(messageId: string, toolCallId: string, name: string): RunEvent {
    change(messageId, "assistant", (current) => ({
      ...current,
      toolCalls: [...(current.toolCalls ?? []), { toolCallId, name, arguments: "" }],
    }));
    return stamper.stamp({ type: "tool_call_started", toolCallId, name, messageId });
  }

  function callGrew(messageId: string, toolCallId: string, delta: string): RunEvent {
    change(messageId, "assistant", (current) => ({
      ...current,
      toolCalls: (current.toolCalls ?? []).map((call) =>
        call.toolCallId === toolCallId ? { ...call, arguments: call.arguments + delta } : call,
      ),
    }));
    return stamper.stamp({ type: "tool_call_arguments", toolCallId, delta });
  }

  const callFinished = (toolCallId: string): RunEvent => stamper.stamp({ type: "tool_call_finished", toolCallId });

  function close(messageId: string): readonly RunEvent[] {
    const closing = open.get(messageId);
    if (closing === undefined) return [];
    open.delete(messageId);
    const calls = [...closing.openCalls.values()].map(callFinished);
    const hasText = find(messageId)?.content !== "";
    return hasText ? [...calls, stamper.stamp({ type: "text_finished", messageId })] : calls;
  }

  /** Emits a complete message. */
  function whole(message: RunMessage, node?: string): readonly RunEvent[] {
    const { messageId, content, toolCalls = [], toolCallId } = message;
    if (message.role === "tool") {
      if (toolCallId === undefined) return [];
      emitted.splice(placeOfResult(emitted, toolCallId), 0, message);
      return [stamper.stamp({ type: "tool_result", toolCallId, messageId, content })];
    }
    const events: RunEvent[] = [];
    if (content !== "" || toolCalls.length === 0) {
      events.push(text(message, node), stamper.stamp({ type: "text_finished", messageId }));
    }
    for (const call of toolCalls) {
      events.push(callStarted(messageId, call.toolCallId, call.name));
      if (call.arguments !== "") events.push(callGrew(messageId, call.toolCallId, call.arguments));
      events.push(callFinished(call.toolCallId));
    }
    return events;
  }

  function piece(
    message: AIMessageChunk,
    messageId: string,
    from: { node: string; task: string },
  ): readonly RunEvent[] {
    const at = open.get(messageId) ?? { task: from.task, openCalls: new Map<number | string, string>() };
    open.set(messageId, at);
    const events: RunEvent[] = [];
    if (message.text !== "") {
      const name = message.name;
      const part: RunMessage = { messageId, role: roleOf(message), content: message.text };
      events.push(text(name === undefined ? part : { ...part, name }, from.node));
    }
    for (const { id, name, args, index } of message.tool_call_chunks ?? []) {
      const place = index ?? id ?? 0;
      if (id !== undefined && id !== "" && at.openCalls.get(place) !== id) {
        at.openCalls.set(place, id);
        events.push(callStarted(messageId, id, name ?? "unknown"));
      }
      const call = at.openCalls.get(place);
      if (call !== undefined && args !== undefined && args !== "") events.push(callGrew(messageId, call, args));
    }
    return events;
  }

  return {
    begin(messages) {
      last = messages;
      stored = runMessages(messages);
      emitted = [...stored];
      return stored.length === 0 ? [] : [stamper.stamp({ type: "messages_snapshot", messages: stored })];
    },
    streamed(message, from) {
      if (!BaseMessage.isInstance(message) || message.id === undefined) return [];
      const id = message.id;
      if (isChunk(message)) return stored.some((known) => known.messageId === id) ? [] : piece(message, id, from);
      if (find(id) !== undefined) return [];
      return runMessages([message]).flatMap((complete) => whole(complete, from.node));
    },
    committed(messages) {
      if (messages === last) return [];
      last = messages;
      stored = runMessages(messages);
      const known = new Set(emitted.map(({ messageId }) => messageId));
      return stored.flatMap((message) => (known.has(message.messageId) ? close(message.messageId) : whole(message)));
    },
    taskEnded: (task) => [...open].flatMap(([id, at]) => (at.task === task ? close(id) : [])),
    ended() {
      const events = [...open.keys()].flatMap(close);
      if (!sameMessages(stored, emitted)) {
        emitted = [...stored];
        events.push(stamper.stamp({ type: "messages_snapshot", messages: stored }));
      }
      return events;
    },
  };
}

const isChunk = (message: BaseMessage): message is AIMessageChunk =>
  AIMessageChunk.isInstance(message) && !ToolMessage.isInstance(message);

/** Position of a tool result: after the message with its call and after the results of that message. */
function placeOfResult(messages: readonly RunMessage[], toolCallId: string): number {
  const callIndex = messages.findIndex(({ toolCalls = [] }) =>
    toolCalls.some((call) => call.toolCallId === toolCallId),
  );
  if (callIndex === -1) return messages.length;
  let place = callIndex + 1;
  while (messages[place]?.role === "tool") place += 1;
  return place;
}

/** Compares messages without their names, so that a name alone does not cause a snapshot. */
const sameMessages = (one: readonly RunMessage[], other: readonly RunMessage[]): boolean =>
  JSON.stringify(one.map(comparable)) === JSON.stringify(other.map(comparable));

const comparable = ({ messageId, role, content, toolCalls = [], toolCallId }: RunMessage) => [
  messageId,
  role,
  content,
  toolCallId ?? null,
  toolCalls.map((call) => [call.toolCallId, call.name, canonical(call.arguments)]),
];

/** Normalizes JSON, because the whitespace of streamed and stored arguments can differ. */
function canonical(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
