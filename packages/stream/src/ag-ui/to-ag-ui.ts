import { type AGUIEvent, EventType, type Interrupt, type Message, PROTOCOL_VERSION } from "@ag-ui/core";
import type { StateDeclaration } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { randomIds } from "@tidemark/state-manager";
import { visibility } from "../events/visibility.ts";
import type { RunEvent, RunInterrupt, RunMessage } from "../events/run-events.ts";
import { codeOf, type FailureOptions, reportFailure, withSafeFailure } from "../events/run-failure.ts";

/** Whose run it is, as the interface knows it, and what it may see. */
export interface ToAgUiOptions extends FailureOptions {
  /** The declared state: its fields marked `ui: false` never leave. */
  readonly state: StateDeclaration;
  readonly threadId: string;
  /** The id that the interface gave the run; the run's own when not said. */
  readonly runId?: string;
  /** Further fields that do not leave. */
  readonly hidden?: readonly string[];
}

/**
 * Translates the events of a run for user interfaces that speak AG-UI 1.0.
 *
 * Values travel once as STATE_SNAPSHOT and then as STATE_DELTA; applied in order they give the values of the graph, without
 * the conversation, which travels as messages, and without hidden fields. News of agents become CUSTOM events named by
 * their type. Questions for people end the run with the outcome `interrupt`. Every stream is complete: what began is ended
 * before RUN_FINISHED, and a stream that breaks off ends in RUN_ERROR. RUN_ERROR carries the error's id and code and none of
 * its text, unless `describeError` writes one.
 *
 * @example
 * ```ts
 * import { END, START, StateGraph } from "@langchain/langgraph";
 * import { toAgUi } from "@tidemark/stream/ag-ui";
 * import { streamEvents } from "@tidemark/stream/langgraph";
 * import { AgentState } from "@tidemark/core-state";
 * import { toStateSchema } from "@tidemark/core-state/langgraph";
 *
 * const graph = new StateGraph(toStateSchema(AgentState))
 *   .addNode("count", () => ({ control_iteration: 1 }))
 *   .addEdge(START, "count")
 *   .addEdge("count", END)
 *   .compile();
 *
 * const run = streamEvents(graph, {}, { threadId: "ann", state: AgentState });
 * for await (const event of toAgUi(run, { state: AgentState, threadId: "ann" })) {
 *   if (event.type === "STATE_DELTA") console.log(event.delta); // [ { op: 'replace', path: '/control_iteration', value: 1 } ]
 * }
 * ```
 */
export async function* toAgUi(events: AsyncIterable<RunEvent>, options: ToAgUiOptions): AsyncGenerator<AGUIEvent> {
  const translate = agUiTranslator(options);
  try {
    for await (const event of events) yield* translate.event(withSafeFailure(event, options));
  } catch (error) {
    const { runId = null } = options;
    yield* translate.broken(reportFailure({ errorId: randomIds.next(), runId, code: codeOf(error), error }, options));
    return;
  }
  yield* translate.broken("The run broke off.");
}

interface AgUiTranslator {
  event(event: RunEvent): readonly AGUIEvent[];
  /** Ends a stream that has no end yet. */
  broken(message: string): readonly AGUIEvent[];
}

