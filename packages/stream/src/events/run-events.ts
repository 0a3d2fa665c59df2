import { AgentEvent, findNonJson } from "@tidemark/core-state";
import { EventBase, JsonObject } from "@tidemark/core-state/internal";
import { formatPath } from "@tidemark/reducers/internal";
import { z } from "zod";
import { PatchOperation } from "../patches/patch.ts";

const name = z.string().min(1);

/** Start of a run of the graph. */
const RunStartedEvent = EventBase.extend({ type: z.literal("run_started"), threadId: name });

/** Question of the graph that waits for an answer. */
export const RunInterrupt = z.strictObject({
  /** Id to use in the answer. */
  interruptId: name,
  /** Value that the node passed to `interrupt`. */
  value: z.json(),
  /** JSON Schema of the answer, if the node provides one. */
  responseSchema: JsonObject.optional(),
});
export type RunInterrupt = z.infer<typeof RunInterrupt>;

/** End of a run without an error: it finished, waits for an answer, or was cancelled. */
const RunFinishedEvent = EventBase.extend({
  type: z.literal("run_finished"),
  outcome: z.enum(["finished", "interrupted", "cancelled"]),
  /** Open questions. Empty unless the outcome is `interrupted`. */
  interrupts: z.array(RunInterrupt).readonly(),
});

/** End of a run with an error. */
const RunFailedEvent = EventBase.extend({
  type: z.literal("run_failed"),
  message: z.string(),
  /** Code of the error, if it has one, such as `core-state/invalidUpdate`. */
  code: z.string().optional(),
  /** True if `message` is written for users. Any other message is replaced before it is sent over HTTP. */
  isPublic: z.boolean().optional(),
});

/** Start of a node. `taskId` distinguishes parallel runs of one node. */
const NodeStartedEvent = EventBase.extend({ type: z.literal("node_started"), node: name, taskId: name });

/** End of a node, including a stop at a question. */
const NodeFinishedEvent = EventBase.extend({ type: z.literal("node_finished"), node: name, taskId: name });

/** Message for user interfaces: text and tool calls, without data of the model provider. */
export const RunMessage = z.strictObject({
  messageId: name,
  role: z.enum(["user", "assistant", "system", "tool"]),
  /** Text of the message. Other content is omitted. */
  content: z.string(),
  /** Name of the author, if the message has one. */
  name: z.string().optional(),
  toolCalls: z
    .array(z.strictObject({ toolCallId: name, name, arguments: z.string() }))
    .readonly()
    .optional(),
  /** Id of the answered call. Only for the role `tool`. */
  toolCallId: name.optional(),
  /** True for a message of the user that an agent has read while it worked. */
  isSteering: z.boolean().optional(),
});
export type RunMessage = z.infer<typeof RunMessage>;

/** Text added to a message. The first event with a `messageId` starts the message. */
const TextDeltaEvent = EventBase.extend({
  type: z.literal("text_delta"),
  messageId: name,
  role: z.enum(["user", "assistant", "system"]),
  /** Name of the author, if the message has one. */
  name: z.string().optional(),
  /** Node that wrote the message, if known. */
  node: name.optional(),
  delta: z.string(),
  /** True for a message of the user that an agent has read while it worked: this is where it was read. */
  isSteering: z.boolean().optional(),
});

/** End of the text of a message. */
const TextFinishedEvent = EventBase.extend({ type: z.literal("text_finished"), messageId: name });

/** Reasoning text added to a message, before its text. Never part of a stored message. */
const ReasoningDeltaEvent = EventBase.extend({
  type: z.literal("reasoning_delta"),
  messageId: name,
  /** Node that wrote the message, if known. */
  node: name.optional(),
  delta: z.string(),
});

/** End of the reasoning of a message. */
const ReasoningFinishedEvent = EventBase.extend({ type: z.literal("reasoning_finished"), messageId: name });

