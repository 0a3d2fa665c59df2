import { AgentEvent, findNonJson } from "@tidemark/core-state";
import { EventBase, JsonObject } from "@tidemark/core-state/internal";
import { formatPath } from "@tidemark/reducers/internal";
import { z } from "zod";
import { PatchOperation } from "../patches/patch.ts";

const name = z.string().min(1);

/** A run of the graph began. */
const RunStartedEvent = EventBase.extend({ type: z.literal("run_started"), threadId: name });

/** A question that waits for a person. */
export const RunInterrupt = z.strictObject({
  /** What an answer refers to. */
  interruptId: name,
  /** What is asked, as the node put it. */
  value: z.json(),
  /** JSON Schema of the answer, where the node gave one. */
  responseSchema: JsonObject.optional(),
});
export type RunInterrupt = z.infer<typeof RunInterrupt>;

/** A run of the graph ended without an error: it is done, it waits for people, or somebody stopped it. */
const RunFinishedEvent = EventBase.extend({
  type: z.literal("run_finished"),
  outcome: z.enum(["finished", "interrupted", "cancelled"]),
  /** The questions that wait; none unless the outcome is `interrupted`. */
  interrupts: z.array(RunInterrupt).readonly(),
});

/** A run of the graph ended with an error. */
const RunFailedEvent = EventBase.extend({
  type: z.literal("run_failed"),
  message: z.string(),
  /** The code of the error, where it has one: `core-state/invalidUpdate`. */
  code: z.string().optional(),
  /** True when `message` was written for users; the text of an error never leaves through HTTP by itself. */
  isPublic: z.boolean().optional(),
});

/** A node began; `taskId` tells two parallel runs of one node apart. */
const NodeStartedEvent = EventBase.extend({ type: z.literal("node_started"), node: name, taskId: name });

/** A node ended, or stopped at a question. */
const NodeFinishedEvent = EventBase.extend({ type: z.literal("node_finished"), node: name, taskId: name });

/** A message as interfaces know it: text and tool calls, nothing of the model's provider. */
export const RunMessage = z.strictObject({
  messageId: name,
  role: z.enum(["user", "assistant", "system", "tool"]),
  /** The text of the message; other parts of it are left out. */
  content: z.string(),
  /** Who speaks, where the message says. */
  name: z.string().optional(),
  toolCalls: z
    .array(z.strictObject({ toolCallId: name, name, arguments: z.string() }))
    .readonly()
    .optional(),
  /** For the role `tool`: the call that it answers. */
  toolCallId: name.optional(),
});
export type RunMessage = z.infer<typeof RunMessage>;

/** A message grew by some text; the first one for an id begins it. */
const TextDeltaEvent = EventBase.extend({
  type: z.literal("text_delta"),
  messageId: name,
  role: z.enum(["user", "assistant", "system"]),
  /** Who speaks, where the message says. */
  name: z.string().optional(),
  /** The node whose message it is, where it is known. */
  node: name.optional(),
  delta: z.string(),
});

/** The text of a message is complete. */
const TextFinishedEvent = EventBase.extend({ type: z.literal("text_finished"), messageId: name });

/** A model began to call a tool. */
const ToolCallStartedEvent = EventBase.extend({
  type: z.literal("tool_call_started"),
  toolCallId: name,
  name,
  /** The message that the call is part of. */
  messageId: name,
});

/** The arguments of a tool call grew by some text, which is JSON once it is complete. */
const ToolCallArgumentsEvent = EventBase.extend({
  type: z.literal("tool_call_arguments"),
  toolCallId: name,
  delta: z.string(),
});

/** The arguments of a tool call are complete. */
const ToolCallFinishedEvent = EventBase.extend({ type: z.literal("tool_call_finished"), toolCallId: name });

/** A tool answered. */
const ToolResultEvent = EventBase.extend({
  type: z.literal("tool_result"),
  toolCallId: name,
  messageId: name,
  content: z.string(),
});

/** The conversation as it is: at the start, and where the streamed messages came to something else. */
const MessagesSnapshotEvent = EventBase.extend({
  type: z.literal("messages_snapshot"),
  messages: z.array(RunMessage).readonly(),
});

/** The values of the state as they are; once per run, before any change. */
const StateSnapshotEvent = EventBase.extend({ type: z.literal("state_snapshot"), values: JsonObject });

/** What a step of the graph did to the values, as JSON Patch. */
const StateDeltaEvent = EventBase.extend({
  type: z.literal("state_delta"),
  patch: z.array(PatchOperation).readonly(),
});

/** Everything that a run of a graph tells the outside: the agents' own events, and those of the run itself. */
export const RunEvent = z.discriminatedUnion("type", [
  AgentEvent,
  RunStartedEvent,
  RunFinishedEvent,
  RunFailedEvent,
  NodeStartedEvent,
  NodeFinishedEvent,
  TextDeltaEvent,
  TextFinishedEvent,
  ToolCallStartedEvent,
  ToolCallArgumentsEvent,
  ToolCallFinishedEvent,
  ToolResultEvent,
  MessagesSnapshotEvent,
  StateSnapshotEvent,
  StateDeltaEvent,
]);
export type RunEvent = z.infer<typeof RunEvent>;

/** What `parseRunEvent` found: an event, or the first thing that is wrong and where. */
export type ParsedRunEvent =
  | { readonly ok: true; readonly event: RunEvent }
  | { readonly ok: false; readonly path: string; readonly message: string };

/**
 * Reads an event of a run that came from outside; a wrong one, or one of a type that is not known yet, is an answer, not
 * an error.
 *
 * @example
 * ```ts
 * import { parseRunEvent } from "@tidemark/stream";
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
