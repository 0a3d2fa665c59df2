import { type AGUIEvent, EventType, type Interrupt, type Message, PROTOCOL_VERSION } from "@ag-ui/core";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { agentActivities } from "./agent-activities.ts";
import type { RunEvent, RunInterrupt, RunMessage } from "../events/run-events.ts";
import type { FailureOptions } from "../events/run-failure.ts";
import { type PartMessage, sendOn, type Wire } from "../events/run-parts.ts";

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
export const toAgUi = (events: AsyncIterable<RunEvent>, options: ToAgUiOptions): AsyncGenerator<AGUIEvent> =>
  sendOn(agUiWire(options), events, options);

function agUiWire({ threadId, runId, protocolVersion = "1.0" }: ToAgUiOptions): Wire<AGUIEvent> {
  const activities = agentActivities();
  let run = runId ?? "";

  function ended(outcome: "cancelled" | "finished" | "interrupted", interrupts: readonly RunInterrupt[]) {
    const end = { type: EventType.RUN_FINISHED as const, threadId, runId: run };
    switch (outcome) {
      case "finished":
        return [{ ...end, outcome: { type: "success" as const } }];
      case "cancelled":
        return protocolVersion === "1.0"
          ? [{ ...end, outcome: { type: "cancelled" as const } }]
          : [{ type: EventType.CUSTOM as const, name: "run_cancelled", value: null }, end];
      case "interrupted":
      default:
        return [{ ...end, outcome: { type: "interrupt" as const, interrupts: interrupts.map(agUiInterrupt) } }];
    }
  }

  return {
    begin(known) {
      run = runId ?? known;
      return [{ type: EventType.RUN_STARTED, threadId, runId: run, protocolVersion: PROTOCOL_VERSION }];
    },
    before: (event) => activities.event(event),
    table: {
      message_end: ({ message: { messageId }, hasText }) =>
        hasText ? [{ type: EventType.TEXT_MESSAGE_END, messageId }] : [],
      text({ message: { messageId, role, name }, delta, isFirst }) {
        const start: AGUIEvent = {
          type: EventType.TEXT_MESSAGE_START,
          messageId,
          role,
          ...(name !== undefined && { name }),
        };
        const content: AGUIEvent = { type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta };
        return [...(isFirst ? [start] : []), ...(delta === "" ? [] : [content])];
      },
      // Reasoning is a message beside the one that it leads to, so it has an id derived from that message's.
      block_start({ block, message }) {
        const messageId = reasoningId(message);
        return block === "text"
          ? []
          : [
              { type: EventType.REASONING_START, messageId },
              { type: EventType.REASONING_MESSAGE_START, messageId, role: "reasoning" },
            ];
      },
      reasoning: ({ message, delta }) => [
        { type: EventType.REASONING_MESSAGE_CONTENT, messageId: reasoningId(message), delta },
      ],
      block_end({ block, message }) {
        const messageId = reasoningId(message);
        return block === "text"
          ? []
          : [
              { type: EventType.REASONING_MESSAGE_END, messageId },
              { type: EventType.REASONING_END, messageId },
            ];
      },
      source: custom,
      file: custom,
      agent: custom,
      call_start: ({ call: { toolCallId, name: toolCallName, message } }) => [
        { type: EventType.TOOL_CALL_START, toolCallId, toolCallName, parentMessageId: message.messageId },
      ],
      call_delta: ({ call: { toolCallId }, delta }) => [{ type: EventType.TOOL_CALL_ARGS, toolCallId, delta }],
      call_end: ({ call: { toolCallId } }) => [{ type: EventType.TOOL_CALL_END, toolCallId }],
      result: ({ event: { toolCallId, messageId, content } }) => [
        { type: EventType.TOOL_CALL_RESULT, toolCallId, messageId, content, role: "tool" },
      ],
      node_start: ({ node: stepName }) => [{ type: EventType.STEP_STARTED, stepName }],
      node_end: ({ node: stepName }) => [{ type: EventType.STEP_FINISHED, stepName }],
      messages: ({ messages }) => [{ type: EventType.MESSAGES_SNAPSHOT, messages: messages.map(agUiMessage) }],
      values: ({ values }) => [{ type: EventType.STATE_SNAPSHOT, snapshot: values }],
      patch: ({ patch }) => [{ type: EventType.STATE_DELTA, delta: patch.map((operation) => ({ ...operation })) }],
      end: ({ outcome, interrupts }) => [...activities.ended(outcome), ...ended(outcome, interrupts)],
      failure: ({ message, code }) => [{ type: EventType.RUN_ERROR, message, ...(code !== undefined && { code }) }],
    },
  };
}

const custom = ({ event }: { readonly event: RunEvent }): readonly AGUIEvent[] => [
  { type: EventType.CUSTOM, name: event.type, value: event },
];

const reasoningId = ({ messageId }: PartMessage): string => `${messageId}:reasoning`;

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
