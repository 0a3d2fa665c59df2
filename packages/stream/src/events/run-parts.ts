import type { AgentEvent } from "@tidemark/core-state";
import { randomIds } from "@tidemark/state-manager/internal";
import type { RunEvent, RunMessage } from "./run-events.ts";
import { codeOf, type FailureOptions, reportFailure } from "./run-failure.ts";
import { isAgentEvent, sentEvent } from "./visibility.ts";

type Of<Type extends RunEvent["type"]> = Extract<RunEvent, { readonly type: Type }>;

/** Message that a run streams. */
export interface PartMessage {
  readonly messageId: string;
  readonly role: Exclude<RunMessage["role"], "tool">;
  /** Node that writes the message, if known. */
  readonly node: string | undefined;
  readonly name: string | undefined;
  /** True for a message of the user that an agent has read while it worked. */
  readonly isSteering: boolean;
}

/** Call of a tool that a run streams. */
export interface PartCall {
  readonly toolCallId: string;
  readonly name: string;
  readonly message: PartMessage;
  /** Position among the calls of its message. */
  readonly index: number;
  /** Arguments as far as they have come. */
  arguments: string;
}

/** Texts of a message, and its reasoning: each block is one of them without a break. */
export type PartBlock = "reasoning" | "text";

/**
 * Part of a run for user interfaces. The parts of a run are complete: what begins also ends, once and before the run ends, and nothing comes
 * after the end.
 */
export type RunPart =
  | { readonly type: "message_start"; readonly message: PartMessage }
  /** The message may begin again later: some of its parts can come after its text. */
  | { readonly type: "message_end"; readonly message: PartMessage; readonly hasText: boolean }
  | { readonly type: "block_start"; readonly message: PartMessage; readonly block: PartBlock }
  | { readonly type: "block_end"; readonly message: PartMessage; readonly block: PartBlock; readonly text: string }
  /** `delta` is empty in a message without text. `isFirst` is true for the first text of the message since it began. */
  | { readonly type: "text"; readonly message: PartMessage; readonly delta: string; readonly isFirst: boolean }
  | { readonly type: "reasoning"; readonly message: PartMessage; readonly delta: string }
  | { readonly type: "source"; readonly message: PartMessage; readonly event: Of<"source"> }
  | { readonly type: "file"; readonly message: PartMessage; readonly event: Of<"file"> }
  | { readonly type: "call_start"; readonly call: PartCall }
  | { readonly type: "call_delta"; readonly call: PartCall; readonly delta: string }
  /** `isComplete` is false for a call that the end of the run has cut off. */
  | { readonly type: "call_end"; readonly call: PartCall; readonly isComplete: boolean }
  /** `call` is null if the run has not streamed the call. */
  | { readonly type: "result"; readonly event: Of<"tool_result">; readonly call: PartCall | null }
  /** Parallel runs of one node are one, from the first start to the last end. */
  | { readonly type: "node_start" | "node_end"; readonly node: string }
  | { readonly type: "messages"; readonly messages: readonly RunMessage[] }
  | { readonly type: "values"; readonly values: Of<"state_snapshot">["values"] }
  | { readonly type: "patch"; readonly patch: Of<"state_delta">["patch"] }
  | { readonly type: "agent"; readonly event: AgentEvent }
  | { readonly type: "end"; readonly outcome: "cancelled" | "finished"; readonly interrupts: readonly [] }
  | { readonly type: "end"; readonly outcome: "interrupted"; readonly interrupts: Of<"run_finished">["interrupts"] }
  | { readonly type: "failure"; readonly message: string; readonly code: string | undefined };

/** Handlers of a wire: what it sends for each type of part. Parts without a handler are not sent. */
export type WireTable<Sent> = {
  readonly [Type in RunPart["type"]]?: (part: Extract<RunPart, { readonly type: Type }>) => readonly Sent[];
};

