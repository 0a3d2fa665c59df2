import type { Decided, Decisions } from "../events/decisions.ts";
import type { RunEvent, RunInterrupt } from "../events/run-events.ts";
import { followedState } from "../events/followed-state.ts";
import type { FailureOptions } from "../events/run-failure.ts";
import { type PartCall, type PartMessage, sendOn, type Wire } from "../events/run-parts.ts";
import { partChunks } from "./part-chunks.ts";
import { type Asking, questionParts, readApprovalId } from "./question-parts.ts";
import type { UiChunk, UiPart, UiToolPart } from "./ui-message.ts";
import { jsonOrText, NO_RESULT, sourceIdOf, steeringMessage } from "./ui-messages.ts";

/** Options of {@link toUiMessageStream}. */
export interface ToUiMessageStreamOptions extends FailureOptions {
  /** Id of the message that the stream writes. Defaults to the id of the run. */
  readonly messageId?: string;
}

/** Message that a stream continues. */
export interface UiStreamBase {
  /** Parts of the message that the client has, or that `replays` sends first. */
  readonly parts: readonly UiPart[];
  /** True if the client may not have the parts. */
  readonly replays: boolean;
  /** Decisions with which the run was started, by the id of the request. */
  readonly decisions: Decisions;
  readonly asking: Asking;
}

/**
 * Translates the events of a run to the AI SDK's UI message stream.
 *
 * Every stream is complete: texts, reasoning and steps are ended, and the last chunk is `finish`, `abort` or `error`. The state is
 * the part `data-state`, changed in place; `data-state-patch` has each change as JSON Patch. Events of agents are the transient
 * part `data-event`. Requests for approval are `tool-approval-request`, and every open question is a part `data-question`. `error` has
 * text only from `describeError`.
 *
 * @example
 * ```ts
 * import { END, START, StateGraph } from "@langchain/langgraph";
 * import { AgentState, toStateSchema } from "tidemark";
 * import { streamRun } from "tidemark/stream";
 * import { toUiMessageStream } from "tidemark/ai-sdk";
 *
 * const graph = new StateGraph(toStateSchema(AgentState))
 *   .addNode("greet", () => ({ messages: [{ role: "assistant", content: "Hello." }] }))
 *   .addEdge(START, "greet")
 *   .addEdge("greet", END)
 *   .compile();
 *
 * const types: string[] = [];
 * const run = streamRun(graph, {}, { threadId: "ann" });
 * for await (const chunk of toUiMessageStream(run)) types.push(chunk.type);
 * console.log(types.join(" ")); // start start-step text-start text-delta text-end finish-step finish
 * ```
 */
export const toUiMessageStream = (
  events: AsyncIterable<RunEvent>,
  options: ToUiMessageStreamOptions = {},
): AsyncGenerator<UiChunk> =>
  uiMessageStream(events, options, {
    parts: [],
    replays: false,
    decisions: {},
    asking: { threadId: "", signer: null },
  });

/**
 * Translates like `toUiMessageStream`, for a message that may already have parts.
 *
 * @internal
 */
export const uiMessageStream = (
  events: AsyncIterable<RunEvent>,
  options: ToUiMessageStreamOptions,
  base: UiStreamBase,
): AsyncGenerator<UiChunk> => sendOn(uiWire(options, base), events, options);

