import { AIMessageChunk, BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { EventStamper } from "@tidemark/agents/internal";
import type { RunEvent, RunMessage } from "./run-events.ts";
import { roleOf, runMessages } from "./messages.graph.ts";

/** Follows the messages of a run: what was told of them so far, and whether that is what they came to. */
export interface Conversation {
  /** A piece of a message, or a whole one, that a model or a node gave just now; `task` is who gave it. */
  streamed(message: unknown, from: { readonly node: string; readonly task: string }): readonly RunEvent[];
  /** The messages that a step stored. */
  committed(messages: unknown): readonly RunEvent[];
  /** The task ended, and with it its texts. */
  taskEnded(task: string): readonly RunEvent[];
  /** Ends open texts; where what was told is not what was stored, it is told anew. */
  ended(): readonly RunEvent[];
  /** Begins with the messages that are there. */
  begin(messages: unknown): readonly RunEvent[];
}

interface OpenText {
  readonly task: string;
  readonly openCalls: Map<number | string, string>;
}

/** Starts with nothing told. */
export function conversation(stamper: EventStamper): Conversation {
  let stored: readonly RunMessage[] = [];
  let mirror: RunMessage[] = [];
  const open = new Map<string, OpenText>();
  let last: unknown = null;

  const find = (messageId: string): RunMessage | undefined => mirror.find((each) => each.messageId === messageId);

  function change(messageId: string, role: RunMessage["role"], next: (message: RunMessage) => RunMessage): void {
    const index = mirror.findIndex((each) => each.messageId === messageId);
    const current = mirror[index] ?? { messageId, role, content: "" };
    if (index === -1) mirror.push(next(current));
    else mirror[index] = next(current);
  }

  function text(message: RunMessage, node?: string): RunEvent {
    const { messageId, content: delta, name } = message;
    const role = message.role === "tool" ? "assistant" : message.role;
    change(messageId, role, (known) => ({ ...known, content: known.content + delta }));
    const told = { messageId, role, delta, ...(node !== undefined && { node }), ...(name !== undefined && { name }) };
    return stamper.stamp({ type: "text_delta", ...told });
  }

  function callStarted(messageId: string, toolCallId: string, name: string): RunEvent {
    change(messageId, "assistant", (known) => ({
      ...known,
      toolCalls: [...(known.toolCalls ?? []), { toolCallId, name, arguments: "" }],
    }));
    return stamper.stamp({ type: "tool_call_started", toolCallId, name, messageId });
  }

  function callGrew(messageId: string, toolCallId: string, delta: string): RunEvent {
    change(messageId, "assistant", (known) => ({
      ...known,
      toolCalls: (known.toolCalls ?? []).map((call) =>
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

  /** Tells a whole message at once. */
  function whole(message: RunMessage, node?: string): readonly RunEvent[] {
    const { messageId, content, toolCalls = [], toolCallId } = message;
    if (message.role === "tool") {
      if (toolCallId === undefined) return [];
      mirror.splice(placeOfResult(mirror, toolCallId), 0, message);
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
      mirror = [...stored];
      return stored.length === 0 ? [] : [stamper.stamp({ type: "messages_snapshot", messages: stored })];
    },
    streamed(message, from) {
      if (!BaseMessage.isInstance(message) || message.id === undefined) return [];
      const id = message.id;
      if (isChunk(message)) return stored.some((each) => each.messageId === id) ? [] : piece(message, id, from);
      if (find(id) !== undefined) return [];
      return runMessages([message]).flatMap((each) => whole(each, from.node));
    },
    committed(messages) {
      if (messages === last) return [];
      last = messages;
      stored = runMessages(messages);
      const known = new Set(mirror.map(({ messageId }) => messageId));
      return stored.flatMap((each) => (known.has(each.messageId) ? close(each.messageId) : whole(each)));
    },
    taskEnded: (task) => [...open].flatMap(([id, each]) => (each.task === task ? close(id) : [])),
    ended() {
      const events = [...open.keys()].flatMap(close);
      if (!sameMessages(stored, mirror)) {
        mirror = [...stored];
        events.push(stamper.stamp({ type: "messages_snapshot", messages: stored }));
      }
      return events;
    },
  };
}

const isChunk = (message: BaseMessage): message is AIMessageChunk =>
  AIMessageChunk.isInstance(message) && !ToolMessage.isInstance(message);

/** Interfaces put a result behind the message that asked for it, and behind the results that are there. */
function placeOfResult(messages: readonly RunMessage[], toolCallId: string): number {
  const asking = messages.findIndex(({ toolCalls = [] }) => toolCalls.some((call) => call.toolCallId === toolCallId));
  if (asking === -1) return messages.length;
  let place = asking + 1;
  while (messages[place]?.role === "tool") place += 1;
  return place;
}

/** Names are no reason to tell a conversation anew. */
const sameMessages = (one: readonly RunMessage[], other: readonly RunMessage[]): boolean =>
  JSON.stringify(one.map(comparable)) === JSON.stringify(other.map(comparable));

const comparable = ({ messageId, role, content, toolCalls = [], toolCallId }: RunMessage) => [
  messageId,
  role,
  content,
  toolCallId ?? null,
  toolCalls.map((call) => [call.toolCallId, call.name, canonical(call.arguments)]),
];

/** Streamed arguments may be spaced in another way than stored ones. */
function canonical(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