/** Web page that a message cites. */
const SourceEvent = EventBase.extend({
  type: z.literal("source"),
  messageId: name,
  url: z.string(),
  title: z.string().optional(),
});

/** File that a model has made. */
const FileEvent = EventBase.extend({
  type: z.literal("file"),
  messageId: name,
  /** Media type, such as `image/png`. */
  mediaType: name,
  /** Address of the file, or the file itself as a data URL. */
  url: z.string(),
});

/** Start of a tool call by a model. */
const ToolCallStartedEvent = EventBase.extend({
  type: z.literal("tool_call_started"),
  toolCallId: name,
  name,
  /** Message that contains the call. */
  messageId: name,
});

/** Text added to the arguments of a tool call. The complete text is JSON. */
const ToolCallArgumentsEvent = EventBase.extend({
  type: z.literal("tool_call_arguments"),
  toolCallId: name,
  delta: z.string(),
});

/** End of the arguments of a tool call. */
const ToolCallFinishedEvent = EventBase.extend({ type: z.literal("tool_call_finished"), toolCallId: name });

/** Result of a tool call. */
const ToolResultEvent = EventBase.extend({
  type: z.literal("tool_result"),
  toolCallId: name,
  messageId: name,
  content: z.string(),
});

/** All messages: at the start, and again if the stored messages differ from the streamed ones. */
const MessagesSnapshotEvent = EventBase.extend({
  type: z.literal("messages_snapshot"),
  messages: z.array(RunMessage).readonly(),
});

/** Values of the state, once per run before any change. */
const StateSnapshotEvent = EventBase.extend({
  type: z.literal("state_snapshot"),
  values: JsonObject,
  /** Events of the plan that the run continues, for a client that does not have them. Absent without one. */
  plan: z.array(AgentEvent).readonly().optional(),
});

/** Changes of the values in one step, as JSON Patch. */
const StateDeltaEvent = EventBase.extend({
  type: z.literal("state_delta"),
  patch: z.array(PatchOperation).readonly(),
});

/** Event of a run: the events of agents and those of the run itself. */
export const RunEvent = z.discriminatedUnion("type", [
  AgentEvent,
  RunStartedEvent,
  RunFinishedEvent,
  RunFailedEvent,
  NodeStartedEvent,
  NodeFinishedEvent,
  TextDeltaEvent,
  TextFinishedEvent,
  ReasoningDeltaEvent,
  ReasoningFinishedEvent,
  SourceEvent,
  FileEvent,
  ToolCallStartedEvent,
  ToolCallArgumentsEvent,
  ToolCallFinishedEvent,
  ToolResultEvent,
  MessagesSnapshotEvent,
  StateSnapshotEvent,
  StateDeltaEvent,
]);
export type RunEvent = z.infer<typeof RunEvent>;

/** Result of `parseRunEvent`: the event, or the first problem with its path. */
export type ParsedRunEvent =
  | { readonly ok: true; readonly event: RunEvent }
  | { readonly ok: false; readonly path: string; readonly message: string };

/**
 * Validates an event of a run. An invalid event or an unknown type gives `ok: false` and does not throw.
 *
 * @example
 * ```ts
 * import { parseRunEvent } from "tidemark/stream";
 *
 * const parsed = parseRunEvent({ type: "run_paused" });
 * console.log(parsed.ok ? parsed.event.type : parsed.path); // type
 * ```
 */
export function parseRunEvent(value: unknown): ParsedRunEvent {
  const nonJson = findNonJson(value);
  if (nonJson !== null) return { ok: false, path: nonJson.at, message: `Expected plain JSON, found ${nonJson.found}` };
  const parsed = RunEvent.safeParse(value);
  if (parsed.success) return { ok: true, event: parsed.data };
  const [issue] = parsed.error.issues;
  return { ok: false, path: formatPath(issue?.path ?? []), message: issue?.message ?? "Invalid input" };
}
