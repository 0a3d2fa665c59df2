import type { OfferedChoice } from "./application.ts";

/**
 * The page, as the view of an application sees it.
 *
 * A view is an ES module `view.js` that exports `mount`: it draws into the element that it is given, and returns a function that
 * removes it again. Its styles are in `view.css`, and use the custom properties of the page: `--ground`, `--surface`, `--raised`,
 * `--ink`, `--quiet`, `--line`, `--accent`, `--accent-ink`, `--good`, `--warn`, `--bad`, `--radius`, `--space`, `--font` and `--mono`.
 * They can set `--talk-width`, the width of the conversation beside the view in a wide window.
 */
export interface PageView {
  /** Reads the data of the view for the open conversation. Rejects when the server does not answer. */
  data(query?: Readonly<Record<string, string>>): Promise<unknown>;
  /**
   * Calls back when a turn begins or ends, when a question is asked or answered, and when another client has changed the conversation.
   * Returns a function that stops it.
   */
  onChange(listener: () => void): () => void;
  /** Sends an action to the application, which returns its result. Rejects when the server does not answer, or refuses the action. */
  perform(action: unknown): Promise<unknown>;
  /** Open questions of the conversation, with their choices. */
  questions(): readonly ViewQuestion[];
  /** Sends a message as if the person had typed it. While a turn runs, does nothing. */
  say(text: string): void;
  /**
   * Puts a text into the message field, to be completed and sent. What the person has written there is kept as an unsent message above the
   * field.
   */
  draft(text: string): void;
  /** Answers an open question, usually with the answer of one of its choices. While a turn runs, does nothing. */
  answer(interruptId: string, answer: unknown): void;
  /** Goes to the open question in the conversation. */
  showQuestion(): void;
  /** True while a turn runs. */
  running(): boolean;
  /** False while the server cannot be reached. The page says so beside the message field, and offers to try again. */
  online(): boolean;
}

/** An open question, as a view sees it. */
export interface ViewQuestion {
  readonly interruptId: string;
  readonly text: string;
  /** Additional information, one sentence each. */
  readonly notes: readonly string[];
  readonly conflicts?: readonly string[];
  readonly choices: readonly OfferedChoice[];
}

/** The function that a view exports as `mount`. Returns a function that removes the view. */
export type MountView = (element: HTMLElement, page: PageView) => () => void;

const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*";
const DATE = `(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?\\d{1,2} ${MONTH}(?: \\d{4})?\\b`;
const UNIT =
  "(?:h|hours?|min|minutes?|days?|nights?|weeks?|months?|years?|dates?|times?|events?|conflicts?|choices?|stars?|travelers?|MB|%|[ap]m)";
/** Dates, times, counts with their nouns, prices and references: `Tue 24 Nov`, `16:00–17:00`, `45 minutes`, `+1 €`, `TM-88C0FD`. */
const WHOLE = new RegExp(
  `(\\b${DATE}|\\d{1,2}:\\d\\d(?:–\\d{1,2}:\\d\\d| [ap]m\\b)?|\\b\\d+ h \\d+ min\\b|\\b\\d+(?:[.,]\\d+)? (?:more )?${UNIT}(?![\\p{L}\\d])|[+−]?\\d[\\d.,]* €|\\b[A-Z]{2,}-(?=[A-Z]*\\d)[A-Z\\d]+\\b)`,
  "u",
);

/** Splits a text at what must stay on one line, such as dates and prices: every second part, which gets the class `whole`. */
export const wholeParts = (text: string): readonly string[] => text.split(WHOLE);
