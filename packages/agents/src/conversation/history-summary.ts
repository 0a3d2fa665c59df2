import { speakerOf } from "@tidemark/state-manager";
import { messageIdOf } from "./messages.ts";
import { type HistoryWindowOptions, historyWindow } from "./history-window.ts";

/** Summary of the start of a conversation. Plain JSON that an application can store. */
export interface HistorySummary {
  /** Summary as text. */
  readonly text: string;
  /** Id of the last message that the summary covers. Null where messages have no ids. */
  readonly through: string | null;
}

/** Options of `summarizeHistory`. */
export interface SummarizeOptions<Message> extends HistoryWindowOptions<Message> {
  /** Summarizes messages together with the previous summary. */
  readonly summarize: (part: {
    readonly messages: readonly Message[];
    readonly previous: string | null;
    /** Passed on to `summarize`. Defaults to null. */
    readonly signal: AbortSignal | null;
  }) => Promise<string> | string;
  /** Previous summary. Messages that it covers are not summarized again. */
  readonly previous?: HistorySummary | null;
  readonly signal?: AbortSignal | null;
}

/** System message as plain JSON. */
export interface SummaryMessage {
  readonly role: "system";
  readonly content: string;
}

/** Conversation shortened to fit. */
export interface SummarizedHistory<Message> {
  /** `whole` when everything fits, `failed` when older messages were left out because summarizing failed. */
  readonly outcome: "whole" | "summarized" | "failed";
  /** Messages for the prompt. */
  readonly messages: readonly (Message | SummaryMessage)[];
  /** Summary to pass as `previous` in the next call. */
  readonly summary: HistorySummary | null;
}

/**
 * Returns a conversation that fits a prompt, with a summary in place of older messages.
 *
 * The state keeps every message. Each message is summarized once if messages have ids and the previous summary is
 * passed. If summarizing fails, the result contains the previous summary or none; an abort is rethrown.
 */
export async function summarizeHistory<Message>(
  messages: readonly Message[],
  options: SummarizeOptions<Message>,
): Promise<SummarizedHistory<Message>> {
  const { summarize, previous = null, signal = null } = options;
  const window = historyWindow(messages, options);
  if (window.length === messages.length) return { outcome: "whole", messages, summary: previous };
  const head = speakerOf(messages[0]) === "system" ? 1 : 0;
  const older = messages.slice(head, messages.length - (window.length - head));
  const covered = previous === null ? 0 : coveredCount(older, previous);
  const known = covered > 0 ? previous : null;
  const through = messageIdOf(older.at(-1));
  try {
    const text =
      known !== null && covered === older.length
        ? known.text
        : await summarize({ messages: older.slice(covered), previous: known?.text ?? null, signal });
    return { outcome: "summarized", messages: withSummary(window, head, text), summary: { text, through } };
  } catch (error) {
    if (signal?.aborted === true) throw error;
    const kept = known === null ? window : withSummary(window, head, known.text);
    return { outcome: "failed", messages: kept, summary: previous };
  }
}

/** Number of older messages that the summary covers. 0 when it ends elsewhere. */
const coveredCount = (older: readonly unknown[], { through }: HistorySummary): number =>
  through === null ? 0 : older.findIndex((message) => messageIdOf(message) === through) + 1;

function withSummary<Message>(
  window: readonly Message[],
  head: number,
  text: string,
): readonly (Message | SummaryMessage)[] {
  const summary: SummaryMessage = { role: "system", content: `Summary of the earlier conversation:\n${text}` };
  return [...window.slice(0, head), summary, ...window.slice(head)];
}
