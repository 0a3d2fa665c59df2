import { type AGUIEvent, EventType, type Interrupt, type Message, PROTOCOL_VERSION } from "@ag-ui/core";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { randomIds } from "@tidemark/state-manager/internal";
import { agentActivities } from "./agent-activities.ts";
import type { RunEvent, RunInterrupt, RunMessage } from "../events/run-events.ts";
import { codeOf, type FailureOptions, reportFailure, withSafeFailure } from "../events/run-failure.ts";

/** Options of {@link toAgUi}. */
export interface ToAgUiOptions extends FailureOptions {
  /** Id of the conversation. */
  readonly threadId: string;
  /** Run id of the user interface. Defaults to the id in the events. */
  readonly runId?: string;
  /**
   * Version of the protocol that the client speaks: `protocolVersion` of its input. Defaults to `1.0`. Clients before 1.0 send none,
   * and refuse the outcome `cancelled`: for `0.0`, a stopped run ends with the CUSTOM event `run_cancelled` and no outcome.
   */
  readonly protocolVersion?: "0.0" | "1.0";
}

/**
 * Translates the events of a run to AG-UI, version 1.0 or before.
 *
 * Values are sent once as STATE_SNAPSHOT and then as STATE_DELTA. Applied in order, they give the values of the visible fields. Messages
 * are sent as message events. A plan is an activity message of the type `PLAN`, and
 * each of its steps and each handoff is a subagent. Events of agents are also CUSTOM events named after their type. Open questions end the run with the outcome `interrupt`. Every stream is complete: open messages,
 * calls and steps are ended before RUN_FINISHED, and a stream that ends early ends with RUN_ERROR. RUN_ERROR contains the
 * error's id and code, and text only from `describeError`.
 *
 * @example
 * ```ts
 * import { END, START, StateGraph } from "@langchain/langgraph";
 * import { AgentState, toStateSchema } from "tidemark";
 * import { toAgUi } from "tidemark/ag-ui";
 * import { streamRun } from "tidemark/stream";
 *
 * const graph = new StateGraph(toStateSchema(AgentState))
 *   .addNode("answer", () => ({ execution_final_answer: "It is open." }))
 *   .addEdge(START, "answer")
 *   .addEdge("answer", END)
 *   .compile();
 *
 * const run = streamRun(graph, {}, { threadId: "ann", state: AgentState });
 * for await (const event of toAgUi(run, { threadId: "ann" })) {
 *   if (event.type === "STATE_DELTA") console.log(JSON.stringify(event.delta)); // [{"op":"replace","path":"/execution_final_answer","value":"It is open."}]
 * }
 * ```
 */
export async function* toAgUi(events: AsyncIterable<RunEvent>, options: ToAgUiOptions): AsyncGenerator<AGUIEvent> {
  const translate = agUiTranslator(options);
  try {
    for await (const event of events) yield* translate.event(withSafeFailure(event, options));
  } catch (error) {
    const { runId = null } = options;
    yield* translate.failUnlessEnded(
      reportFailure({ errorId: randomIds.next(), runId, code: codeOf(error), error }, options),
    );
    return;
  }
  yield* translate.failUnlessEnded("The run ended unexpectedly.");
}

interface AgUiTranslator {
  event(event: RunEvent): readonly AGUIEvent[];
  /** Ends a stream that has not ended. */
  failUnlessEnded(message: string): readonly AGUIEvent[];
}

