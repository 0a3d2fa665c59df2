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
 * import { historyWindow } from "tidemark/agents";
 *
 * const messages = ["one", "two", "three"].map((content) => ({ role: "user", content }));
 * console.log(historyWindow(messages, { max: 2 }).map(({ content }) => content)); // [ 'two', 'three' ]
 * ```
 */
export function historyWindow<Message>(
  messages: readonly Message[],
  options: HistoryWindowOptions<Message> = {},
): readonly Message[] {
  const head = headOf(messages);
  const { start } = fittingPart(messages, { ...options, head });
  return start <= head ? messages : [...messages.slice(0, head), ...messages.slice(start)];
}

/** Options of {@link fittingPart}. */
export interface FittingPartOptions<Message> extends HistoryWindowOptions<Message> {
  /** Number of messages at the start that are always kept. Their tokens count, their number does not. */
  readonly head: number;
  /** True to keep the newest message of the user, and what belongs to it. Defaults to false. */
  readonly keepsUser?: boolean;
}

/** Part of a conversation that fits: positions of messages. */
export interface FittingPart {
  /** Position of the first message of the part, which reaches to the end. */
  readonly start: number;
  /** The newest message of the user with what belongs to it, as positions, if it is kept in front of the part. */
  readonly user: readonly [from: number, to: number] | null;
}

/**
 * Finds the most recent messages that fit. Tool calls and their results are in the part together or not at all.
 *
 * The newest message, and that of the user if it is asked for, are kept even if they alone do not fit.
 */
export function fittingPart<Message>(
  messages: readonly Message[],
  {
    head,
    keepsUser = false,
    max = Infinity,
    maxTokens = Infinity,
    countTokens = roughTokens,
  }: FittingPartOptions<Message>,
): FittingPart {
  for (const [option, value] of Object.entries({ max, maxTokens })) {
    if (value !== Infinity && !(Number.isInteger(value) && value > 0)) {
      throw agentErrors.invalidHistoryWindow({ option, value });
    }
  }
  const starts = unitStarts(messages).filter((position) => position >= head);
  const unit = (index: number): readonly [number, number] => [
    starts[index] ?? messages.length,
    starts[index + 1] ?? messages.length,
  ];
  const tokensOf = ([from, to]: readonly [number, number]): number =>
    maxTokens === Infinity ? 0 : messages.slice(from, to).reduce((sum, message) => sum + countTokens(message), 0);
  const newest = keepsUser ? messages.findLastIndex((message) => speakerOf(message) === "user") : -1;
  const ofUser = newest < head ? -1 : starts.findLastIndex((position) => position <= newest);
  let count = 0;
  let tokens = tokensOf([0, head]);
  const add = (index: number): void => {
    const [from, to] = unit(index);
    count += to - from;
    tokens += tokensOf([from, to]);
  };
  if (ofUser !== -1) add(ofUser);
  let first = starts.length;
  for (let index = starts.length - 1; index >= 0; index -= 1) {
    if (index !== ofUser) add(index);
    const fits = count <= max && tokens <= maxTokens;
    if (!fits && first < starts.length) break;
    first = index;
    if (!fits) break;
  }
  const start = first === 0 ? head : (starts[first] ?? messages.length);
  return { start, user: ofUser !== -1 && ofUser < first ? unit(ofUser) : null };
}

/** Number of system messages at the start: one or none. */
export const headOf = (messages: readonly unknown[]): number => (speakerOf(messages[0]) === "system" ? 1 : 0);

/** Positions where a conversation can be cut: not between tool calls and their results. */
export function unitStarts(messages: readonly unknown[]): readonly number[] {
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
