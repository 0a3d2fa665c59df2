import { speakerOf } from "@tidemark/state-manager";
import { messageIdOf } from "./messages.ts";
import { type HistoryWindowOptions, historyWindow } from "./history-window.ts";

/** A summary of the start of a conversation; plain JSON, to be kept where the application likes. */
export interface HistorySummary {
  readonly text: string;
  /** The id of the last message that it covers; null where messages have none. */
  readonly through: string | null;
}

/** How the part of a conversation that does not fit is told in short. */
export interface SummarizeOptions<Message> extends HistoryWindowOptions<Message> {
  /** Tells the messages in short, together with what was told of those before them. */
  readonly summarize: (part: {
    readonly messages: readonly Message[];
    readonly previous: string | null;
    readonly signal: AbortSignal | null;
  }) => Promise<string> | string;
  /** The summary of the last time: what it covers is not told again. */
  readonly previous?: HistorySummary | null;
  readonly signal?: AbortSignal | null;
}

/** A system message made of plain JSON. */
export interface SummaryMessage {
  readonly role: "system";
  readonly content: string;
}

/** A conversation made to fit. */
export interface SummarizedHistory<Message> {
  /** `whole` when everything fits, `failed` when the older part is left out because it could not be told. */
  readonly outcome: "whole" | "summarized" | "failed";
  /** What goes into the prompt. */
  readonly messages: readonly (Message | SummaryMessage)[];
  /** What to give as `previous` the next time. */
  readonly summary: HistorySummary | null;
}

/**
 * Gives a conversation that fits, with a summary in place of the older messages that do not.
 *
 * The state keeps every message; this is what a prompt takes of them. Each message is told once, as long as messages have
 * ids and the summary is given again. A summary that cannot be made leaves the window without it, and what was told before
 * stays; an abort is thrown on.
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
  const told = previous === null ? 0 : toldUntil(older, previous);
  const known = told > 0 ? previous : null;
  const through = messageIdOf(older.at(-1));
  try {
    const text =
      known !== null && told === older.length
        ? known.text
        : await summarize({ messages: older.slice(told), previous: known?.text ?? null, signal });
    return { outcome: "summarized", messages: withSummary(window, head, text), summary: { text, through } };
  } catch (error) {
    if (signal?.aborted === true) throw error;
    const kept = known === null ? window : withSummary(window, head, known.text);
    return { outcome: "failed", messages: kept, summary: previous };
  }
}

/** How many of the older messages the summary covers; none when it ends elsewhere. */
const toldUntil = (older: readonly unknown[], { through }: HistorySummary): number =>
  through === null ? 0 : older.findIndex((message) => messageIdOf(message) === through) + 1;

function withSummary<Message>(
  window: readonly Message[],
  head: number,
  text: string,
): readonly (Message | SummaryMessage)[] {
  const summary: SummaryMessage = { role: "system", content: `Summary of the earlier conversation:\n${text}` };
  return [...window.slice(0, head), summary, ...window.slice(head)];
}