function uiWire({ messageId }: ToUiMessageStreamOptions, base: UiStreamBase): Wire<UiChunk> {
  // No state is sent eagerly: a page has each change as a patch.
  const state = followedState(-1);
  const knownTools = base.parts.flatMap((part) => (part.type === "dynamic-tool" ? [part] : []));
  const knownIds = new Set(knownTools.map(({ toolCallId }) => toolCallId));
  /** Calls that the run has streamed. */
  const calls = new Map<string, PartCall>();
  const results = new Set<string>();
  /** Messages that have a step, and whether the newest one is open. */
  const steps = new Set<string>();
  let hasStep = false;
  /** Number of sources by message. */
  const sources = new Map<string, number>();
  let replays = base.replays;

  /** Sends the parts that the client may not have. The state is the first part of a message, also when the message is sent again. */
  function replayed({ type }: RunEvent): readonly UiChunk[] {
    if (!replays || type === "run_started" || type === "state_snapshot") return [];
    replays = false;
    return base.parts.flatMap((part, index) => partChunks(part, index, base.decisions));
  }

  /** The part `data-state`, which is replaced in place, if it should be sent. */
  const wholeState = (isWanted: boolean): readonly UiChunk[] =>
    isWanted && state.values !== null ? [{ type: "data-state", id: "state", data: state.sent(state.values) }] : [];

  /** Begins the step of a message. Messages that are written at the same time have one step each. */
  function stepOf({ messageId: id }: PartMessage): readonly UiChunk[] {
    if (steps.has(id)) return [];
    steps.add(id);
    const ended = stepEnded();
    hasStep = true;
    return [...ended, { type: "start-step" }];
  }

  function stepEnded(): readonly UiChunk[] {
    const isOpen = hasStep;
    hasStep = false;
    return isOpen ? [{ type: "finish-step" }] : [];
  }

  /** Decision that the run was started with on the request of a call. */
  const decisionOn = (part: UiToolPart): Decided | undefined =>
    part.state === "approval-requested" ? base.decisions[readApprovalId(part.approval.id)?.requestId ?? ""] : undefined;

  function result({ toolCallId, content }: Of<"tool_result">): readonly UiChunk[] {
    const known = knownTools.find((part) => part.toolCallId === toolCallId);
    // A client refuses the result of a call that it does not have.
    if (known === undefined && !calls.has(toolCallId)) return [];
    results.add(toolCallId);
    const answer = known === undefined ? undefined : decisionOn(known);
    if (answer?.decision === "reject") return [{ type: "tool-output-denied", toolCallId }];
    const output: UiChunk = { type: "tool-output-available", toolCallId, output: jsonOrText(content) };
    if (known === undefined || answer?.arguments === undefined) return [output];
    const { toolName } = known;
    return [{ type: "tool-input-available", toolCallId, toolName, input: answer.arguments, dynamic: true }, output];
  }

  function asked(interrupts: readonly RunInterrupt[]): readonly UiChunk[] {
    return interrupts.flatMap((interrupt) => {
      const { tools, question } = questionParts(interrupt, base.asking);
      const requests = tools.flatMap((tool) => {
        const [call, ...rest] = partChunks(tool, 0, {});
        // The call of a tool whose arguments are not sent is known without them: the request has them.
        return call === undefined || isKnown(tool) ? rest : [call, ...rest];
      });
      return [...requests, question];
    });
  }

  function isKnown({ toolCallId, input }: UiToolPart): boolean {
    const call = calls.get(toolCallId);
    const stored = knownTools.find((part) => part.toolCallId === toolCallId);
    if (call === undefined && stored === undefined) return false;
    const shown = call === undefined ? (stored?.input ?? {}) : inputOf(call);
    return JSON.stringify(shown) === JSON.stringify(input);
  }

  /** Results of the requests that the run was started with, and the questions that no longer wait. */
  function answered(interrupts: readonly RunInterrupt[]): readonly UiChunk[] {
    const open = new Set(interrupts.map(({ interruptId }) => interruptId));
    const again = new Set(
      interrupts.flatMap((each) => questionParts(each, base.asking).tools.map((tool) => tool.toolCallId)),
    );
    return base.parts.flatMap((part): readonly UiChunk[] => {
      if (part.type === "data-question" && part.id !== undefined && !open.has(part.id)) {
        return [{ ...part, data: { ...Object(part.data), open: false } }];
      }
      return part.type === "dynamic-tool" && !again.has(part.toolCallId) ? decided(part) : [];
    });
  }

  function decided(part: UiToolPart): readonly UiChunk[] {
    const decision = decisionOn(part)?.decision;
    const { toolCallId } = part;
    if (decision === undefined || results.has(toolCallId)) return [];
    results.add(toolCallId);
    if (decision === "reject") return [{ type: "tool-output-denied", toolCallId }];
    return [{ type: "tool-output-available", toolCallId, output: { decision } }];
  }

  /** Ends the calls of a run that left them without a result. A call that the run was started with may still be asked about. */
  const callsEnded = (): readonly UiChunk[] =>
    [...calls.keys()].flatMap((toolCallId): readonly UiChunk[] =>
      results.has(toolCallId) ? [] : [{ type: "tool-output-error", toolCallId, errorText: NO_RESULT }],
    );

  return {
    knownCalls: knownIds,
    begin: (runId) => [{ type: "start", messageId: messageId ?? runId, messageMetadata: { runId } }],
    before: replayed,
    table: {
      // The client has the messages of its user.
      message_start: ({ message }) => (message.role === "assistant" ? stepOf(message) : []),
      block_start: ({ message: { messageId: id, role }, block }) =>
        role === "assistant" ? [{ type: `${block}-start`, id }] : [],
      text({ message: { messageId: id, role, isSteering }, delta }) {
        if (isSteering) return [...stepEnded(), steeringMessage(id, delta)];
        return role === "assistant" && delta !== "" ? [{ type: "text-delta", id, delta }] : [];
      },
      reasoning: ({ message: { messageId: id }, delta }) => [{ type: "reasoning-delta", id, delta }],
      block_end: ({ message: { messageId: id, role }, block }) =>
        role === "assistant" ? [{ type: `${block}-end`, id }] : [],
      source({ event: { messageId: of, url, title } }) {
        const count = (sources.get(of) ?? 0) + 1;
        sources.set(of, count);
        const sourceId = sourceIdOf(of, count);
        return [{ type: "source-url", sourceId, url, ...(title !== undefined && { title }) }];
      },
      file: ({ event: { mediaType, url } }) => [{ type: "file", mediaType, url }],
      call_start({ call }) {
        const { toolCallId, name: toolName } = call;
        calls.set(toolCallId, call);
        return [{ type: "tool-input-start", toolCallId, toolName, dynamic: true }];
      },
      call_delta: ({ call: { toolCallId }, delta }) => [
        { type: "tool-input-delta", toolCallId, inputTextDelta: delta },
      ],
      call_end: ({ call, isComplete }) =>
        isComplete
          ? [
              {
                type: "tool-input-available",
                toolCallId: call.toolCallId,
                toolName: call.name,
                input: inputOf(call),
                dynamic: true,
              },
            ]
          : [],
      result: ({ event }) => result(event),
      values({ values }) {
        state.snapshot(values);
        return wholeState(state.isDue);
      },
      patch({ patch }) {
        if (state.values === null) return [];
        state.change(patch);
        return [{ type: "data-state-patch", data: patch, transient: true }, ...wholeState(state.isDue)];
      },
      agent: ({ event }) => [{ type: "data-event", data: event, transient: true }],
      end({ outcome, interrupts }) {
        if (outcome === "cancelled") {
          return [
            ...wholeState(state.isChanged),
            ...callsEnded(),
            ...stepEnded(),
            { type: "abort", reason: "The turn was stopped." },
          ];
        }
        const questions = [...answered(interrupts), ...asked(interrupts)];
        const waits = questions.some(({ type }) => type === "tool-approval-request");
        return [
          ...wholeState(state.isChanged),
          ...questions,
          ...(interrupts.length === 0 ? callsEnded() : []),
          ...stepEnded(),
          { type: "finish", finishReason: waits ? "tool-calls" : "stop" },
        ];
      },
      failure({ message: errorText, code }) {
        const details: readonly UiChunk[] =
          code === undefined ? [] : [{ type: "data-error", data: { code, message: errorText }, transient: true }];
        return [
          ...wholeState(state.isChanged),
          ...callsEnded(),
          ...details,
          ...stepEnded(),
          { type: "error", errorText },
        ];
      },
    },
  };
}

type Of<Type extends RunEvent["type"]> = Extract<RunEvent, { readonly type: Type }>;

/** Arguments of a call as the AI SDK has them. */
const inputOf = ({ arguments: text }: PartCall): unknown => (text === "" ? {} : jsonOrText(text));
