import type { Decided, Decisions } from "../events/decisions.ts";
import { randomIds } from "@tidemark/state-manager/internal";
import type { RunEvent, RunInterrupt } from "../events/run-events.ts";
import { codeOf, type FailureOptions, reportFailure, withSafeFailure } from "../events/run-failure.ts";
import { partChunks } from "./part-chunks.ts";
import { type Asking, questionParts, readApprovalId } from "./question-parts.ts";
import { statePart } from "./state-part.ts";
import type { UiChunk, UiPart, UiToolPart } from "./ui-message.ts";
import { jsonOrText, NO_RESULT, sourceIdOf } from "./ui-messages.ts";

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
 * import { toUiMessageStream } from "tidemark/stream/ai-sdk";
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
export async function* uiMessageStream(
  events: AsyncIterable<RunEvent>,
  options: ToUiMessageStreamOptions,
  base: UiStreamBase,
): AsyncGenerator<UiChunk> {
  const translate = uiTranslator(options, base);
  try {
    for await (const event of events) yield* translate.event(withSafeFailure(event, options));
  } catch (error) {
    const failure = { errorId: randomIds.next(), runId: null, code: codeOf(error), error };
    yield* translate.failUnlessEnded(reportFailure(failure, options));
    return;
  }
  yield* translate.failUnlessEnded("The run ended unexpectedly.");
}

interface UiTranslator {
  event(event: RunEvent): readonly UiChunk[];
  /** Ends a stream that has not ended. */
  failUnlessEnded(message: string): readonly UiChunk[];
}

type Of<Type extends RunEvent["type"]> = Extract<RunEvent, { readonly type: Type }>;