/** A wire: the form that it gives to the parts of a run. */
export interface Wire<Sent> {
  readonly table: WireTable<Sent>;
  /** What is sent first. */
  begin(runId: string): readonly Sent[];
  /** What is sent before the parts of an event. */
  before?(event: RunEvent): readonly Sent[];
  /** Ids of calls that the client has from an earlier run. They are not sent again. */
  readonly knownCalls?: ReadonlySet<string>;
}

/**
 * Sends the events of a run on a wire. Events that may not leave are left out, see `sentEvent`. Events that end early or fail end with the
 * part `failure`.
 */
export async function* sendOn<Sent>(
  wire: Wire<Sent>,
  events: AsyncIterable<RunEvent>,
  failures: FailureOptions,
): AsyncGenerator<Sent, undefined> {
  const partsOf = runParts(wire.knownCalls ?? new Set());
  let last: RunEvent | null = null;
  let isEnded = false;

  function* sent(event: RunEvent): Generator<Sent> {
    if (isEnded) return;
    if (last === null) yield* wire.begin(event.runId);
    last = event;
    isEnded = event.type === "run_finished" || event.type === "run_failed";
    yield* wire.before?.(event) ?? [];
    for (const part of partsOf(event)) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table has this function under the type of this part
      const handle = wire.table[part.type] as ((part: RunPart) => readonly Sent[]) | undefined;
      yield* handle?.(part) ?? [];
    }
  }

  function* failed(message: string): Generator<Sent> {
    const { type: _, ...base } = last ?? NO_EVENT;
    const { eventId, sequence, runId, turnId, timestamp } = base;
    yield* sent({ eventId, sequence, runId, turnId, timestamp, type: "run_failed", message, isPublic: true });
  }

  try {
    for await (const event of events) {
      const leaving = sentEvent(event, failures);
      if (leaving !== null) yield* sent(leaving);
    }
  } catch (error) {
    yield* failed(reportFailure({ errorId: randomIds.next(), runId: null, code: codeOf(error), error }, failures));
    return undefined;
  }
  yield* failed("The run ended unexpectedly.");
  return undefined;
}

/** Base of the end of a run that had no event. */
const NO_EVENT: RunEvent = {
  type: "run_started",
  eventId: "00000000-0000-8000-8000-000000000000",
  sequence: 0,
  runId: "unknown",
  turnId: "turn_0",
  timestamp: "1970-01-01T00:00:00.000Z",
  threadId: "unknown",
};

interface OpenMessage {
  readonly message: PartMessage;
  hasText: boolean;
  active: { readonly block: PartBlock; text: string } | null;
}

