import { epochSecondsOf } from "@tidemark/agents/internal";
import type { PlainRecord } from "@tidemark/reducers/internal";
import type { RunInterrupt } from "../events/run-events.ts";
import { type PartMessage, type Wire } from "../events/run-parts.ts";
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

interface OpenMessage {
  /** Name that distinguishes messages that are streamed at the same time. */
  readonly node: string;
  readonly sources: { type: "citation"; url: string; title?: string }[];
  /** Number of finished blocks. */
  blocks: number;
}

/**
 * Creates the wire of LangGraph's protocol for agents, which `useStream` of `@langchain/react` reads.
 *
 * `idOf` returns the id under which clients answer a question. The state is sent before the run ends.
 */
export function protocolWire(idOf: (interrupt: RunInterrupt) => string): Wire<ProtocolEvent> {
  const view = runView();
  const open = new Map<PartMessage, OpenMessage>();
  let timestamp = 0;

  const made = (method: ProtocolEvent["method"], data: unknown, node?: string): ProtocolEvent => ({
    method,
    params: { namespace: [], timestamp, ...(node !== undefined && { node }), data },
  });

  const stateMade = (state: PlainRecord | null): readonly ProtocolEvent[] =>
    state === null ? [] : [made("values", state)];

  const lifecycle = (event: string, error?: string): ProtocolEvent =>
    made("lifecycle", { event, graph_name: "root", ...(error !== undefined && { error }) });

  /** Event about an open message, with the name of the message and the number of its newest block. */
  function within(message: PartMessage, dataOf: (at: OpenMessage) => object): readonly ProtocolEvent[] {
    const at = open.get(message);
    return at === undefined ? [] : [made("messages", dataOf(at), at.node)];
  }

  return {
    begin: () => [lifecycle("running")],
    before(event) {
      timestamp = (epochSecondsOf(event.timestamp) ?? 0) * 1000;
      return stateMade(view.before(event));
    },
    table: {
      message_start(message) {
        const { messageId, role, node = "agent" } = message.message;
        const isTaken = [...open.values()].some((other) => other.node === node);
        open.set(message.message, { node: isTaken ? `${node}:${messageId}` : node, sources: [], blocks: 0 });
        const start = { event: "message-start", role: messageTypes[role], id: messageId };
        return within(message.message, () => start);
      },
      message_end({ message }) {
        const ended = within(message, () => ({ event: "message-finish" }));
        open.delete(message);
        return ended;
      },
      block_start: ({ message, block: type }) =>
        within(message, ({ blocks: index }) => {
          const content = type === "text" ? { type, text: "" } : { type, reasoning: "" };
          return { event: "content-block-start", index, content };
        }),
      text: ({ message, delta: text }) =>
        text === ""
          ? []
          : within(message, ({ blocks: index }) => ({
              event: "content-block-delta",
              index,
              delta: { type: "text-delta", text },
            })),
      reasoning: ({ message, delta: reasoning }) =>
        within(message, ({ blocks: index }) => ({
          event: "content-block-delta",
          index,
          delta: { type: "reasoning-delta", reasoning },
        })),
      block_end: ({ message, block: type, text }) =>
        within(message, (at) => {
          const annotations = at.sources.length > 0 ? { annotations: [...at.sources] } : {};
          const content = type === "text" ? { type, text, ...annotations } : { type, reasoning: text };
          at.blocks += 1;
          return { event: "content-block-finish", index: at.blocks - 1, content };
        }),
      source({ message, event: { url, title } }) {
        open.get(message)?.sources.push({ type: "citation", url, ...(title !== undefined && { title }) });
        return [];
      },
      call_end({ call: { toolCallId, name, message, arguments: text }, isComplete }) {
        if (!isComplete) return [];
        const content = protocolCall(toolCallId, name, text);
        const started = { event: "tool-started", tool_call_id: toolCallId, tool_name: name, input: content.args };
        return [
          ...within(message, ({ blocks: index }) => ({
            event: "content-block-start",
            index,
            content: { ...content, args: {} },
          })),
          ...within(message, (at) => {
            at.blocks += 1;
            return { event: "content-block-finish", index: at.blocks - 1, content };
          }),
          made("tools", started),
        ];
      },
      result({ event: { toolCallId, messageId, content } }) {
        const node = `tools:${toolCallId}`;
        const text = { type: "text", text: content };
        return [
          made("tools", { event: "tool-finished", tool_call_id: toolCallId, output: content }),
          made("messages", { event: "message-start", role: "tool", id: messageId, tool_call_id: toolCallId }, node),
          made("messages", { event: "content-block-start", index: 0, content: text }, node),
          made("messages", { event: "content-block-finish", index: 0, content: text }, node),
          made("messages", { event: "message-finish" }, node),
        ];
      },
      patch: ({ patch }) => [made("custom", { name: "state_delta", payload: patch })],
      agent: ({ event }) => [made("custom", { name: event.type, payload: event })],
      end({ outcome, interrupts }) {
        const questions = interrupts.map((interrupt) =>
          made("input.requested", { interrupt_id: idOf(interrupt), payload: interrupt.value }),
        );
        // LangGraph reports a stopped run as interrupted too, without a question.
        return [
          ...stateMade(view.rest()),
          ...questions,
          lifecycle(outcome === "finished" ? "completed" : "interrupted"),
        ];
      },
      failure: ({ message }) => [...stateMade(view.rest()), lifecycle("failed", message)],
    },
  };
}

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
