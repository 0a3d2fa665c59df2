import type { PlainRecord } from "@tidemark/reducers/internal";
import type { RunInterrupt } from "../events/run-events.ts";
import { type PartCall, type Wire } from "../events/run-parts.ts";
import { messageTypes } from "./protocol-message.ts";
import { runView } from "./run-view.ts";

/** Chunk of a run as LangGraph's routes for runs stream it. */
export interface StreamChunk {
  readonly event: "custom" | "end" | "error" | "messages" | "metadata" | "values";
  readonly data: unknown;
}

/** Options of {@link chunkWire}. */
export interface StreamChunksOptions {
  /** Id of the thread that the client knows. */
  readonly threadId: string;
  /** Stream modes that the client wants: `values`, `messages-tuple` and `custom`. Others send nothing. */
  readonly modes: ReadonlySet<string>;
  /** Id under which clients answer a question. */
  readonly idOf: (interrupt: RunInterrupt) => string;
}

/** Creates the wire of LangGraph's stream modes, which `useStream` of its SDK reads. */
export function chunkWire({ threadId, modes, idOf }: StreamChunksOptions): Wire<StreamChunk> {
  const view = runView();

  const stateMade = (state: PlainRecord | null): readonly StreamChunk[] =>
    state === null || !modes.has("values") ? [] : [{ event: "values", data: state }];

  function said(message: object, node = "agent"): readonly StreamChunk[] {
    if (!modes.has("messages-tuple")) return [];
    const whole = { additional_kwargs: {}, response_metadata: {}, ...message };
    return [{ event: "messages", data: [whole, { langgraph_node: node, thread_id: threadId }] }];
  }

  const called = ({ message, index }: PartCall, more: object): readonly StreamChunk[] =>
    said(speech(message.messageId, "", { tool_call_chunks: [{ type: "tool_call_chunk", index, ...more }] }));

  return {
    begin: (runId) => [{ event: "metadata", data: { run_id: runId, thread_id: threadId, attempt: 1 } }],
    before: (event) => stateMade(view.before(event)),
    table: {
      text({ message: { messageId: id, role, name, node }, delta: content }) {
        const named = name === undefined ? {} : { name };
        return said(
          role === "assistant" ? speech(id, content, named) : { type: messageTypes[role], id, content, ...named },
          node,
        );
      },
      reasoning: ({ message: { messageId, node }, delta: reasoning }) =>
        said(speech(messageId, [{ type: "reasoning", reasoning, index: 0 }]), node),
      call_start: ({ call }) => called(call, { id: call.toolCallId, name: call.name, args: "" }),
      call_delta: ({ call, delta: args }) => called(call, { args }),
      result: ({ event: { toolCallId: tool_call_id, messageId: id, content } }) =>
        said({ type: "tool", id, content, tool_call_id, status: "success" }, "tools"),
      agent: ({ event: data }) => (modes.has("custom") ? [{ event: "custom", data }] : []),
      end({ interrupts }) {
        const questions = interrupts.map((each) => ({ id: idOf(each), value: each.value }));
        const asked = questions.length > 0 ? { __interrupt__: questions } : null;
        return [...stateMade(view.rest()), ...stateMade(asked), { event: "end", data: null }];
      },
      failure: ({ message, code = "RunFailed" }) => [
        ...stateMade(view.rest()),
        { event: "error", data: { error: code, message } },
      ],
    },
  };
}

const speech = (id: string, content: unknown, more: object = {}): object => ({
  type: "AIMessageChunk",
  id,
  content,
  tool_calls: [],
  invalid_tool_calls: [],
  tool_call_chunks: [],
  ...more,
});
