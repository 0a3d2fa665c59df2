import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { LONGEST_SUMMARY } from "@tidemark/core-state/internal";
import { agentErrors } from "../kernel/errors.ts";
import type { AgentValues } from "../kernel/agent-values.ts";
import { fittingPart, headOf, type HistoryWindowOptions, unitStarts } from "./history-window.ts";
import { askedBefore, coveredCount, readSummary, type SummaryLimits } from "./summary-plan.ts";

/** Limit of the messages that models see: a number of messages, or of tokens. */
export type ConversationWindow = HistoryWindowOptions<BaseMessage>;

/** A view of conversations: the part that models see. */
export interface ConversationView {
  /** The messages that models see: the summary, and the newest messages that fit. All messages without a window. */
  of(values: AgentValues, window?: ConversationWindow): readonly BaseMessage[];
  /** The newest of these messages that fit, behind the summary if they begin with it. */
  shorten(messages: readonly BaseMessage[], window?: ConversationWindow): readonly BaseMessage[];
}

/** The view of all messages. */
export const wholeConversation: ConversationView = conversationView();

/**
 * Creates the view of a graph. A window of an agent narrows that of the graph.
 *
 * Calls of tools and their results are shown together or not at all, and the newest message of the user is always shown. The summary
 * is an earlier answer of the assistant, so it has no more authority than any other answer.
 */
export function conversationView(ofGraph?: ConversationWindow): ConversationView {
  function shorten(messages: readonly BaseMessage[], own?: ConversationWindow): readonly BaseMessage[] {
    const window = narrowed(ofGraph, own);
    if (window === null) return messages;
    const system = headOf(messages);
    const isSummarized = messages[system]?.id === ASKED && messages[system + 1]?.id === ANSWERED;
    const head = system + (isSummarized ? 2 : 0);
    // The summary has a separate limit.
    const limited = isSummarized ? [...messages.slice(0, system), ...messages.slice(head)] : messages;
    const { start, user } = fittingPart(limited, { ...window, head: system, keepsUser: true });
    if (start === system) return messages;
    const rest = [...(user === null ? [] : limited.slice(...user)), ...limited.slice(start)];
    return [...messages.slice(0, head), ...(isSummarized ? rest : fromUser(rest))];
  }
  return {
    shorten,
    of(values, own) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- LangGraph's reducer stores messages of LangChain
      const stored = (values.messages ?? []) as unknown as readonly BaseMessage[];
      // A client can send any id. A message with one of these would be shown whatever its size is.
      const messages = stored.some(isOwn) ? stored.filter((each) => !isOwn(each)) : stored;
      const summary = ofGraph === undefined ? null : readSummary(values.conversation_summary);
      if (summary === null) return shorten(messages, own);
      const head = headOf(messages);
      const covered = Math.max(head, coveredCount(messages, summary));
      const known = [
        new HumanMessage({ id: ASKED, content: QUESTION }),
        new AIMessage({ id: ANSWERED, content: summary.text }),
      ];
      const asked = askedBefore(messages, covered);
      return shorten([...messages.slice(0, head), ...known, ...asked, ...messages.slice(covered)], own);
    },
  };
}

const ASKED = "tidemark:summary:asked";
const ANSWERED = "tidemark:summary";
const isOwn = ({ id }: BaseMessage): boolean => id === ASKED || id === ANSWERED;
const QUESTION = "Summarize our conversation so far.";

/** Providers expect a conversation to begin with the user, and refuse results of tools without their calls. */
function fromUser(messages: readonly BaseMessage[]): readonly BaseMessage[] {
  const first = unitStarts(messages).find((position) => HumanMessage.isInstance(messages[position])) ?? 0;
  return first === 0 ? messages : messages.slice(first);
}

/** The narrower of two windows; null for none. */
function narrowed(
  one: ConversationWindow | undefined,
  other: ConversationWindow | undefined,
): ConversationWindow | null {
  if (one === undefined && other === undefined) return null;
  const max = Math.min(one?.max ?? Infinity, other?.max ?? Infinity);
  const maxTokens = Math.min(one?.maxTokens ?? Infinity, other?.maxTokens ?? Infinity);
  return { max, maxTokens, countTokens: other?.countTokens ?? one?.countTokens ?? tokensOfMessage };
}

/** Throws `agents/invalidHistoryWindow` for a limit that is not a whole number of at least 1. */
export function checkWindow(window: ConversationWindow | undefined): void {
  if (window !== undefined) fittingPart([], { ...window, head: 0 });
}

const half = (limit: number): number => Math.max(1, Math.floor(limit / 2));

/** Options of the limits of a summary. */
export interface SummaryLimitOptions {
  readonly window: ConversationWindow;
  readonly keep?: ConversationWindow | undefined;
}

/** The limits of a summary. What stays outside of it defaults to half of the window, and is never more than the window. */
export function summaryLimits({ window, keep = {} }: SummaryLimitOptions): SummaryLimits<BaseMessage> {
  checkWindow(keep);
  const { countTokens = tokensOfMessage } = window;
  const { max = Infinity, maxTokens = Infinity } = window;
  const kept = {
    max: Math.min(max, keep.max ?? half(max)),
    maxTokens: Math.min(maxTokens, keep.maxTokens ?? half(maxTokens)),
  };
  return { window: { max, maxTokens, countTokens }, keep: { ...kept, countTokens } };
}

/** Longest text of a summary, in characters. Throws `agents/invalidHistoryWindow` for anything but a whole number of at least 1. */
export function summaryLength(length = 4000): number {
  if (!Number.isInteger(length) || length < 1) {
    throw agentErrors.invalidHistoryWindow({ option: "maxLength", value: length });
  }
  return Math.min(length, LONGEST_SUMMARY);
}

/** One token for four bytes of the content and the calls, and a few for each message. */
function tokensOfMessage(message: BaseMessage): number {
  const { content } = message;
  const calls = AIMessage.isInstance(message) ? (message.tool_calls ?? []) : [];
  const text = `${typeof content === "string" ? content : JSON.stringify(content)}${calls.length > 0 ? JSON.stringify(calls) : ""}`;
  return Math.ceil(new TextEncoder().encode(text).length / 4) + 3;
}
