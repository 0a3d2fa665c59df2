import { speakerOf } from "@tidemark/state-manager";
import { answeredCallOf, callsTools, toolCallsOf } from "./messages.ts";
import { agentErrors } from "../kernel/errors.ts";

/** Options of a history window. */
export interface HistoryWindowOptions<Message = unknown> {
  /** Maximum number of messages, not counting the system message. Defaults to no limit. */
  readonly max?: number;
  /** Maximum number of tokens, counting the system message. Defaults to no limit. */
  readonly maxTokens?: number;
  /** Counts the tokens of one message. Defaults to one token per four bytes of JSON. */
  readonly countTokens?: (message: Message) => number;
}

/**
 * Returns the most recent messages that fit, oldest first. Returns the same list if all of them fit.
 *
 * A system message at the start is kept. A message with tool calls is kept or dropped together with its tool results,
 * because providers reject one without the other. The newest message, with its related messages, is always kept. A
 * limit that is not a whole number of at least 1 throws `agents/invalidHistoryWindow`.
 *
 * @example
 * ```ts
 * import { historyWindow } from "tidemark/conversation";
 *
 * const messages = ["one", "two", "three"].map((content) => ({ role: "user", content }));
 * console.log(historyWindow(messages, { max: 2 }).map(({ content }) => content)); // [ 'two', 'three' ]
 * ```
 */
export function historyWindow<Message>(
  messages: readonly Message[],
  options: HistoryWindowOptions<Message> = {},
): readonly Message[] {
  const { max = Infinity, maxTokens = Infinity, countTokens = roughTokens } = options;
  for (const [option, value] of Object.entries({ max, maxTokens })) {
    if (value !== Infinity && !(Number.isInteger(value) && value > 0)) {
      throw agentErrors.invalidHistoryWindow({ option, value });
    }
  }
  const head = speakerOf(messages[0]) === "system" ? messages.slice(0, 1) : [];
  const tokensOf = (part: readonly Message[]): number =>
    maxTokens === Infinity ? 0 : part.reduce((sum, message) => sum + countTokens(message), 0);
  let tokens = tokensOf(head);
  let start = messages.length;
  for (const first of unitStarts(messages).toReversed()) {
    tokens += tokensOf(messages.slice(first, start));
    const fits = messages.length - first <= max && tokens <= maxTokens;
    if (!fits && start < messages.length) break;
    start = first;
    if (!fits) break;
  }
  return start <= head.length ? messages : [...head, ...messages.slice(start)];
}

/** Positions where a conversation can be cut: not between tool calls and their results. */
function unitStarts(messages: readonly unknown[]): readonly number[] {
  const inside = new Set<number>();
  const callers = new Map<string, number>();
  let lastCaller = -1;
  for (const [index, message] of messages.entries()) {
    if (callsTools(message)) {
      lastCaller = index;
      for (const { id } of toolCallsOf(message)) if (id !== null) callers.set(id, index);
    }
    if (speakerOf(message) !== "tool") continue;
    const caller = callers.get(answeredCallOf(message) ?? "") ?? lastCaller;
    if (caller !== -1) for (let position = caller + 1; position <= index; position += 1) inside.add(position);
  }
  return messages.map((_, index) => index).filter((index) => !inside.has(index));
}

const roughTokens = (message: unknown): number =>
  Math.ceil(new TextEncoder().encode(JSON.stringify(message) ?? "").length / 4);
