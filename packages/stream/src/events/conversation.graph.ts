import { AIMessageChunk, BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { EventStamper } from "@tidemark/agents/internal";
import type { EventBase } from "@tidemark/core-state/internal";
import type { RunEvent, RunMessage } from "./run-events.ts";
import { messageBlocks } from "./message-blocks.graph.ts";
import { filesIn } from "./message-files.ts";
import { blocksOf, reasoningOf, sourcesIn } from "./message-parts.graph.ts";
import { roleOf, runMessages, withUnfinished } from "./messages.graph.ts";
import { transcript } from "./transcript.ts";

/** Place at which a message was streamed. */
export interface Speaker {
  readonly node: string;
  /** Id of the task that produced the message. */
  readonly task: string;
  /** Namespace of the run inside of the task. Two steps of one loop have the same `scope`, with the `step` of each. */
  readonly scope?: string;
  readonly step?: number;
}

/** Tracks the messages of a run: those already emitted and those stored. Emits the difference. */
export interface Conversation {
  /**
   * Emits a streamed chunk or message of a model or node. A message of a later step of the same loop, and the result of a tool,
   * end the messages before them.
   */
  streamed(message: unknown, from: Speaker): readonly RunEvent[];
  /** Emits a message of a person where an agent reads it, also to a client that has it at another place. */
  read(message: unknown): readonly RunEvent[];
  /** Emits the messages that a step stored and that were not streamed. */
  committed(messages: unknown): readonly RunEvent[];
  /** Ends the open texts of a task. */
  taskEnded(task: string): readonly RunEvent[];
  /**
   * Ends all open texts. Emits a snapshot if the emitted messages differ from the stored ones, followed by those of agents that have not
   * ended.
   */
  ended(unfinished?: readonly RunMessage[]): readonly RunEvent[];
  /** Starts with the stored messages, and those of agents that have not ended. */
  begin(messages: unknown, unfinished?: readonly RunMessage[]): readonly RunEvent[];
}

interface OpenText {
  readonly from: Speaker;
  readonly openCalls: Map<number | string, string>;
  /** Addresses of the sources and files that were emitted. */
  readonly extras: Set<string>;
  isReasoning: boolean;
}

/** Event without what the stamper adds. */
type Unstamped<Event> = Event extends RunEvent ? Omit<Event, keyof EventBase> : never;

/** Creates a conversation without messages. */
export function conversation(stamper: EventStamper): Conversation {
  let stored: readonly RunMessage[] = [];
  const emitted = transcript();
  const open = new Map<string, OpenText>();

  const find = (messageId: string): RunMessage | undefined =>
    emitted.messages.find((message) => message.messageId === messageId);

  function stamped(event: Unstamped<RunEvent>): RunEvent {
    const made = stamper.stamp(event);
    emitted.apply(made);
    return made;
  }

  function text({ messageId, content: delta, name, isSteering, ...message }: RunMessage, node?: string): RunEvent {
    const role = message.role === "tool" ? "assistant" : message.role;
    const by = { ...(node !== undefined && { node }), ...(name !== undefined && { name }) };
    return stamped({ type: "text_delta", messageId, role, delta, ...by, ...(isSteering === true && { isSteering }) });
  }

  const callStarted = (messageId: string, toolCallId: string, name: string): RunEvent =>
    stamped({ type: "tool_call_started", toolCallId, name, messageId });

  const callGrew = (toolCallId: string, delta: string): RunEvent =>
    stamped({ type: "tool_call_arguments", toolCallId, delta });

  const callFinished = (toolCallId: string): RunEvent => stamped({ type: "tool_call_finished", toolCallId });

  function close(messageId: string): readonly RunEvent[] {
    const closing = open.get(messageId);
    if (closing === undefined) return [];
    open.delete(messageId);
    const ended = [...reasoningEnded(messageId, closing), ...[...closing.openCalls.values()].map(callFinished)];
    const content = find(messageId)?.content ?? "";
    return content === "" ? ended : [...ended, stamped({ type: "text_finished", messageId })];
  }

  function reasoningEnded(messageId: string, at: OpenText): readonly RunEvent[] {
    const was = at.isReasoning;
    at.isReasoning = false;
    return was ? [stamped({ type: "reasoning_finished", messageId })] : [];
  }

  /** Ends the messages of earlier steps of the loop that now speaks. Messages of parallel steps stay open. */
  function earlierEnded(messageId: string, { task, scope, step }: Speaker): readonly RunEvent[] {
    if (step === undefined) return [];
    return [...open].flatMap(([id, { from }]) => {
      const isEarlier = from.task === task && from.scope === scope && from.step !== undefined && from.step < step;
      return id !== messageId && isEarlier ? close(id) : [];
    });
  }

  /** Ends the message with the call that a tool answers. */
  function callerEnded(message: BaseMessage): readonly RunEvent[] {
    if (!ToolMessage.isInstance(message)) return [];
    const answered = message.tool_call_id;
    return [...open].flatMap(([id, { openCalls }]) => ([...openCalls.values()].includes(answered) ? close(id) : []));
  }

  /** Emits the sources and files of a chunk. */
  function extrasOf(message: BaseMessage, messageId: string, known: Set<string>): readonly RunEvent[] {
    const events: RunEvent[] = [];
    for (const block of blocksOf(message)) {
      for (const source of sourcesIn(block, known)) events.push(stamped({ type: "source", messageId, ...source }));
      for (const { mediaType, url } of filesIn(block)) {
        if (known.has(url)) continue;
        known.add(url);
        events.push(stamped({ type: "file", messageId, mediaType, url }));
      }
    }
    return events;
  }

  /** Emits a complete message. */
  function whole(message: RunMessage, node?: string): readonly RunEvent[] {
    const { messageId, content, toolCalls = [], toolCallId } = message;
    if (message.role === "tool") {
      if (toolCallId === undefined) return [];
      return [stamped({ type: "tool_result", toolCallId, messageId, content })];
    }
    const events: RunEvent[] = [];
    if (content !== "" || toolCalls.length === 0) {
      events.push(text(message, node), stamped({ type: "text_finished", messageId }));
    }
    return [...events, ...toolCalls.flatMap((call) => wholeCall(messageId, call))];
  }

  const wholeCall = (
    messageId: string,
    call: { readonly toolCallId: string; readonly name: string; readonly arguments: string },
  ): readonly RunEvent[] => [
    callStarted(messageId, call.toolCallId, call.name),
    ...(call.arguments === "" ? [] : [callGrew(call.toolCallId, call.arguments)]),
    callFinished(call.toolCallId),
  ];

  function piece(message: AIMessageChunk, messageId: string, from: Speaker): readonly RunEvent[] {
    const at: OpenText = open.get(messageId) ?? {
      from,
      openCalls: new Map(),
      extras: new Set(),
      isReasoning: false,
    };
    open.set(messageId, at);
    const events: RunEvent[] = [];
    const reasoning = reasoningOf(message);
    if (reasoning !== "") {
      at.isReasoning = true;
      events.push(stamped({ type: "reasoning_delta", messageId, node: from.node, delta: reasoning }));
    }
    const extras = extrasOf(message, messageId, at.extras);
    const hasFile = extras.some(({ type }) => type === "file");
    if (message.text !== "" || hasFile || (message.tool_call_chunks ?? []).length > 0) {
      events.push(...reasoningEnded(messageId, at));
    }
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
      if (call !== undefined && args !== undefined && args !== "") events.push(callGrew(call, args));
    }
    return [...events, ...extras];
  }

  /** Emits a complete message of a model that does not stream, with all of its parts. */
  function spoken(message: BaseMessage, node?: string): readonly RunEvent[] {
    const [complete] = runMessages([message]);
    if (complete === undefined) return [];
    const blocks = complete.role === "assistant" ? messageBlocks(message) : [];
    const hasParts = blocks.some(({ type }) => type !== "text" && type !== "call");
    if (!hasParts) return whole(complete, node);
    const { messageId } = complete;
    const events: RunEvent[] = [];
    for (const block of blocks) {
      if (block.type === "text") events.push(text({ ...complete, content: block.text }, node));
      else if (block.type === "call") events.push(...wholeCall(messageId, block));
      else if (block.type === "reasoning") {
        const by = node === undefined ? {} : { node };
        events.push(
          stamped({ type: "reasoning_delta", messageId, ...by, delta: block.text }),
          stamped({ type: "reasoning_finished", messageId }),
        );
      } else if (block.type === "file") {
        events.push(stamped({ type: "file", messageId, mediaType: block.mediaType, url: block.url }));
      } else events.push(stamped({ messageId, ...block }));
    }
    return complete.content === "" ? events : [...events, stamped({ type: "text_finished", messageId })];
  }

  return {
    begin(messages, unfinished = []) {
      stored = runMessages(messages);
      const all = withUnfinished(stored, unfinished);
      return all.length === 0 ? [] : [stamped({ type: "messages_snapshot", messages: all })];
    },
    streamed(message, from) {
      if (!BaseMessage.isInstance(message) || message.id === undefined) return [];
      const id = message.id;
      const ended = [...earlierEnded(id, from), ...callerEnded(message)];
      if (isChunk(message)) {
        return stored.some((known) => known.messageId === id) ? ended : [...ended, ...piece(message, id, from)];
      }
      return find(id) === undefined ? [...ended, ...spoken(message, from.node)] : ended;
    },
    read(message) {
      if (!BaseMessage.isInstance(message) || find(message.id ?? "") !== undefined) return [];
      return [stamped({ type: "messages_snapshot", messages: [...emitted.messages] }), ...spoken(message)];
    },
    committed(messages) {
      stored = runMessages(messages);
      const known = new Set(emitted.messages.map(({ messageId }) => messageId));
      const given = new Map(
        listOf(messages).flatMap((each) => (BaseMessage.isInstance(each) ? [[each.id, each]] : [])),
      );
      return stored.flatMap((message) => {
        if (known.has(message.messageId)) return close(message.messageId);
        if (isAnswered(emitted.messages, message)) return [];
        const complete = given.get(message.messageId);
        return complete === undefined ? whole(message) : spoken(complete);
      });
    },
    taskEnded: (task) => [...open].flatMap(([id, { from }]) => (from.task === task ? close(id) : [])),
    ended(unfinished = []) {
      const events = [...open.keys()].flatMap(close);
      const wanted = withUnfinished(stored, unfinished);
      if (!sameMessages(wanted, emitted.messages)) {
        const start = commonStart(wanted, emitted.messages);
        if (start !== null) events.push(stamped({ type: "messages_snapshot", messages: start }));
        events.push(stamped({ type: "messages_snapshot", messages: wanted }));
      }
      return events;
    },
  };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isChunk = (message: BaseMessage): message is AIMessageChunk =>
  AIMessageChunk.isInstance(message) && !ToolMessage.isInstance(message);

/**
 * Returns true for a message whose calls were answered before it is stored: a run that paused at a call stores the message when it goes
 * on. The call was emitted before the pause, and a call after its result would be out of order.
 */
const isAnswered = (messages: readonly RunMessage[], { toolCalls = [] }: RunMessage): boolean =>
  toolCalls.some((call) => messages.some(({ role, toolCallId }) => role === "tool" && toolCallId === call.toolCallId));

/**
 * The messages before the first one that a client has at another place; null if there is none. AG-UI's clients keep the order of the
 * messages that they have and append the others, so they must first drop what follows.
 */
function commonStart(stored: readonly RunMessage[], emitted: readonly RunMessage[]): readonly RunMessage[] | null {
  const wanted = new Set(stored.map(({ messageId }) => messageId));
  const kept = emitted.filter(({ messageId }) => wanted.has(messageId));
  const end = kept.findIndex(({ messageId }, index) => stored[index]?.messageId !== messageId);
  return end === -1 ? null : stored.slice(0, end);
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
