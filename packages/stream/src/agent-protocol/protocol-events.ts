import { epochSecondsOf } from "@tidemark/agents/internal";
import type { RunEvent, RunInterrupt } from "../events/run-events.ts";
import { messageTypes, protocolCall } from "./protocol-message.ts";
import { runView } from "./run-view.ts";

/** Event of LangGraph's protocol for agents, without its number. */
export interface ProtocolEvent {
  readonly method: "custom" | "input.requested" | "lifecycle" | "messages" | "tools" | "values";
  readonly params: {
    readonly namespace: readonly string[];
    readonly timestamp: number;
    readonly node?: string;
    readonly data: unknown;
  };
}

/** Translates the events of one run. */
export interface ProtocolTranslator {
  event(event: RunEvent): readonly ProtocolEvent[];
}

interface OpenMessage {
  /** Name that distinguishes messages that are streamed at the same time. */
  readonly node: string;
  readonly sources: { type: "citation"; url: string; title?: string }[];
  /** Block that is streamed now. */
  active: { readonly type: "reasoning" | "text"; text: string } | null;
  /** Number of finished blocks. */
  blocks: number;
}

/**
 * Creates the translator to LangGraph's protocol for agents, which `useStream` of `@langchain/react` reads.
 *
 * `idOf` returns the id under which clients answer a question. Every stream is complete: messages are finished and the state is sent
 * before the run ends.
 */
