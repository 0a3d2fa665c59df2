import { AIMessage } from "@langchain/core/messages";
import type { CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { AuditEntry } from "@tidemark/core-state";
import { ToolExecution } from "@tidemark/core-state/internal";
import { getMessages, speakerOf, textOf } from "../kernel/conversation.ts";
import type { Values } from "../kernel/values.ts";
import type { ForkEffect } from "./merge-result.ts";

/** Maximum number of characters of one message in a note. */
const MAX_TEXT = 280;

/** Maximum number of messages in a note; the newest are kept. */
const MAX_MESSAGES = 20;

/** Messages that the fork has and the common step has not. */
function newMessages(base: Values, theirs: Values): readonly unknown[] {
  const known = new Set(getMessages(base).map(idOf));
  return getMessages(theirs).filter((message) => !known.has(idOf(message)));
}

const idOf = (message: unknown): unknown =>
  (typeof message === "object" && message !== null ? Reflect.get(message, "id") : undefined) ?? message;

/** Lists the tools and the approved actions that ran in the checkpoints of a fork, each once. */
export function effectsIn(since: readonly CheckpointTuple[], base: Values, theirs: Values): readonly ForkEffect[] {
  const effects = new Map<string, ForkEffect>();
  const add = (name: string, id: string): void => void effects.set(id, { name, id });
  // A turn resets its calls after its first checkpoint, so that one still has those of the turn before.
  const known = new Set(callsIn(base).map(({ toolCallId }) => toolCallId));
  // The newest checkpoint has only the calls of the last turn.
  for (const { checkpoint } of since) {
    for (const { toolName, toolCallId } of callsIn(checkpoint.channel_values)) {
      if (!known.has(toolCallId)) add(toolName, toolCallId);
    }
  }
  for (const message of newMessages(base, theirs)) {
    if (speakerOf(message) !== "tool" || typeof message !== "object" || message === null) continue;
    const id: unknown = Reflect.get(message, "tool_call_id");
    const name: unknown = Reflect.get(message, "name");
    if (typeof id === "string" && !effects.has(id)) add(typeof name === "string" ? name : "tool", id);
  }
  const before = new Set(entriesOf(base).map((entry) => JSON.stringify(entry)));
  for (const entry of entriesOf(theirs)) {
    const { data } = before.has(JSON.stringify(entry)) ? {} : AuditEntry.safeParse(entry);
    if (data !== undefined && "action" in data && data.action === "effect") add(data.by, data.requestId);
  }
  return [...effects.values()];
}

const callsIn = ({ execution_tool_executions: calls }: Values): readonly ToolExecution[] =>
  (Array.isArray(calls) ? calls : []).flatMap((call) => ToolExecution.safeParse(call).data ?? []);

const entriesOf = ({ runtime_audit_log: log }: Values): readonly unknown[] => (Array.isArray(log) ? log : []);

/** Words of a fork, and what ran in it. */
export interface ForkReport {
  readonly base: Values;
  readonly theirs: Values;
  readonly fork: string;
  readonly effects: readonly ForkEffect[];
  /** Text in place of the messages. */
  readonly summary?: string;
}

/** Writes one message in place of those of a fork. Null if the fork has no new messages. */
export function branchNote({ base, theirs, fork, effects, summary }: ForkReport): string | null {
  const spoken = newMessages(base, theirs).flatMap((message) => {
    const speaker = speakerOf(message);
    const text = textOf(message).trim();
    return text === "" || (speaker !== "user" && speaker !== "assistant") ? [] : [`${speaker}: ${cut(text)}`];
  });
  if (spoken.length === 0 && summary === undefined) return null;
  const dropped = spoken.length - MAX_MESSAGES;
  const words = dropped > 0 ? [`(${dropped} earlier messages)`, ...spoken.slice(dropped)] : spoken;
  const ran = [...new Set(effects.map(({ name }) => name))];
  return [
    `Merged from the fork "${fork}".`,
    ...(summary === undefined ? words : [summary]),
    ...(ran.length === 0 ? [] : [`These ran there and do not run again: ${ran.join(", ")}.`]),
  ].join("\n");
}

const cut = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text);

/** A note as a message. It is the assistant's, because it must not speak for the user, and models take a system message only first. */
export const noteMessage = (content: string, mergedId: string): AIMessage =>
  new AIMessage({ id: `merge:${mergedId}`, content });