function uiTranslator({ messageId }: ToUiMessageStreamOptions, base: UiStreamBase): UiTranslator {
  const values = statePart();
  const texts = new Set<string>();
  const thoughts = new Set<string>();
  /** Calls of tools that the client knows, with their arguments as far as they have come. */
  const calls = new Map<string, { readonly toolName: string; text: string }>();
  const results = new Set<string>();
  /** Message of the model whose step is open. */
  let step: string | null = null;
  const steps = new Set<string>();
  /** Number of sources by message. */
  const sources = new Map<string, number>();
  let stage: "waiting" | "begun" | "open" | "ended" = "waiting";
  const knownTools = base.parts.flatMap((part) => (part.type === "dynamic-tool" ? [part] : []));
  for (const part of knownTools) calls.set(part.toolCallId, { ...part, text: "" });

  function begin({ runId, type }: Pick<RunEvent, "runId" | "type">): readonly UiChunk[] {
    if (stage === "open" || stage === "ended") return [];
    const start: UiChunk = { type: "start", messageId: messageId ?? runId, messageMetadata: { runId } };
    const begun: readonly UiChunk[] = stage === "waiting" ? [start] : [];
    // The state is the first part of a message, also when the message is sent again.
    const isFirst = type === "run_started" || type === "state_snapshot";
    stage = isFirst ? "begun" : "open";
    if (isFirst || !base.replays) return begun;
    return [...begun, ...base.parts.flatMap((part, index) => partChunks(part, index, base.decisions))];
  }

  /** Begins the step of a message. Messages that are written at the same time have one step each. */
  function stepOf(message: string): readonly UiChunk[] {
    if (steps.has(message)) return [];
    steps.add(message);
    const ended = stepEnded();
    step = message;
    return [...ended, { type: "start-step" }];
  }

  function stepEnded(): readonly UiChunk[] {
    const isOpen = step !== null;
    step = null;
    return isOpen ? [{ type: "finish-step" }] : [];
  }

  function text({ messageId: id, role, delta }: Of<"text_delta">): readonly UiChunk[] {
    // The client has the messages of its user.
    if (role !== "assistant") return [];
    // A message without text is a step.
    if (delta === "") return stepOf(id);
    const started: readonly UiChunk[] = texts.has(id) ? [] : [...stepOf(id), { type: "text-start", id }];
    texts.add(id);
    return [...started, { type: "text-delta", id, delta }];
  }

  function textEnded(id: string): readonly UiChunk[] {
    return texts.delete(id) ? [{ type: "text-end", id }] : [];
  }

  function reasoning({ messageId: id, delta }: Of<"reasoning_delta">): readonly UiChunk[] {
    const started: readonly UiChunk[] = thoughts.has(id)
      ? []
      : [...textEnded(id), ...stepOf(id), { type: "reasoning-start", id }];
    thoughts.add(id);
    return [...started, { type: "reasoning-delta", id, delta }];
  }

  const reasoningEnded = (id: string): readonly UiChunk[] =>
    thoughts.delete(id) ? [{ type: "reasoning-end", id }] : [];

  function callStarted({ toolCallId, name: toolName, messageId: of }: Of<"tool_call_started">): readonly UiChunk[] {
    if (calls.has(toolCallId)) return [];
    calls.set(toolCallId, { toolName, text: "" });
    return [...textEnded(of), ...stepOf(of), { type: "tool-input-start", toolCallId, toolName, dynamic: true }];
  }

  function callGrew({ toolCallId, delta }: Of<"tool_call_arguments">): readonly UiChunk[] {
    const call = calls.get(toolCallId);
    if (call === undefined) return [];
    call.text += delta;
    return [{ type: "tool-input-delta", toolCallId, inputTextDelta: delta }];
  }

  function callFinished(toolCallId: string): readonly UiChunk[] {
    const call = calls.get(toolCallId);
    if (call === undefined) return [];
    const input = call.text === "" ? {} : jsonOrText(call.text);
    return [{ type: "tool-input-available", toolCallId, toolName: call.toolName, input, dynamic: true }];
  }

  function result({ toolCallId, content }: Of<"tool_result">): readonly UiChunk[] {
    // A client refuses the result of a call that it does not have.
    if (!calls.has(toolCallId)) return [];
    results.add(toolCallId);
    const known = knownTools.find((part) => part.toolCallId === toolCallId);
    const answer = known === undefined ? undefined : decisionOn(known);
    if (answer?.decision === "reject") return [{ type: "tool-output-denied", toolCallId }];
    const output: UiChunk = { type: "tool-output-available", toolCallId, output: jsonOrText(content) };
    if (known === undefined || answer?.arguments === undefined) return [output];
    const { toolName } = known;
    return [{ type: "tool-input-available", toolCallId, toolName, input: answer.arguments, dynamic: true }, output];
  }

  function source({ messageId: of, url, title }: Of<"source">): readonly UiChunk[] {
    const count = (sources.get(of) ?? 0) + 1;
    sources.set(of, count);
    const sourceId = sourceIdOf(of, count);
    return [...stepOf(of), { type: "source-url", sourceId, url, ...(title !== undefined && { title }) }];
  }

  const file = ({ messageId: of, mediaType, url }: Of<"file">): readonly UiChunk[] => [
    ...textEnded(of),
    ...stepOf(of),
    { type: "file", mediaType, url },
  ];

  /** Decision that the run was started with on the request of a call. */
  const decisionOn = (part: UiToolPart): Decided | undefined =>
    part.state === "approval-requested" ? base.decisions[readApprovalId(part.approval.id)?.requestId ?? ""] : undefined;

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
    if (call === undefined) return false;
    const stored = knownTools.find((part) => part.toolCallId === toolCallId);
    const shown = call.text === "" ? (stored?.input ?? {}) : jsonOrText(call.text);
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
  function callsEnded(): readonly UiChunk[] {
    const known = new Set(knownTools.map(({ toolCallId }) => toolCallId));
    return [...calls.keys()].flatMap((toolCallId): readonly UiChunk[] => {
      if (results.has(toolCallId) || known.has(toolCallId)) return [];
      results.add(toolCallId);
      return [{ type: "tool-output-error", toolCallId, errorText: NO_RESULT }];
    });
  }

  function closed(): readonly UiChunk[] {
    const chunks = [...[...thoughts].flatMap(reasoningEnded), ...[...texts].flatMap(textEnded), ...values.rest()];
    stage = "ended";
    return chunks;
  }

  function finish({ outcome, interrupts }: Of<"run_finished">): readonly UiChunk[] {
    const ended = closed();
    if (outcome === "cancelled") {
      return [...ended, ...callsEnded(), ...stepEnded(), { type: "abort", reason: "The turn was stopped." }];
    }
    const questions = [...answered(interrupts), ...asked(interrupts)];
    const waits = questions.some(({ type }) => type === "tool-approval-request");
    const left = interrupts.length === 0 ? callsEnded() : [];
    return [
      ...ended,
      ...questions,
      ...left,
      ...stepEnded(),
      { type: "finish", finishReason: waits ? "tool-calls" : "stop" },
    ];
  }

  function fail(errorText: string, code?: string): readonly UiChunk[] {
    const details: readonly UiChunk[] =
      code === undefined ? [] : [{ type: "data-error", data: { code, message: errorText }, transient: true }];
    return [...closed(), ...callsEnded(), ...details, ...stepEnded(), { type: "error", errorText }];
  }

  function translate(event: RunEvent): readonly UiChunk[] {
    switch (event.type) {
      case "run_finished":
        return finish(event);
      case "run_failed":
        return fail(event.message, event.code);
      case "text_delta":
        return text(event);
      case "text_finished":
        return textEnded(event.messageId);
      case "reasoning_delta":
        return reasoning(event);
      case "reasoning_finished":
        return reasoningEnded(event.messageId);
      case "source":
        return source(event);
      case "file":
        return file(event);
      case "tool_call_started":
        return callStarted(event);
      case "tool_call_arguments":
        return callGrew(event);
      case "tool_call_finished":
        return callFinished(event.toolCallId);
      case "tool_result":
        return result(event);
      case "state_snapshot":
        return values.snapshot(event.values);
      case "state_delta":
        return values.change(event.patch);
      case "run_started":
      case "node_started":
      case "node_finished":
      case "messages_snapshot":
        return [];
      case "status":
      case "progress":
      case "plan_generated":
      case "plan_step_started":
      case "plan_step_completed":
      case "plan_completed":
      case "agent_handoff":
      case "agent_changed":
      default:
        return [{ type: "data-event", data: event, transient: true }];
    }
  }

  return {
    event(event) {
      return stage === "ended" ? [] : [...begin(event), ...translate(event)];
    },
    failUnlessEnded(message) {
      return stage === "ended" ? [] : [...begin({ runId: "unknown", type: "run_failed" }), ...fail(message)];
    },
  };
}
