import { isPlainRecord } from "@tidemark/reducers/internal";
import type { BlockMessage, MessageBlock } from "../events/message-block.ts";
import type { RunInterrupt } from "../events/run-events.ts";
import type { DecidedRequest } from "../runs/live-runs.ts";
import { type Asking, questionParts } from "./question-parts.ts";
import type { UiMessage, UiPart, UiSteeringMessage, UiToolPart } from "./ui-message.ts";

/** Id of the message that answers a message of the user. The same while it is streamed and when it is loaded again. */
export const answerIdOf = (userMessageId: string): string => `${userMessageId}:answer`;

/** Text of a call whose turn ended without its result. */
export const NO_RESULT = "The call has no result.";

/** Facts about a conversation besides its messages. */
export interface UiConversation {
  /** Open questions. */
  readonly interrupts: readonly RunInterrupt[];
  readonly asking: Asking;
  /** Decided requests for approval. Defaults to none. */
  readonly decided?: readonly DecidedRequest[];
  /** True if no turn runs, so that calls without a result get none, unless a question is open. Defaults to false. */
  readonly isAtRest?: boolean;
}

/**
 * Converts stored messages and open questions to messages of the AI SDK. All that agents wrote after a message of the user is one
 * message, with a step for each message of a model, and with the messages that they have read meanwhile. The parts are those that were streamed, in the same order.
 */
export function uiMessagesOf(
  messages: readonly BlockMessage[],
  { interrupts, asking, decided = [], isAtRest = false }: UiConversation,
): readonly UiMessage[] {
  const list: UiMessage[] = [];
  const answer = (fallbackId: string): UiMessage => {
    const last = list.at(-1);
    if (last?.role === "assistant") return last;
    const made: UiMessage = { id: last === undefined ? fallbackId : answerIdOf(last.id), role: "assistant", parts: [] };
    list.push(made);
    return made;
  };
  const results = new Map(
    messages.flatMap((each) => (each.toolCallId === undefined ? [] : [[each.toolCallId, each.content]])),
  );
  for (const message of messages) {
    const { messageId, role, blocks, content, isSteering } = message;
    if (isSteering === true) answer(messageId).parts.push(steeringMessage(messageId, content));
    else if (role === "user") list.push({ id: messageId, role, parts: userParts(blocks) });
    else if (role === "assistant") {
      answer(messageId).parts.push({ type: "step-start" }, ...partsOf(message, results, decided));
    }
  }
  const isOver = isAtRest && interrupts.length === 0;
  endCalls(isOver ? list : list.slice(0, -1));
  for (const interrupt of interrupts) {
    const { tools, question } = questionParts(interrupt, asking);
    const { parts } = answer(`${interrupt.interruptId}:answer`);
    for (const tool of tools) {
      const index = parts.findIndex((part) => part.type === "dynamic-tool" && part.toolCallId === tool.toolCallId);
      // The title is that of the request, and the call was streamed without one.
      const { title: _, ...call } = tool;
      if (index === -1) parts.push(tool);
      else parts[index] = call;
    }
    parts.push(question);
  }
  return list;
}

/** Decided requests among entries of an audit log. */
export function decidedRequests(log: unknown): readonly DecidedRequest[] {
  const entries: readonly unknown[] = Array.isArray(log) ? log : [];
  return entries.flatMap((entry) => {
    if (!isPlainRecord(entry) || entry["action"] !== "approval") return [];
    const { requestId: id, hash, outcome } = entry;
    const isDecided = outcome === "approved" || outcome === "rejected";
    return isDecided && typeof id === "string" && typeof hash === "string"
      ? [{ id, hash, isApproved: outcome === "approved" }]
      : [];
  });
}

/** Message of the user that an agent has read while it worked. */
export const steeringMessage = (id: string, text: string): UiSteeringMessage => ({
  type: "steering-message",
  id,
  parts: [{ type: "text", text }],
});

/** Parts of a message of the user. */
export function userParts(blocks: readonly MessageBlock[]): UiPart[] {
  const parts = blocks.flatMap((block): readonly UiPart[] => {
    if (block.type === "text") return [{ type: "text", text: block.text }];
    return block.type === "file" ? [block] : [];
  });
  return parts.length > 0 ? parts : [{ type: "text", text: "" }];
}

function partsOf(
  { messageId, blocks }: BlockMessage,
  results: ReadonlyMap<string, string>,
  decided: readonly DecidedRequest[],
): readonly UiPart[] {
  let sources = 0;
  return blocks.map((block): UiPart => {
    switch (block.type) {
      case "text":
      case "reasoning":
        return { type: block.type, text: block.text, state: "done" };
      case "source": {
        const { url, title } = block;
        sources += 1;
        return {
          type: "source-url",
          sourceId: sourceIdOf(messageId, sources),
          url,
          ...(title !== undefined && { title }),
        };
      }
      case "file":
        return { type: "file", mediaType: block.mediaType, url: block.url };
      case "call":
      default:
        return callPart(block, results.get(block.toolCallId), decided);
    }
  });
}

/** Id of a source: the same while it is streamed and when it is loaded again. */
export const sourceIdOf = (messageId: string, count: number): string => `${messageId}:source-${count}`;

function callPart(
  { toolCallId, name: toolName, arguments: text }: Extract<MessageBlock, { readonly type: "call" }>,
  result: string | undefined,
  decided: readonly DecidedRequest[],
): UiToolPart {
  const call = { type: "dynamic-tool", toolCallId, toolName, input: jsonOrText(text) } as const;
  const request = decided.findLast(({ id }) => id.endsWith(`:${toolName}:${toolCallId}`));
  // Without the id of its question nobody can decide it again.
  const id = request === undefined ? "" : `:${encodeURIComponent(request.id)}:${encodeURIComponent(request.hash)}`;
  if (request?.isApproved === false) return { ...call, state: "output-denied", approval: { id, approved: false } };
  if (result === undefined) return { ...call, state: "input-available" };
  const approval = request === undefined ? {} : { approval: { id, approved: true as const } };
  return { ...call, state: "output-available", output: jsonOrText(result), ...approval };
}

/** Ends the calls of answers that are over: the AI SDK waits for the result of every call. */
function endCalls(list: readonly UiMessage[]): void {
  for (const { parts } of list) {
    for (const [index, part] of parts.entries()) {
      if (part.type !== "dynamic-tool" || part.state !== "input-available") continue;
      const { toolCallId, toolName, input } = part;
      parts[index] = { type: "dynamic-tool", toolCallId, toolName, input, state: "output-error", errorText: NO_RESULT };
    }
  }
}

/** Arguments and results are text in a conversation, and usually JSON. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