function agUiTranslator({ state, threadId, runId, hidden }: ToAgUiOptions): AgUiTranslator {
  const visible = visibility(state, hidden);
  const silent = hidden?.includes("messages") ?? false;
  const running = new Map<string, number>();
  const texts = new Set<string>();
  const calls = new Set<string>();
  let snapshotSent = false;
  let stage: "waiting" | "open" | "ended" = "waiting";

  function begin(event: Pick<RunEvent, "runId">): readonly AGUIEvent[] {
    if (stage !== "waiting") return [];
    stage = "open";
    const known = runId ?? event.runId;
    return [{ type: EventType.RUN_STARTED, threadId, runId: known, protocolVersion: PROTOCOL_VERSION }];
  }

  /** Interfaces refuse the end of a run in which something is still open. */
  function closeAll(): readonly AGUIEvent[] {
    const closing: AGUIEvent[] = [
      ...[...texts].map((messageId): AGUIEvent => ({ type: EventType.TEXT_MESSAGE_END, messageId })),
      ...[...calls].map((toolCallId): AGUIEvent => ({ type: EventType.TOOL_CALL_END, toolCallId })),
      ...[...running.keys()].map((stepName): AGUIEvent => ({ type: EventType.STEP_FINISHED, stepName })),
    ];
    texts.clear();
    calls.clear();
    running.clear();
    return closing;
  }

  function text({ messageId, role, delta, name }: Of<"text_delta">): readonly AGUIEvent[] {
    const told: AGUIEvent[] = [];
    if (!texts.has(messageId)) {
      texts.add(messageId);
      told.push({ type: EventType.TEXT_MESSAGE_START, messageId, role, ...(name !== undefined && { name }) });
    }
    if (delta !== "") told.push({ type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta });
    return told;
  }

  /** Nodes that run in parallel under one name are one step to an interface, from the first to the last. */
  function stepStarted(node: string): readonly AGUIEvent[] {
    const count = running.get(node) ?? 0;
    running.set(node, count + 1);
    return count === 0 ? [{ type: EventType.STEP_STARTED, stepName: node }] : [];
  }

  function stepFinished(node: string): readonly AGUIEvent[] {
    const count = running.get(node) ?? 0;
    if (count > 1) running.set(node, count - 1);
    else running.delete(node);
    return count === 1 ? [{ type: EventType.STEP_FINISHED, stepName: node }] : [];
  }

  function snapshot(values: Readonly<Record<string, unknown>>): readonly AGUIEvent[] {
    if (snapshotSent) return [];
    snapshotSent = true;
    return [{ type: EventType.STATE_SNAPSHOT, snapshot: visible.values(values) }];
  }

  function change({ patch }: Of<"state_delta">): readonly AGUIEvent[] {
    const delta = visible.patch(patch);
    return delta.length === 0 ? [] : [{ type: EventType.STATE_DELTA, delta: delta.map((each) => ({ ...each })) }];
  }

  function finish({ outcome, interrupts, runId: own }: Of<"run_finished">): readonly AGUIEvent[] {
    const closing = closeAll();
    stage = "ended";
    const end = { type: EventType.RUN_FINISHED as const, threadId, runId: runId ?? own };
    switch (outcome) {
      case "finished":
        return [...closing, { ...end, outcome: { type: "success" } }];
      case "cancelled":
        return [...closing, { ...end, outcome: { type: "cancelled" } }];
      case "interrupted":
      default:
        return [...closing, { ...end, outcome: { type: "interrupt", interrupts: interrupts.map(agUiInterrupt) } }];
    }
  }

  function fail(message: string, code?: string): readonly AGUIEvent[] {
    stage = "ended";
    return [{ type: EventType.RUN_ERROR, message, ...(code !== undefined && { code }) }];
  }

  function translate(event: RunEvent): readonly AGUIEvent[] {
    switch (event.type) {
      case "run_started":
        return [];
      case "run_finished":
        return finish(event);
      case "run_failed":
        return fail(event.message, event.code);
      case "node_started":
        return stepStarted(event.node);
      case "node_finished":
        return stepFinished(event.node);
      case "text_delta":
        return text(event);
      case "text_finished":
        return texts.delete(event.messageId) ? [{ type: EventType.TEXT_MESSAGE_END, messageId: event.messageId }] : [];
      case "tool_call_started": {
        const { toolCallId, name: toolCallName, messageId: parentMessageId } = event;
        calls.add(toolCallId);
        return [{ type: EventType.TOOL_CALL_START, toolCallId, toolCallName, parentMessageId }];
      }
      case "tool_call_arguments":
        return [{ type: EventType.TOOL_CALL_ARGS, toolCallId: event.toolCallId, delta: event.delta }];
      case "tool_call_finished":
        return calls.delete(event.toolCallId) ? [{ type: EventType.TOOL_CALL_END, toolCallId: event.toolCallId }] : [];
      case "tool_result": {
        const { toolCallId, messageId, content } = event;
        return [{ type: EventType.TOOL_CALL_RESULT, toolCallId, messageId, content, role: "tool" }];
      }
      case "messages_snapshot":
        return [{ type: EventType.MESSAGES_SNAPSHOT, messages: event.messages.map(agUiMessage) }];
      case "state_snapshot":
        return snapshot(event.values);
      case "state_delta":
        return change(event);
      case "status":
      case "progress":
      case "plan_generated":
      case "plan_step_started":
      case "plan_step_completed":
      case "plan_completed":
      case "agent_handoff":
      case "agent_changed":
      default:
        return event.isInternal === true ? [] : [{ type: EventType.CUSTOM, name: event.type, value: event }];
    }
  }

  return {
    event(event) {
      if (stage === "ended") return [];
      const withheld = silent && CONVERSATION.has(event.type);
      return [...begin(event), ...(withheld ? [] : translate(event))];
    },
    broken(message) {
      return stage === "ended" ? [] : [...begin({ runId: runId ?? "unknown" }), ...fail(message)];
    },
  };
}

/** What the conversation is told by. */
const CONVERSATION: ReadonlySet<RunEvent["type"]> = new Set([
  "text_delta",
  "text_finished",
  "tool_call_started",
  "tool_call_arguments",
  "tool_call_finished",
  "tool_result",
  "messages_snapshot",
]);

type Of<Type extends RunEvent["type"]> = Extract<RunEvent, { readonly type: Type }>;

function agUiInterrupt({ interruptId: id, value, responseSchema }: RunInterrupt): Interrupt {
  const asked = isPlainRecord(value) ? value : {};
  const { message = value, question = message, toolCallId, expiresAt } = asked;
  return {
    id,
    reason: typeof asked["reason"] === "string" ? asked["reason"] : "input_required",
    ...(typeof question === "string" && { message: question }),
    ...(typeof toolCallId === "string" && { toolCallId }),
    ...(responseSchema !== undefined && { responseSchema }),
    ...(typeof expiresAt === "string" && { expiresAt }),
    metadata: { value },
  };
}

function agUiMessage({ messageId: id, role, content, name, toolCalls = [], toolCallId }: RunMessage): Message {
  const named = name === undefined ? {} : { name };
  switch (role) {
    case "tool":
      return { id, role, content, toolCallId: toolCallId ?? "" };
    case "assistant":
      return {
        id,
        role,
        content,
        ...named,
        ...(toolCalls.length > 0 && {
          toolCalls: toolCalls.map((call) => ({
            id: call.toolCallId,
            type: "function" as const,
            function: { name: call.name, arguments: call.arguments },
          })),
        }),
      };
    case "user":
    case "system":
    default:
      return { id, role, content, ...named };
  }
}
