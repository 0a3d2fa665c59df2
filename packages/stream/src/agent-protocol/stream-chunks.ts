import type { RunEvent, RunInterrupt } from "../events/run-events.ts";
import { messageTypes } from "./protocol-message.ts";
import { runView } from "./run-view.ts";

/** Chunk of a run as LangGraph's routes for runs stream it. */
export interface StreamChunk {
  readonly event: "custom" | "end" | "error" | "messages" | "metadata" | "values";
  readonly data: unknown;
}

/** Options of {@link streamChunks}. */
export interface StreamChunksOptions {
  /** Id of the thread that the client knows. */
  readonly threadId: string;
  /** Stream modes that the client wants: `values`, `messages-tuple` and `custom`. Others send nothing. */
  readonly modes: ReadonlySet<string>;
  /** Id under which clients answer a question. */
  readonly idOf: (interrupt: RunInterrupt) => string;
}

/** Translates the events of one run to the chunks of LangGraph's stream modes, which `useStream` of its SDK reads. */
export function streamChunks({
  threadId,
  modes,
  idOf,
}: StreamChunksOptions): (event: RunEvent) => readonly StreamChunk[] {
  const view = runView();
  const positions = new Map<string, number>();
  const messageOf = new Map<string, string>();
  const counts = new Map<string, number>();

  const chunk = (message: object, node = "agent"): StreamChunk => ({
    event: "messages",
    data: [
      { additional_kwargs: {}, response_metadata: {}, ...message },
      { langgraph_node: node, thread_id: threadId },
    ],
  });

  const call = (toolCallId: string, more: object): readonly StreamChunk[] => {
    const part = { type: "tool_call_chunk", index: positions.get(toolCallId) ?? 0, ...more };
    return [chunk(speech(messageOf.get(toolCallId) ?? "", "", { tool_call_chunks: [part] }))];
  };

  function messageChunks(event: RunEvent): readonly StreamChunk[] {
    if (event.type === "text_delta") {
      const { messageId: id, role, delta: content, node, name } = event;
      const named = name === undefined ? {} : { name };
      const said =
        role === "assistant" ? speech(id, content, named) : { type: messageTypes[role], id, content, ...named };
      return [chunk(said, node)];
    }
    if (event.type === "reasoning_delta") {
      const { messageId, delta, node } = event;
      return [chunk(speech(messageId, [{ type: "reasoning", reasoning: delta, index: 0 }]), node)];
    }
    if (event.type === "tool_call_started") {
      const { toolCallId, messageId, name } = event;
      const index = counts.get(messageId) ?? 0;
      counts.set(messageId, index + 1);
      positions.set(toolCallId, index);
      messageOf.set(toolCallId, messageId);
      return call(toolCallId, { id: toolCallId, name, args: "" });
    }
    if (event.type === "tool_call_arguments") return call(event.toolCallId, { args: event.delta });
    if (event.type !== "tool_result") return [];
    const { toolCallId, messageId: id, content } = event;
    return [chunk({ type: "tool", id, content, tool_call_id: toolCallId, status: "success" }, "tools")];
  }

  function ended(): readonly StreamChunk[] {
    const rest = modes.has("values") ? view.rest() : null;
    return rest === null ? [] : [{ event: "values", data: rest }];
  }

  function finished({ interrupts }: Extract<RunEvent, { readonly type: "run_finished" }>): readonly StreamChunk[] {
    const questions = interrupts.map((each) => ({ id: idOf(each), value: each.value }));
    const asked: readonly StreamChunk[] =
      questions.length > 0 && modes.has("values") ? [{ event: "values", data: { __interrupt__: questions } }] : [];
    return [...ended(), ...asked, { event: "end", data: null }];
  }

  function translate(event: RunEvent): readonly StreamChunk[] {
    if (event.type === "run_started") {
      return [{ event: "metadata", data: { run_id: event.runId, thread_id: threadId, attempt: 1 } }];
    }
    if (event.type === "run_failed") {
      return [...ended(), { event: "error", data: { error: event.code ?? "RunFailed", message: event.message } }];
    }
    if (event.type === "run_finished") return finished(event);
    if (isAgentEvent(event)) return modes.has("custom") ? [{ event: "custom", data: event }] : [];
    return modes.has("messages-tuple") ? messageChunks(event) : [];
  }

  return (event) => {
    const due = event.type === "messages_snapshot" ? null : view.due();
    view.apply(event);
    const states = event.type === "messages_snapshot" ? view.due() : due;
    const values: readonly StreamChunk[] =
      states === null || !modes.has("values") ? [] : [{ event: "values", data: states }];
    return [...values, ...translate(event)];
  };
}

/** True for an event of an agent. */
const isAgentEvent = (event: RunEvent): boolean => AGENT_EVENTS.has(event.type);

const AGENT_EVENTS: ReadonlySet<RunEvent["type"]> = new Set([
  "status",
  "progress",
  "plan_generated",
  "plan_step_started",
  "plan_step_completed",
  "plan_completed",
  "agent_handoff",
  "agent_changed",
]);

const speech = (id: string, content: unknown, more: object = {}): object => ({
  type: "AIMessageChunk",
  id,
  content,
  tool_calls: [],
  invalid_tool_calls: [],
  tool_call_chunks: [],
  ...more,
});
