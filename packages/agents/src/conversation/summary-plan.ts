import { ConversationSummary, LONGEST_SUMMARY } from "@tidemark/core-state/internal";
import { speakerOf } from "@tidemark/state-manager";
import { plainText } from "../kernel/plain-text.ts";
import { fittingPart, headOf, type HistoryWindowOptions, unitStarts } from "./history-window.ts";
import { messageIdOf } from "./messages.ts";

/** Limits that decide when a conversation is summarized. */
export interface SummaryLimits<Message> {
  /** Window of the models. The messages that no summary covers are summarized when they do not fit. */
  readonly window: HistoryWindowOptions<Message>;
  /** Messages outside of a new summary. */
  readonly keep: HistoryWindowOptions<Message>;
}

/** Messages to summarize: those from `start` to before `end`. All messages before them are covered already. */
export interface SummaryPlan {
  readonly start: number;
  readonly end: number;
  readonly previous: ConversationSummary | null;
}

/** Reads a stored summary. Null for none, and for a value that is not one. */
export function readSummary(value: unknown): ConversationSummary | null {
  const parsed = ConversationSummary.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/**
 * Number of messages at the start of a conversation that a summary covers, counting a system message.
 *
 * Messages that were removed from the state are not counted: without the last covered message, none of the others is covered.
 */
export function coveredCount(messages: readonly unknown[], summary: ConversationSummary | null): number {
  if (summary === null) return 0;
  return messages.findLastIndex((message) => messageIdOf(message) === summary.through) + 1;
}

/**
 * Plans a summary: null while the messages that no summary covers fit in the window, or if no message can be covered.
 *
 * Calls of tools and their results are covered together or not at all.
 */
export function planSummary<Message>(
  messages: readonly Message[],
  stored: unknown,
  { window, keep }: SummaryLimits<Message>,
): SummaryPlan | null {
  const previous = readSummary(stored);
  const start = Math.max(coveredCount(messages, previous), headOf(messages));
  const head = headOf(messages);
  const asked = askedBefore(messages, start);
  const shown = [...messages.slice(0, head), ...asked, ...messages.slice(start)];
  if (fittingPart(shown, { ...window, head, keepsUser: true }).start === head) return null;
  const kept = fittingPart(shown, { ...keep, head, keepsUser: true });
  const end = lastWithId(messages, { start, end: start + Math.max(0, kept.start - head - asked.length) });
  return end > start ? { start, end, previous } : null;
}

/** The newest message of the user if it is covered, which happens within a long turn: models see it beside the summary. */
export function askedBefore<Message>(messages: readonly Message[], covered: number): readonly Message[] {
  const newest = messages.findLastIndex((message) => speakerOf(message) === "user");
  return newest >= headOf(messages) && newest < covered ? messages.slice(newest, newest + 1) : [];
}

/** End of the covered part: its last message needs an id, by which it is found again. */
function lastWithId(messages: readonly unknown[], { start, end }: { start: number; end: number }): number {
  const ends = [...unitStarts(messages).filter((position) => position > start && position < end), end];
  return ends.findLast((position) => messageIdOf(messages[position - 1]) !== null) ?? start;
}

/** Splits the messages of a plan into parts of a limited size. A part with one unit can be larger. */
export function summaryParts<Message>(
  messages: readonly Message[],
  { start, end }: SummaryPlan,
  { sizeOf, largest }: { readonly sizeOf: (part: readonly Message[]) => number; readonly largest: number },
): readonly (readonly [start: number, end: number])[] {
  const starts = unitStarts(messages).filter((position) => position > start && position < end);
  const parts: [number, number][] = [];
  let from = start;
  let to = start;
  for (const next of [...starts, end]) {
    if (to > from && sizeOf(messages.slice(from, next)) > largest && messageIdOf(messages[to - 1]) !== null) {
      parts.push([from, to]);
      from = to;
    }
    to = next;
  }
  if (to > from) parts.push([from, to]);
  return parts;
}

/** Returns a text as it is stored as a summary: without control characters, and not longer than allowed. Empty for no text. */
export const summaryText = (answer: unknown, longest = LONGEST_SUMMARY): string =>
  typeof answer === "string" ? plainText(answer, longest) : "";