function agUiTranslator(options: ToAgUiOptions): AgUiTranslator {
  const { threadId, runId, protocolVersion = "1.0" } = options;
  const running = new Map<string, number>();
  const texts = new Set<string>();
  const calls = new Set<string>();
  const thoughts = new Set<string>();
  const activities = agentActivities();
  let snapshotSent = false;
  let stage: "waiting" | "open" | "ended" = "waiting";

  function begin(event: Pick<RunEvent, "runId">): readonly AGUIEvent[] {
    if (stage !== "waiting") return [];
    stage = "open";
    const known = runId ?? event.runId;
    return [{ type: EventType.RUN_STARTED, threadId, runId: known, protocolVersion: PROTOCOL_VERSION }];
  }

  /** Ends all open messages, calls and steps: AG-UI clients reject the end of a run before that. */
  function closeAll(): readonly AGUIEvent[] {
    const closing: AGUIEvent[] = [
      ...[...thoughts].flatMap(reasoningEnded),
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
    const events: AGUIEvent[] = [];
    if (!texts.has(messageId)) {
      texts.add(messageId);
      events.push({ type: EventType.TEXT_MESSAGE_START, messageId, role, ...(name !== undefined && { name }) });
    }
    if (delta !== "") events.push({ type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta });
    return events;
  }

  /** Reasoning is a message beside the one that it leads to, so it has an id derived from that message's. */
  function reasoning({ messageId: of, delta }: Of<"reasoning_delta">): readonly AGUIEvent[] {
    const messageId = reasoningId(of);
    const content: AGUIEvent = { type: EventType.REASONING_MESSAGE_CONTENT, messageId, delta };
    if (thoughts.has(of)) return [content];
    thoughts.add(of);
    return [
      { type: EventType.REASONING_START, messageId },
      { type: EventType.REASONING_MESSAGE_START, messageId, role: "reasoning" },
      content,
    ];
  }

  function reasoningEnded(of: string): readonly AGUIEvent[] {
    if (!thoughts.delete(of)) return [];
    const messageId = reasoningId(of);
    return [
      { type: EventType.REASONING_MESSAGE_END, messageId },
      { type: EventType.REASONING_END, messageId },
    ];
  }

  /** Starts a step. Parallel runs of one node are one step, from the first start to the last end. */
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
    return [{ type: EventType.STATE_SNAPSHOT, snapshot: values }];
  }

  function finish({ outcome, interrupts, runId: own }: Of<"run_finished">): readonly AGUIEvent[] {
    const closing = [...closeAll(), ...activities.ended(outcome)];
    stage = "ended";
    const end = { type: EventType.RUN_FINISHED as const, threadId, runId: runId ?? own };
    switch (outcome) {
      case "finished":
        return [...closing, { ...end, outcome: { type: "success" } }];
      case "cancelled":
        return protocolVersion === "1.0"
          ? [...closing, { ...end, outcome: { type: "cancelled" } }]
          : [...closing, { type: EventType.CUSTOM, name: "run_cancelled", value: null }, end];
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
      case "reasoning_delta":
        return reasoning(event);
      case "reasoning_finished":
        return reasoningEnded(event.messageId);
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
        return [{ type: EventType.STATE_DELTA, delta: event.patch.map((operation) => ({ ...operation })) }];
      case "status":
      case "progress":
      case "plan_generated":
      case "plan_step_started":
      case "plan_step_completed":
      case "plan_completed":
      case "agent_handoff":
      case "agent_changed":
      case "source":
      case "file":
      default:
        return [{ type: EventType.CUSTOM, name: event.type, value: event }];
    }
  }

  return {
    event(event) {
      return stage === "ended" ? [] : [...begin(event), ...activities.event(event), ...translate(event)];
    },
    failUnlessEnded(message) {
      return stage === "ended" ? [] : [...begin({ runId: runId ?? "unknown" }), ...fail(message)];
    },
  };
}

const reasoningId = (messageId: string): string => `${messageId}:reasoning`;

type Of<Type extends RunEvent["type"]> = Extract<RunEvent, { readonly type: Type }>;

function agUiInterrupt({ interruptId: id, value, responseSchema }: RunInterrupt): Interrupt {
  const details = isPlainRecord(value) ? value : {};
  const { message = value, question = message, toolCallId, expiresAt } = details;
  return {
    id,
    reason: typeof details["reason"] === "string" ? details["reason"] : "input_required",
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