/** Creates the function that turns the events of one run into its parts. */
function runParts(knownCalls: ReadonlySet<string>): (event: RunEvent) => Iterable<RunPart> {
  const open = new Map<string, OpenMessage>();
  const calls = new Map<string, PartCall>();
  const openCalls = new Set<PartCall>();
  const counts = new Map<string, number>();
  const nodes = new Map<string, number>();
  let hasValues = false;

  function* opened(
    messageId: string,
    role: PartMessage["role"] = "assistant",
    { node, name, isSteering = false }: Partial<Pick<Of<"text_delta">, "isSteering" | "name" | "node">> = {},
  ): Generator<RunPart, OpenMessage> {
    const known = open.get(messageId);
    if (known !== undefined) return known;
    const made: OpenMessage = { message: { messageId, role, node, name, isSteering }, hasText: false, active: null };
    open.set(messageId, made);
    yield { type: "message_start", message: made.message };
    return made;
  }

  function* blockEnded(at: OpenMessage): Generator<RunPart> {
    const { message, active } = at;
    at.active = null;
    if (active !== null) yield { type: "block_end", message, ...active };
  }

  function* grown(at: OpenMessage, block: PartBlock, delta: string): Generator<RunPart> {
    if (delta === "") return;
    if (at.active?.block !== block) {
      yield* blockEnded(at);
      yield { type: "block_start", message: at.message, block };
    }
    at.active = { block, text: (at.active?.text ?? "") + delta };
  }

  function* messageEnded(messageId: string): Generator<RunPart> {
    const at = open.get(messageId);
    if (at === undefined) return;
    yield* blockEnded(at);
    open.delete(messageId);
    yield { type: "message_end", message: at.message, hasText: at.hasText };
  }

  function* callStarted({ toolCallId, name, messageId }: Of<"tool_call_started">): Generator<RunPart> {
    if (knownCalls.has(toolCallId)) return;
    const at = yield* opened(messageId);
    yield* blockEnded(at);
    const index = counts.get(messageId) ?? 0;
    counts.set(messageId, index + 1);
    const call: PartCall = { toolCallId, name, message: at.message, index, arguments: "" };
    calls.set(toolCallId, call);
    openCalls.add(call);
    yield { type: "call_start", call };
  }

  function* closed(): Generator<RunPart> {
    for (const messageId of open.keys()) yield* messageEnded(messageId);
    for (const call of openCalls) yield { type: "call_end", call, isComplete: false };
    for (const node of nodes.keys()) yield { type: "node_end", node };
  }

  function* nodeCounted(node: string, change: 1 | -1): Generator<RunPart> {
    const count = nodes.get(node) ?? 0;
    const now = count + change;
    if (now > 0) nodes.set(node, now);
    else nodes.delete(node);
    if (count === 0 && now === 1) yield { type: "node_start", node };
    if (count === 1 && now === 0) yield { type: "node_end", node };
  }

  return function* parts(event) {
    if (isAgentEvent(event)) {
      yield { type: "agent", event };
      return;
    }
    switch (event.type) {
      case "run_started":
        return;
      case "text_delta": {
        const { messageId, role, delta } = event;
        const at = yield* opened(messageId, role, event);
        yield* grown(at, "text", delta);
        yield { type: "text", message: at.message, delta, isFirst: !at.hasText };
        at.hasText = true;
        return;
      }
      case "reasoning_delta": {
        const { messageId, delta } = event;
        if (delta === "") return;
        const at = yield* opened(messageId, "assistant", event);
        yield* grown(at, "reasoning", delta);
        yield { type: "reasoning", message: at.message, delta };
        return;
      }
      case "text_finished":
        yield* messageEnded(event.messageId);
        return;
      case "reasoning_finished": {
        const at = open.get(event.messageId);
        if (at?.active?.block === "reasoning") yield* blockEnded(at);
        return;
      }
      case "source": {
        const { message } = yield* opened(event.messageId);
        yield { type: "source", message, event };
        return;
      }
      case "file": {
        const at = yield* opened(event.messageId);
        yield* blockEnded(at);
        yield { type: "file", message: at.message, event };
        return;
      }
      case "tool_call_started":
        yield* callStarted(event);
        return;
      case "tool_call_arguments": {
        const call = calls.get(event.toolCallId);
        if (call === undefined || !openCalls.has(call)) return;
        call.arguments += event.delta;
        yield { type: "call_delta", call, delta: event.delta };
        return;
      }
      case "tool_call_finished": {
        const call = calls.get(event.toolCallId);
        if (call !== undefined && openCalls.delete(call)) yield { type: "call_end", call, isComplete: true };
        return;
      }
      case "tool_result": {
        const call = calls.get(event.toolCallId) ?? null;
        if (call !== null) yield* messageEnded(call.message.messageId);
        yield { type: "result", event, call };
        return;
      }
      case "node_started":
      case "node_finished":
        yield* nodeCounted(event.node, event.type === "node_started" ? 1 : -1);
        return;
      case "messages_snapshot":
        yield { type: "messages", messages: event.messages };
        return;
      case "state_snapshot":
        if (!hasValues) yield { type: "values", values: event.values };
        hasValues = true;
        return;
      case "state_delta":
        yield { type: "patch", patch: event.patch };
        return;
      case "run_finished": {
        const { outcome, interrupts } = event;
        yield* closed();
        yield outcome === "interrupted"
          ? { type: "end", outcome, interrupts }
          : { type: "end", outcome, interrupts: [] };
        return;
      }
      case "run_failed":
      default:
        yield* closed();
        yield { type: "failure", message: event.message, code: event.code };
    }
  };
}