export function protocolTranslator(idOf: (interrupt: RunInterrupt) => string): ProtocolTranslator {
  const view = runView();
  const open = new Map<string, OpenMessage>();
  const calls = new Map<string, { readonly messageId: string; readonly name: string; text: string }>();
  let timestamp = 0;

  const made = (method: ProtocolEvent["method"], data: unknown, node?: string): ProtocolEvent => ({
    method,
    params: { namespace: [], timestamp, ...(node !== undefined && { node }), data },
  });

  /** Opens a message unless it is open. */
  function opened(messageId: string, role: "assistant" | "system" | "user", node = "agent") {
    const known = open.get(messageId);
    if (known !== undefined) return { message: known, events: [] };
    const isTaken = [...open.values()].some((other) => other.node === node);
    const message: OpenMessage = {
      node: isTaken ? `${node}:${messageId}` : node,
      sources: [],
      active: null,
      blocks: 0,
    };
    open.set(messageId, message);
    const start = { event: "message-start", role: messageTypes[role], id: messageId };
    return { message, events: [made("messages", start, message.node)] };
  }

  function blockEnded(message: OpenMessage): readonly ProtocolEvent[] {
    const { active, node } = message;
    if (active === null) return [];
    message.active = null;
    const { type, text } = active;
    const annotations = type === "text" && message.sources.length > 0 ? { annotations: [...message.sources] } : {};
    const content = type === "text" ? { type, text, ...annotations } : { type, reasoning: text };
    message.blocks += 1;
    return [made("messages", { event: "content-block-finish", index: message.blocks - 1, content }, node)];
  }

  function grow(message: OpenMessage, type: "reasoning" | "text", delta: string): readonly ProtocolEvent[] {
    if (delta === "") return [];
    const events: ProtocolEvent[] = message.active?.type === type ? [] : [...blockEnded(message)];
    const { node, blocks: index } = message;
    if (message.active === null) {
      message.active = { type, text: "" };
      const content = type === "text" ? { type, text: "" } : { type, reasoning: "" };
      events.push(made("messages", { event: "content-block-start", index, content }, node));
    }
    message.active.text += delta;
    const change =
      type === "text" ? { type: "text-delta", text: delta } : { type: "reasoning-delta", reasoning: delta };
    events.push(made("messages", { event: "content-block-delta", index, delta: change }, node));
    return events;
  }

  function messageEnded(messageId: string): readonly ProtocolEvent[] {
    const message = open.get(messageId);
    if (message === undefined) return [];
    const events = [...blockEnded(message), made("messages", { event: "message-finish" }, message.node)];
    open.delete(messageId);
    return events;
  }

  function callEnded(toolCallId: string): readonly ProtocolEvent[] {
    const call = calls.get(toolCallId);
    if (call === undefined) return [];
    const message = open.get(call.messageId);
    const content = protocolCall(toolCallId, call.name, call.text);
    const started = made("tools", {
      event: "tool-started",
      tool_call_id: toolCallId,
      tool_name: call.name,
      input: content.args,
    });
    if (message === undefined) return [started];
    const { node, blocks: index } = message;
    message.blocks += 1;
    const start = { event: "content-block-start", index, content: { ...content, args: {} } };
    return [
      made("messages", start, node),
      made("messages", { event: "content-block-finish", index, content }, node),
      started,
    ];
  }

  function resultOf({ toolCallId, messageId, content }: Of<"tool_result">): readonly ProtocolEvent[] {
    const caller = calls.get(toolCallId)?.messageId ?? "";
    const node = `tools:${toolCallId}`;
    const text = { type: "text", text: content };
    return [
      ...messageEnded(caller),
      made("tools", { event: "tool-finished", tool_call_id: toolCallId, output: content }),
      made("messages", { event: "message-start", role: "tool", id: messageId, tool_call_id: toolCallId }, node),
      made("messages", { event: "content-block-start", index: 0, content: text }, node),
      made("messages", { event: "content-block-finish", index: 0, content: text }, node),
      made("messages", { event: "message-finish" }, node),
    ];
  }

  function finished({ outcome, interrupts }: Of<"run_finished">): readonly ProtocolEvent[] {
    const questions = interrupts.map((interrupt) =>
      made("input.requested", { interrupt_id: idOf(interrupt), payload: interrupt.value }),
    );
    // LangGraph reports a stopped run as interrupted too, without a question.
    return [...ended(), ...questions, lifecycle(outcome === "finished" ? "completed" : "interrupted")];
  }

  function ended(): readonly ProtocolEvent[] {
    const closing = [...open.keys()].flatMap(messageEnded);
    const rest = view.rest();
    return rest === null ? closing : [...closing, made("values", rest)];
  }

  const lifecycle = (event: string, error?: string): ProtocolEvent =>
    made("lifecycle", { event, graph_name: "root", ...(error !== undefined && { error }) });

  function translate(event: RunEvent): readonly ProtocolEvent[] {
    switch (event.type) {
      case "run_started":
        return [lifecycle("running")];
      case "run_finished":
        return finished(event);
      case "run_failed":
        return [...ended(), lifecycle("failed", event.message)];
      case "text_delta": {
        const { message, events } = opened(event.messageId, event.role, event.node);
        return [...events, ...grow(message, "text", event.delta)];
      }
      case "text_finished":
        return messageEnded(event.messageId);
      case "reasoning_delta": {
        const { message, events } = opened(event.messageId, "assistant", event.node);
        return [...events, ...grow(message, "reasoning", event.delta)];
      }
      case "reasoning_finished": {
        const message = open.get(event.messageId);
        return message === undefined ? [] : blockEnded(message);
      }
      case "source": {
        const { url, title } = event;
        open.get(event.messageId)?.sources.push({ type: "citation", url, ...(title !== undefined && { title }) });
        return [];
      }
      case "tool_call_started": {
        const { message, events } = opened(event.messageId, "assistant");
        calls.set(event.toolCallId, { messageId: event.messageId, name: event.name, text: "" });
        return [...events, ...blockEnded(message)];
      }
      case "tool_call_arguments": {
        const call = calls.get(event.toolCallId);
        if (call !== undefined) call.text += event.delta;
        return [];
      }
      case "tool_call_finished":
        return callEnded(event.toolCallId);
      case "tool_result":
        return resultOf(event);
      // LangGraph's protocol has no event for a file.
      case "file":
      case "node_started":
      case "node_finished":
      case "messages_snapshot":
      case "state_snapshot":
        return [];
      case "state_delta":
        return [made("custom", { name: "state_delta", payload: event.patch })];
      case "status":
      case "progress":
      case "plan_generated":
      case "plan_step_started":
      case "plan_step_completed":
      case "plan_completed":
      case "agent_handoff":
      case "agent_changed":
      default:
        return [made("custom", { name: event.type, payload: event })];
    }
  }

  return {
    event(event) {
      timestamp = (epochSecondsOf(event.timestamp) ?? 0) * 1000;
      // The messages come after the state, and both are sent together.
      const due = event.type === "messages_snapshot" ? null : view.due();
      view.apply(event);
      const states = event.type === "messages_snapshot" ? view.due() : due;
      return [...(states === null ? [] : [made("values", states)]), ...translate(event)];
    },
  };
}

type Of<Type extends RunEvent["type"]> = Extract<RunEvent, { readonly type: Type }>;

/** Events that a client wants, as it names them when it opens a stream. */
export interface ProtocolFilter {
  readonly channels: readonly string[];
  readonly namespaces?: readonly (readonly string[])[] | undefined;
}

/** True for an event that a client wants. All events are of the root, so a filter for other namespaces matches none. */
export function isWanted({ method, params }: ProtocolEvent, { channels, namespaces = [] }: ProtocolFilter): boolean {
  if (namespaces.length > 0 && !namespaces.some((prefix) => prefix.length === 0)) return false;
  if (method === "input.requested") return channels.includes("input");
  if (method !== "custom") return channels.includes(method);
  return channels.includes("custom") || channels.includes(`custom:${String(Reflect.get(Object(params.data), "name"))}`);
}
